-- Links that show reports of one project to whoever holds them, read only. Only hashes of their secrets.
-- query: the days, filters and comparison that the link is bound to.
create table share_links (
  project_id integer not null references projects on delete cascade,
  share_id integer generated always as identity,
  hash bytea not null unique,
  name text not null,
  page text not null check (page in ('overview', 'brands', 'sources')),
  query jsonb not null,
  created_by text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (project_id, share_id)
);
