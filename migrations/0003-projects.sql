-- A tenant and what opens it. From here on project_id leads every key and index of a tenant's table.

-- keep_*_days: for how many days it keeps answers, what providers sent, and runs; null: as long as the installation does.
create table projects (
  project_id integer generated always as identity primary key,
  organisation_id integer not null references organisations,
  name text not null,
  domain text not null,
  status text not null default 'active' check (status in ('onboarding', 'active', 'paused')),
  country_code text not null,
  language_code text not null,
  timezone text not null default 'UTC',
  schedule_weekdays smallint[] not null default '{1,2,3,4,5,6,7}',
  schedule_hour smallint not null default 6 check (schedule_hour between 0 and 23),
  profile jsonb,
  keep_answers_days integer check (keep_answers_days > 0),
  keep_raw_bodies_days integer check (keep_raw_bodies_days > 0),
  keep_runs_days integer check (keep_runs_days > 0),
  keep_audit_days integer check (keep_audit_days > 0),
  created_at timestamptz not null default now()
);
create index projects_organisation on projects (organisation_id);

-- What a user is offered for a new project, until they take it or a day has passed.
create table onboarding_sessions (
  session_id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  organisation_id integer not null references organisations on delete cascade,
  proposal jsonb not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  completed_at timestamptz,
  project_id integer
);
create index onboarding_sessions_user on onboarding_sessions (user_id, session_id);

create table api_keys (
  key_id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  name text not null,
  hash bytea not null unique,
  preview text not null,
  access text not null check (access in ('read', 'write')),
  created_by text,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  replaced_by integer
);
create index api_keys_project on api_keys (project_id, key_id);

-- What a call answered that its client named, in JSON, so that it is done once when it is sent twice. Hashes of name and request.
create table call_names (
  project_id integer not null references projects on delete cascade,
  name bytea not null,
  asked bytea not null,
  answer text,
  called_at timestamptz not null,
  primary key (project_id, name)
);
create index call_names_called_at on call_names (called_at);

-- Links that show reports of one project to anyone who has them, read only. Only hashes of their secrets.
-- query: the days, filters and comparison that the link is bound to.
create table share_links (
  project_id integer not null references projects on delete cascade,
  share_id integer generated always as identity,
  hash bytea not null unique,
  name text not null,
  page text not null check (page in ('overview', 'brands', 'sources', 'week')),
  query jsonb not null,
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (project_id, share_id)
);

-- Roles of the database that read the views of views.sql: one project, or, with null, all of them.
create table view_roles (
  project_id integer references projects on delete cascade,
  role text not null,
  granted_at timestamptz not null,
  unique nulls not distinct (project_id, role)
);
