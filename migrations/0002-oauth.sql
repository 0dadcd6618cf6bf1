-- The authorization server for MCP clients. A token lives only as long as its grant; of every secret only a hash is kept.

create table oauth_clients (
  client_id text primary key,
  name text not null,
  redirect_uris text[] not null,
  created_at timestamptz not null,
  -- When the document of a client whose id is its address was read; null for one that registered itself.
  checked_at timestamptz
);
create index oauth_clients_created on oauth_clients (created_at);

create table oauth_requests (
  hash bytea primary key,
  session_id integer not null references sessions on delete cascade,
  client_id text not null references oauth_clients on delete cascade,
  redirect_uri text not null,
  redirect_uri_given boolean not null,
  code_challenge text not null,
  state text,
  resource text not null,
  expires_at timestamptz not null,
  -- What the user answered: the scopes, none for a no; null until then.
  granted text[]
);
create index oauth_requests_session on oauth_requests (session_id);

create table oauth_grants (
  grant_id integer generated always as identity primary key,
  client_id text not null references oauth_clients on delete cascade,
  user_id integer not null references users on delete cascade,
  scopes text[] not null,
  resource text not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  revoke_reason text,
  -- As that of the session that it was given in.
  sign_on integer references organisations on delete cascade
);
create index oauth_grants_user on oauth_grants (user_id);
create index oauth_grants_client on oauth_grants (client_id);

create table oauth_codes (
  hash bytea primary key,
  client_id text not null references oauth_clients on delete cascade,
  user_id integer not null references users on delete cascade,
  redirect_uri text not null,
  code_challenge text not null,
  scopes text[] not null,
  resource text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  grant_id integer references oauth_grants on delete cascade,
  sign_on integer references organisations on delete cascade
);

create table oauth_tokens (
  hash bytea primary key,
  grant_id integer not null references oauth_grants on delete cascade,
  kind text not null check (kind in ('access', 'refresh')),
  scopes text[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The pair that came of a spent refresh token, sealed; only where an operator lets it be answered again.
  answer bytea
);
create index oauth_tokens_grant on oauth_tokens (grant_id);
create index oauth_tokens_expiry on oauth_tokens (expires_at);
