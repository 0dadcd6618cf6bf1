-- What a project tracks: brands that are looked for, prompts that are asked, and models that answer.

create table brands (
  project_id integer not null references projects on delete cascade,
  brand_id integer generated always as identity,
  name text not null,
  name_key text not null,
  aliases jsonb not null default '[]',
  domains text[] not null default '{}',
  regex text,
  exclude_phrases text[] not null default '{}',
  is_own boolean not null default false,
  color text not null,
  source text not null default 'manual' check (source in ('manual', 'suggestion', 'onboarding')),
  status text not null default 'ready' check (status in ('ready', 'recalculating')),
  created_at timestamptz not null default now(),
  primary key (project_id, brand_id),
  unique (project_id, name_key)
);
create unique index brands_own on brands (project_id) where is_own;

-- Stored answers that are being read again after brands changed: how far it is, so that a crash costs one step.
create table recalculations (
  project_id integer primary key references projects on delete cascade,
  rules_hash text not null,
  detector_version smallint not null,
  last_answer_id bigint not null default 0,
  done integer not null default 0,
  total integer not null default 0,
  started_at timestamptz not null default now(),
  finished_at timestamptz
);

create table topics (
  project_id integer not null references projects on delete cascade,
  topic_id integer generated always as identity,
  name text not null,
  name_key text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, topic_id),
  unique (project_id, name_key)
);

create table tags (
  project_id integer not null references projects on delete cascade,
  tag_id integer generated always as identity,
  name text not null,
  name_key text not null,
  color text not null,
  created_at timestamptz not null default now(),
  primary key (project_id, tag_id),
  unique (project_id, name_key)
);

create table prompts (
  project_id integer not null references projects on delete cascade,
  prompt_id integer generated always as identity,
  text text not null,
  country_code text not null,
  language_code text not null,
  topic_id integer,
  status text not null default 'active' check (status in ('active', 'archived')),
  is_branded boolean not null default false,
  brand_ids integer[] not null default '{}',
  created_at timestamptz not null default now(),
  last_run_at timestamptz,
  primary key (project_id, prompt_id),
  foreign key (project_id, topic_id) references topics
);
-- md5 because a text of 2,000 characters does not fit into an index entry.
create unique index prompts_text on prompts (project_id, md5(text), country_code);
create index prompts_topic on prompts (project_id, topic_id);
-- The prompts that a list of answers leaves out; mostly few.
create index prompts_aside on prompts (project_id, prompt_id) where status = 'archived' or is_branded;

create table prompt_tags (
  project_id integer not null,
  tag_id integer not null,
  prompt_id integer not null,
  primary key (project_id, tag_id, prompt_id),
  foreign key (project_id, tag_id) references tags on delete cascade,
  foreign key (project_id, prompt_id) references prompts on delete cascade
);
create index prompt_tags_prompt on prompt_tags (project_id, prompt_id);

-- A file of prompts on its way in: how far it is, and how it went until the next one comes. One at a time in a project.
create table prompt_imports (
  project_id integer not null references projects on delete cascade,
  import_id integer generated always as identity,
  status text not null default 'running' check (status in ('running', 'done', 'failed')),
  total integer not null,
  imported integer not null default 0,
  unchanged integer not null default 0,
  failed integer not null default 0,
  problem text,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (project_id, import_id)
);
create unique index prompt_imports_running on prompt_imports (project_id) where status = 'running';

-- Its lines that are still to be imported, and those that could not be, which have a problem. place: from 0.
create table prompt_import_lines (
  project_id integer not null,
  import_id integer not null,
  place integer not null,
  line integer not null,
  prompt jsonb,
  problem text,
  primary key (project_id, import_id, place),
  foreign key (project_id, import_id) references prompt_imports on delete cascade
);

-- An engine channel: a stable name while the model behind it changes.
create table models (
  project_id integer not null references projects on delete cascade,
  model_id integer generated always as identity,
  slug text not null,
  name text not null,
  provider text not null,
  surface text not null check (surface in ('api', 'ui', 'serp', 'local', 'import')),
  requested_model text,
  is_active boolean not null default true,
  supports_search_queries boolean not null default false,
  supports_retrieved boolean not null default false,
  supports_cited boolean not null default false,
  supports_location boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (project_id, model_id),
  unique (project_id, slug)
);

-- Names and questions that answers speak of and nobody tracks yet. One row for every name ever suggested, so that a
-- rejected one never comes back.
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
  -- Since when no search finds it: it is listed no more, and may still be decided for a day.
  lost_at timestamptz,
  primary key (project_id, suggestion_id),
  unique (project_id, kind, name_key)
);
create index suggestions_open on suggestions (project_id, kind, status, score desc, suggestion_id);

-- What was decided about a lead. Of a prompt its number says what it is about, of a site or page its name.
create table actions (
  project_id integer not null references projects on delete cascade,
  action_id integer generated always as identity,
  kind text not null check (kind in ('prompt_gap', 'source_gap', 'page_unnamed', 'page_lost', 'page_uncited')),
  prompt_id integer,
  subject text not null default '',
  status text not null default 'open' check (status in ('open', 'doing', 'done', 'dismissed')),
  reason text,
  owner text,
  note text,
  due_on date,
  shipped_on date,
  -- What it was seen to win, of which days, when somebody took it up; it stays as it was then.
  expected jsonb,
  changed_by text,
  updated_at timestamptz not null,
  primary key (project_id, action_id),
  foreign key (project_id, prompt_id) references prompts on delete cascade
);
-- md5 because an address may be longer than an index entry.
create unique index actions_subject on actions (project_id, kind, prompt_id, md5(subject)) nulls not distinct;
