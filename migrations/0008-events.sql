-- What is reported to receivers outside, and the windows of rate limits.

-- secret: sealed. disabled_reason: why it was switched off without anybody asking for it.
create table webhooks (
  project_id integer not null references projects on delete cascade,
  webhook_id integer generated always as identity,
  url text not null,
  secret bytea not null,
  events text[] not null,
  is_active boolean not null default true,
  disabled_reason text,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (project_id, webhook_id)
);

-- Kept for a month as a log.
create table webhook_deliveries (
  project_id integer not null,
  delivery_id bigint generated always as identity,
  webhook_id integer not null,
  event text not null,
  payload text not null,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
  attempts smallint not null default 0,
  next_try_at timestamptz,
  last_status integer,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (project_id, delivery_id),
  foreign key (project_id, webhook_id) references webhooks on delete cascade
);
create index webhook_deliveries_webhook on webhook_deliveries (project_id, webhook_id, delivery_id desc);
-- The sweep looks across projects, as workers do.
create index webhook_deliveries_pending on webhook_deliveries (next_try_at) where status = 'pending';

-- fact: what happened, in our own words. A row means that it is never reported again, whether or not anybody listened.
create table events_told (
  project_id integer not null references projects on delete cascade,
  fact text not null,
  told_at timestamptz not null,
  primary key (project_id, fact)
);

-- What processes count together. free_at: when the next is let pass, where waits grow. UNLOGGED: a crash may forget it.
create unlogged table rate_limits (
  subject text primary key,
  window_ends timestamptz not null,
  points integer not null,
  free_at timestamptz
);
create index rate_limits_ended on rate_limits (window_ends);

-- What people chose to be mailed of a project: the week, and events. week_mailed: the Monday of the last week that was.
-- week_written: its mail waits or was sent.
create table mail_choices (
  project_id integer not null references projects on delete cascade,
  user_id integer not null references users on delete cascade,
  week boolean not null default false,
  week_mailed date,
  week_written boolean not null default false,
  events text[] not null default '{}',
  primary key (project_id, user_id)
);

-- Events that are to be mailed to a person. mail: the number of the mail that tells of it, the same for several; null: none yet.
create table mail_alerts (
  project_id integer not null,
  alert_id bigint generated always as identity,
  user_id integer not null,
  payload text not null,
  created_at timestamptz not null,
  mail bigint,
  mailed_at timestamptz,
  primary key (project_id, alert_id),
  foreign key (project_id, user_id) references mail_choices on delete cascade
);
create index mail_alerts_user on mail_alerts (project_id, user_id, alert_id);
