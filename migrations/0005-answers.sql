-- Facts are rows. One answer is (day, model, prompt, sample); its facts repeat that key, so that a report over a range
-- of days is one index-only scan. No foreign keys here: what deletes an answer deletes its facts.

-- brand_ids: the brands it mentions. removed_spans: start and end offsets of citation marks in the Markdown that are
-- not part of its prose, flat. is_partial: it was not read to its end, because it names too much or reading took too long.
-- is_cut: its provider ended it at a length limit, so it may name fewer brands than a whole one.
-- search_asked: whether the model was made to search, left to choose, or given no search;
-- null: not known. search_tool: the tool it was given to search with, as its API names it. effort: how much it was made
-- to think. country_asked: whether the question told the country, a vendor asked from there, or neither.
-- asked_without: what of the usual request its provider refused.
create table answers (
  project_id integer not null,
  answer_id bigint generated always as identity,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null default 1,
  captured_at timestamptz not null,
  status text not null check (status in ('answered', 'no_answer', 'refused', 'error')),
  brand_ids integer[] not null default '{}',
  source_count integer not null default 0,
  answer text not null default '',
  served_model text,
  search_ran boolean,
  search_asked text check (search_asked in ('forced', 'chosen', 'off')),
  search_tool text,
  effort text,
  country_asked text check (country_asked in ('told', 'from_there', 'not_told')),
  asked_without text[],
  origin text not null check (origin in ('import', 'capture')),
  external_id text,
  content_hash bytea not null,
  detector_version smallint not null default 0,
  removed_spans integer[] not null default '{}',
  is_partial boolean not null default false,
  is_cut boolean not null default false,
  primary key (project_id, answer_id)
);
create unique index answers_fact on answers (project_id, day, model_id, prompt_id, sample)
  include (answer_id, status);
create index answers_newest on answers (project_id, captured_at desc, answer_id desc);
-- Answers that came later than lists by time of capture look for a day's: of batches sent again, or after an outage.
create index answers_belated on answers (project_id, day, captured_at)
  where captured_at at time zone 'UTC' >= day + 3;
create index answers_prompt on answers (project_id, prompt_id, captured_at desc, answer_id desc);
create unique index answers_external on answers (project_id, external_id) where external_id is not null;
create unique index answers_content on answers (project_id, content_hash) where external_id is null;
-- The brands of sources, filtered by prompt or tag, are read from an index of the answers alone: an entry for each
-- answer that names any instead of one for each mention. An index entry holds about 600 numbers: the few answers with
-- more have an index to find them by.
create index answers_named on answers (project_id, day, model_id, prompt_id, sample)
  include (brand_ids) where status = 'answered' and cardinality(brand_ids) between 1 and 400;
create index answers_crowded on answers (project_id, day, model_id, prompt_id, sample)
  where status = 'answered' and cardinality(brand_ids) > 400;
-- The few answers without a usable text, whose sources do not count.
create index answers_unusable on answers (project_id, day, model_id, prompt_id, sample) where status <> 'answered';

-- The body a provider sent, kept so that a newer adapter can read it again: JSON, compressed by us, because PostgreSQL's
-- own compression leaves it half as large again.
create table raw_answers (
  project_id integer not null,
  answer_id bigint not null,
  adapter_version text not null,
  body bytea not null,
  primary key (project_id, answer_id)
);
alter table raw_answers alter column body set storage external;

-- sentiment: thousandths of the score, -1000 to 1000; null: not scored.
-- evidence: start and end offsets in the answer's Markdown, flat, in UTF-16 units.
create table mentions (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  brand_id integer not null,
  position integer not null,
  mention_count integer not null,
  sentiment smallint,
  evidence integer[] not null default '{}',
  is_judged boolean not null default false,
  primary key (project_id, day, model_id, prompt_id, sample, brand_id)
    include (position, mention_count, sentiment)
);
create index mentions_brand on mentions (project_id, brand_id, day);

create table domains (
  project_id integer not null,
  domain_id integer generated always as identity,
  domain text not null,
  classification text not null,
  is_classified_by_user boolean not null default false,
  primary key (project_id, domain_id),
  unique (project_id, domain)
);

-- url_hash: md5 of the canonical URL, which may be longer than an index entry.
create table urls (
  project_id integer not null,
  url_id integer generated always as identity,
  url text not null,
  url_hash uuid not null,
  domain_id integer not null,
  title text,
  page_type text not null,
  primary key (project_id, url_id),
  unique (project_id, url_hash)
);
create index urls_domain on urls (project_id, domain_id);

-- One row per answer and page. retrieved: times it was read (0 or more); cited: times it was cited.
-- raw_url: as given, when it differs from the canonical one; position: rank among the answer's sources.
create table citations (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  url_id integer not null,
  domain_id integer not null,
  retrieved smallint not null,
  cited smallint not null,
  position integer not null,
  raw_url text,
  primary key (project_id, day, model_id, prompt_id, sample, url_id)
    include (domain_id, retrieved, cited)
);
create index citations_url on citations (project_id, url_id, day);
create index citations_domain on citations (project_id, domain_id, day);

-- What an app's or a search page showed beside its answer, in its order: never a mention or a citation of the answer.
create table answer_extras (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  position integer not null,
  kind text not null check (kind in ('ad', 'product', 'business', 'entity')),
  title text not null,
  url text,
  price text,
  primary key (project_id, day, model_id, prompt_id, sample, position)
);

create table search_queries (
  project_id integer not null,
  day date not null,
  model_id integer not null,
  prompt_id integer not null,
  sample integer not null,
  position integer not null,
  query text not null,
  primary key (project_id, day, model_id, prompt_id, sample, position)
);
