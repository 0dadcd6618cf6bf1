-- Asking assistants: how each model is reached, what is to be asked, what it cost, and who is at work.

-- base_url null: the provider's usual one. costliest_micros: the most an answer has cost, which is what the next one
-- is reserved at. slowed_until: a provider that asked us to go slower is asked half as much until then.
-- refusals: what of a request the provider refused, by name, with its words and when; left out for a week.
-- listed: what its provider's list says of the model, and the day it was read. probe: what the last test found out.
-- price: typed in by a user, in USD; null: the list price. measured: what its newest answers used and cost, against what
-- was expected; empty before the first.
-- failing_since: since when it has done nothing but fail; set when that is reported, cleared by its next answer.
-- asked_so_since: since when it is asked as it is now; what it answered before is not compared with.
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
  slowed_until timestamptz,
  refusals jsonb not null default '{}',
  listed jsonb,
  probe jsonb,
  price jsonb,
  measured jsonb not null default '{}',
  failure_streak integer not null default 0,
  refused_streak integer not null default 0,
  failing_since timestamptz,
  paused_until timestamptz,
  paused_reason text,
  last_success_at timestamptz,
  costliest_micros bigint not null default 0,
  last_error text,
  last_error_kind text,
  asked_so_since timestamptz not null default '-infinity',
  has_canary boolean not null default true,
  primary key (project_id, model_id),
  foreign key (project_id, model_id) references models on delete cascade
);

-- One harmless question to a model on a day on which the plan asks it nothing; never an answer in reports. The row is
-- written before it is asked, so that a day is never asked twice; status asking: under way, or its worker died.
create table canaries (
  project_id integer not null,
  model_id integer not null,
  day date not null,
  asked_at timestamptz not null,
  status text not null default 'asking'
    check (status in ('asking', 'answered', 'no_answer', 'refused', 'failed', 'skipped_budget')),
  error_kind text,
  error text,
  served_model text,
  search_ran boolean,
  source_count integer,
  answer_bytes integer,
  latency_ms integer,
  primary key (project_id, model_id, day),
  foreign key (project_id, model_id) references models on delete cascade
);

-- What is wrong with a model now. A row is made when it is noticed and deleted when it is over; each is told once.
create table health_problems (
  project_id integer not null,
  model_id integer not null,
  problem text not null,
  since timestamptz not null,
  noticed_at timestamptz not null,
  message text not null,
  said text,
  primary key (project_id, model_id, problem),
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
create index capture_runs_open on capture_runs (project_id, run_id) where completed_at is null;

-- Truth and queue in one. run_after: when it is asked at the earliest, later with each try. asked_at: when somebody asked
-- for it by hand; null: the schedule does. is_repeat: it was asked by hand for what had failed of its prompt, model and day.
-- worker names the lease, not the process: a late answer cannot settle another's lease.
-- process_id: the worker process that holds the lease. submission_id: with which request it was handed over, where the
-- answer is fetched later.
-- body_hash, answer_hash: of what came from a vendor that gives answers again, to know copies among the same prompt,
-- model and day. answer_id: the answer; of a copy, the earlier one that it repeats.
create table capture_tasks (
  project_id integer not null references projects on delete cascade,
  task_id bigint generated always as identity,
  run_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  asked_at timestamptz,
  is_repeat boolean not null default false check (asked_at is not null or not is_repeat),
  status text not null default 'queued'
    check (status in ('queued', 'running', 'submitted', 'done', 'failed', 'skipped_budget', 'cancelled', 'copied')),
  attempts smallint not null default 0,
  run_after timestamptz not null,
  worker uuid,
  process_id integer,
  lease_until timestamptz,
  submission_id bigint,
  reserved_micros bigint not null default 0,
  cost_micros bigint not null default 0,
  error_kind text,
  error text,
  answer_id bigint,
  finished_at timestamptz,
  body_hash bytea,
  answer_hash bytea,
  primary key (project_id, task_id),
  unique (project_id, day, model_id, prompt_id, sample)
);
create index capture_tasks_run on capture_tasks (project_id, run_id, status);
create index capture_tasks_due on capture_tasks (project_id, model_id, run_after) where status = 'queued';
create index capture_tasks_leased on capture_tasks (project_id, model_id, lease_until)
  where status in ('running', 'submitted');
-- What nothing came back to, which reports count, and what asks it again.
create index capture_tasks_without_reply on capture_tasks (project_id, day, model_id)
  where status = 'failed' and answer_id is null or is_repeat;
create index capture_tasks_submitted on capture_tasks (project_id, submission_id) where submission_id is not null;

-- A request whose answers are fetched later: of one question, or of many to one model. The row is the intent, written
-- before the request is sent under submission_key, which the provider is told where it takes one. ticket: what the
-- provider calls it, no secret; null: not known to be accepted. look_at: when to look next, and how long whoever looks
-- now is left to it. base_url: where it went; a ticket is shown to no other server. asked: a hash of what was asked by task. set_up: one of
-- how its model was asked.
create table capture_submissions (
  project_id integer not null references projects on delete cascade,
  submission_id bigint generated always as identity,
  model_id integer not null,
  submission_key uuid not null,
  base_url text not null,
  asked jsonb not null,
  set_up text not null,
  sent_at timestamptz not null,
  ticket text,
  looks integer not null default 0,
  look_at timestamptz not null,
  give_up_at timestamptz not null,
  process_id integer,
  error text,
  primary key (project_id, submission_id)
);
create index capture_submissions_due on capture_submissions (project_id, look_at);

-- Which project workers turn to next: the one with the oldest turn_at that has come. Whoever takes the turn sets it to
-- now, behind all that wait. A project with nothing to do now is given the time of what comes next; what becomes due
-- sooner brings that forward. Never later than that; too early costs one look. Workers look across projects: this table
-- stays on one node, with the queue's own.
create table capture_turns (
  project_id integer primary key references projects on delete cascade,
  turn_at timestamptz not null
) with (fillfactor = 50);
create index capture_turns_next on capture_turns (turn_at);

-- Null: no cap. The row is locked while money is reserved, so that caps hold with any number of workers.
create table capture_budgets (
  project_id integer primary key references projects on delete cascade,
  daily_cap_micros bigint check (daily_cap_micros >= 0),
  monthly_cap_micros bigint check (monthly_cap_micros >= 0)
);

-- spent_micros includes what was asked by a worker that died before it could report it.
-- held_until: so long a question outside the schedule may be under way, whose money is set aside here.
-- deleted: answers captured on the day (UTC) that were deleted with their prompts, and still count as captured.
create table capture_ledger (
  project_id integer not null references projects on delete cascade,
  day date not null,
  model_id integer not null,
  asked integer not null default 0,
  reserved_micros bigint not null default 0,
  spent_micros bigint not null default 0,
  held_until timestamptz,
  deleted integer not null default 0,
  primary key (project_id, day, model_id)
);

-- Which worker processes live: each holds an advisory lock on its number, which ends with its connection.
create table worker_processes (
  process_id integer generated always as identity primary key,
  worker_ids text[] not null,
  started_at timestamptz not null default now()
);
