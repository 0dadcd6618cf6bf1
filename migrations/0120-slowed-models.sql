-- A provider that asked us to go slower is asked half as much until then.
alter table capture_targets add column slowed_until timestamptz;
