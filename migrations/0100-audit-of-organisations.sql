-- The audit log is read by organisation, newest first.
create index audit_log_organisation on audit_log (organisation_id, audit_id);
