-- Who may do what. Small tables that stay on one node (reference tables on a cluster).

create table organisations (
  organisation_id integer generated always as identity primary key,
  name text not null,
  plan text not null,
  created_at timestamptz not null default now()
);

create table users (
  user_id integer generated always as identity primary key,
  email text not null,
  name text not null default '',
  password_hash text,
  is_disabled boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table memberships (
  organisation_id integer not null references organisations on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  created_at timestamptz not null default now(),
  primary key (organisation_id, user_id)
);
create index memberships_user on memberships (user_id);

create table audit_log (
  audit_id bigint generated always as identity primary key,
  organisation_id integer,
  project_id integer,
  actor text not null,
  door text not null,
  operation text not null,
  target jsonb,
  at timestamptz not null
);
create index audit_log_project on audit_log (project_id, audit_id);
