-- Who may do what: organisations, their members, and how people sign in. Small tables that stay on one node
-- (reference tables on a cluster). Of every secret only a hash is kept.

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
  -- Typed after the right password, without a right one since.
  wrong_codes integer not null default 0,
  -- From then on a sign-in with a new browser is told.
  has_signed_in boolean not null default false,
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

-- Where the people of an organisation sign in: a provider of theirs (OpenID Connect). client_secret is sealed. roles: from
-- the groups that the provider names to roles, the first that fits; default_role is that of people in none of them, null: none.
create table sign_ons (
  organisation_id integer primary key references organisations on delete cascade,
  label text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  scope text not null,
  groups_claim text not null,
  domains text[] not null,
  roles jsonb not null,
  default_role text check (default_role in ('viewer', 'member', 'admin')),
  is_enforced boolean not null,
  updated_at timestamptz not null
);

-- Who a person at an organisation's provider is here. seen_at: when the provider last vouched for them.
create table identities (
  organisation_id integer not null references sign_ons on delete cascade,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  is_replaceable boolean not null default false,
  primary key (organisation_id, subject),
  unique (organisation_id, user_id)
);
create index identities_user on identities (user_id);

-- Browsers that are at a provider now.
create table sign_on_requests (
  hash bytea primary key,
  organisation_id integer not null references sign_ons on delete cascade,
  next text,
  expires_at timestamptz not null
);
create index sign_on_requests_organisation on sign_on_requests (organisation_id);

-- confirmed_at: when the user last typed the password, at sign-in or again before a sensitive change. sign_on: by whose
-- provider the user came, which opens that organisation alone; null: by what is the user's own. device_id: in which of
-- known_devices it was begun, which may be forgotten by now.
create table sessions (
  session_id integer generated always as identity primary key,
  hash bytea not null unique,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null,
  confirmed_at timestamptz not null,
  last_used_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text not null default '',
  address text not null default '',
  sign_on integer references organisations on delete cascade,
  device_id integer
);
create index sessions_user on sessions (user_id);

-- Browsers in which a user has signed in. What others try at an account does not slow these down; until trusted_until,
-- the password is enough there. former_hashes: secrets that it had before the one given at renamed_at.
create table known_devices (
  device_id integer generated always as identity unique,
  hash bytea not null,
  user_id integer not null references users on delete cascade,
  network text not null,
  user_agent text not null default '',
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  trusted_until timestamptz,
  former_hashes bytea[] not null default '{}',
  renamed_at timestamptz,
  primary key (hash, user_id)
);
create index known_devices_user on known_devices (user_id);

-- Links that let a user choose a new password, once.
create table password_resets (
  hash bytea primary key,
  user_id integer not null unique references users on delete cascade,
  expires_at timestamptz not null
);

-- A user's authenticator app (RFC 6238). The secret is sealed; last_step is the newest half minute of which a code was
-- taken. turned_on_at is null until the user has typed a first code.
create table authenticators (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  turned_on_at timestamptz
);

-- Codes that stand for a second factor that was lost, once each.
create table recovery_codes (
  hash bytea primary key,
  user_id integer not null references users on delete cascade
);
create index recovery_codes_user on recovery_codes (user_id);

-- Passkeys (WebAuthn). counter: the greatest that one has told, which a copy of it would not know.
create table passkeys (
  passkey_id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- What passkeys are asked to sign, once. user_id: who registers one; null: it is asked who somebody is.
create table passkey_challenges (
  hash bytea primary key,
  user_id integer references users on delete cascade,
  expires_at timestamptz not null
);
create index passkey_challenges_user on passkey_challenges (user_id);

-- Sign-ins with the right password that wait for the second factor.
create table started_sign_ins (
  hash bytea primary key,
  user_id integer not null references users on delete cascade,
  next text,
  expires_at timestamptz not null
);
create index started_sign_ins_user on started_sign_ins (user_id);

-- The one-time token of the first run.
create table setup_tokens (
  hash bytea primary key,
  created_at timestamptz not null
);

-- What INIT_* makes at the first start (owner, project), once it was there: what is deleted later is not made again.
create table first_things (
  thing text primary key,
  noted_at timestamptz not null default now()
);

-- One row, the clock as it was when last looked at: what it said when it was believed, and since when it is doubted (null: it is not).
create table seen_clock (
  clock_id integer primary key default 1,
  believed_at timestamptz not null,
  looked_at timestamptz not null,
  doubted_since timestamptz
);

-- No foreign keys: what a user did stays known when the project or the organisation is gone.
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
create index audit_log_organisation on audit_log (organisation_id, audit_id);
