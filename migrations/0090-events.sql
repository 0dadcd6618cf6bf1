-- Events that webhooks are told of, each fact once, and what becomes of receivers that do not answer.

-- fact: what happened, in our own words; a row, whether or not anybody listened, means that it is never told again.
create table events_told (
  project_id integer not null references projects on delete cascade,
  fact text not null,
  told_at timestamptz not null,
  primary key (project_id, fact)
);
-- What was suggested before there were events is no news.
insert into events_told (project_id, fact, told_at)
  select project_id, 'suggestion:' || kind || ':' || name_key, created_at from suggestions;

-- Since when a model has done nothing but fail; set when it is told, cleared by its next answer.
alter table capture_targets add column failing_since timestamptz;
create index capture_runs_open on capture_runs (project_id, run_id) where completed_at is null;

alter table webhooks add column disabled_reason text;
alter table webhook_deliveries add column next_try_at timestamptz;
-- The sweep looks across projects, as workers do.
create index webhook_deliveries_pending on webhook_deliveries (next_try_at) where status = 'pending';
