-- Stored answers that are being read again after brands changed: how far it is, so that a crash costs one step.
create table recalculations (
  project_id integer primary key references projects on delete cascade,
  rules_hash text not null,
  last_answer_id bigint not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  started_at timestamptz not null default now()
);
