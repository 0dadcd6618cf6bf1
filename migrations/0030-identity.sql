-- Sign-in: sessions, invitations by link, and the one-time token of the first run. Only hashes of secrets.

create table sessions (
  session_id integer generated always as identity primary key,
  hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '',
  address text not null default ''
);
create index sessions_user on sessions (user_id);

create table invitations (
  invitation_id integer generated always as identity primary key,
  hash bytea not null unique,
  organisation_id integer not null references organisations on delete cascade,
  email text not null,
  role text not null check (role in ('viewer', 'member', 'admin', 'owner')),
  invited_by integer references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create index invitations_organisation on invitations (organisation_id);

create table setup_tokens (
  hash bytea primary key,
  created_at timestamptz not null
);
