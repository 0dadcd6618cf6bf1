-- Asking assistants: how each model is reached, what is to be asked, what it cost.
-- base_url null: the provider's usual one.

create table capture_targets (
  project_id integer not null,
  model_id integer not null,
  base_url text,
  parameters jsonb not null default '{}',
  api_key bytea,
  api_key_hint text,
  samples_per_day smallint not null default 1 check (samples_per_day between 1 and 10),
  concurrency smallint not null default 4 check (concurrency between 1 and 64),
  requests_per_minute integer check (requests_per_minute > 0),
  next_free_at timestamptz not null default '-infinity',
  failure_streak integer not null default 0,
  paused_until timestamptz,
  paused_reason text,
  last_success_at timestamptz,
  -- The most an answer has cost: what the next one is reserved at.
  costliest_micros bigint not null default 0,
  last_error text,
  primary key (project_id, model_id),
  foreign key (project_id, model_id) references models on delete cascade
);

-- One run gathers what a project asks on one of its days.
create table capture_runs (
  project_id integer not null references projects on delete cascade,
  run_id integer generated always as identity,
  day date not null,
  created_at timestamptz not null default now(),
  completed_at timestamptz,
  primary key (project_id, run_id),
  unique (project_id, day)
);

-- Truth and queue in one. worker names the lease, not the process: a late answer cannot settle another's lease.
create table capture_tasks (
  project_id integer not null references projects on delete cascade,
  task_id bigint generated always as identity,
  run_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample smallint not null,
  trigger text not null check (trigger in ('schedule', 'manual')),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'done', 'failed', 'skipped_budget', 'cancelled')),
  attempts smallint not null default 0,
  run_after timestamptz not null,
  worker uuid,
  lease_until timestamptz,
  reserved_micros bigint not null default 0,
  cost_micros bigint not null default 0,
  error_kind text,
  error text,
  answer_id bigint,
  finished_at timestamptz,
  primary key (project_id, task_id),
  unique (project_id, day, model_id, prompt_id, sample)
);
create index capture_tasks_run on capture_tasks (project_id, run_id, status);
-- Workers look across projects: this table stays on one node, with the queue's own.
create index capture_tasks_due on capture_tasks (run_after) where status = 'queued';
create index capture_tasks_leased on capture_tasks (lease_until) where status = 'running';

-- Null: no cap. The row is locked while money is reserved, so that caps hold with any number of workers.
create table capture_budgets (
  project_id integer primary key references projects on delete cascade,
  daily_cap_micros bigint check (daily_cap_micros >= 0),
  monthly_cap_micros bigint check (monthly_cap_micros >= 0)
);

-- spent_micros includes what was asked by a worker that died before it could tell.
create table capture_ledger (
  project_id integer not null references projects on delete cascade,
  day date not null,
  model_id integer not null,
  asked integer not null default 0,
  reserved_micros bigint not null default 0,
  spent_micros bigint not null default 0,
  primary key (project_id, day, model_id)
);
