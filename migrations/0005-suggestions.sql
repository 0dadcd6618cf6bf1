-- One row per name ever suggested, so that a rejected one never comes back.

create table suggestions (
  project_id integer not null references projects on delete cascade,
  suggestion_id integer generated always as identity,
  kind text not null check (kind in ('brand', 'prompt', 'topic')),
  status text not null default 'open' check (status in ('open', 'accepted', 'rejected')),
  name text not null,
  name_key text not null,
  domains text[] not null default '{}',
  chat_count integer not null default 0,
  model_count integer not null default 0,
  examples jsonb not null default '[]',
  detail jsonb not null default '{}',
  reason text not null,
  score real not null default 0,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by text,
  result_id integer,
  primary key (project_id, suggestion_id),
  unique (project_id, kind, name_key)
);
create index suggestions_open on suggestions (project_id, kind, status, score desc, suggestion_id);
