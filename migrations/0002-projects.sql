-- A tenant and what it tracks. From here on project_id leads every key and index.

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
  created_at timestamptz not null default now()
);
create index projects_organisation on projects (organisation_id);

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

-- md5 of the text because a text of 2,000 characters does not fit an index entry.
create table prompts (
  project_id integer not null references projects on delete cascade,
  prompt_id integer generated always as identity,
  text text not null,
  country_code text not null,
  language_code text not null,
  topic_id integer,
  status text not null default 'active' check (status in ('active', 'archived')),
  is_branded boolean not null default false,
  created_at timestamptz not null default now(),
  last_run_at timestamptz,
  primary key (project_id, prompt_id),
  foreign key (project_id, topic_id) references topics
);
create unique index prompts_text on prompts (project_id, md5(text), country_code);
create index prompts_topic on prompts (project_id, topic_id);

create table prompt_tags (
  project_id integer not null,
  tag_id integer not null,
  prompt_id integer not null,
  primary key (project_id, tag_id, prompt_id),
  foreign key (project_id, tag_id) references tags on delete cascade,
  foreign key (project_id, prompt_id) references prompts on delete cascade
);
create index prompt_tags_prompt on prompt_tags (project_id, prompt_id);

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
