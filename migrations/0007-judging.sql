-- A language model that judges tone and suggested brands, where a project asks for it. Off: no row.

-- last_error_kind: as engines name failures, or budget; failing_since: its first failure since it answered. measured: how often it says what people say of labelled passages; measuring: the same, so far. last_answer_id: answers up to it are judged; busy_until: the lease of the job at work.
create table judges (
  project_id integer primary key references projects on delete cascade,
  model_id integer not null,
  since date not null,
  last_answer_id bigint not null default 0,
  busy_until timestamptz,
  waits_until timestamptz,
  failure_streak integer not null default 0,
  last_error text,
  last_error_kind text,
  failing_since timestamptz,
  last_success_at timestamptz,
  created_at timestamptz not null,
  measured jsonb,
  measuring jsonb,
  foreign key (project_id, model_id) references capture_targets on delete cascade
);

-- What a judge said of a brand in an answer. score: thousandths; null: it said nothing that could be used, and the
-- estimate stays. content_hash: SHA-256 of the answer's text, so that the same text is judged once. estimate: what rules
-- said before, in thousandths; decided: a person's score, which wins over both. No foreign keys to facts: what deletes
-- an answer deletes its judgements.
create table judgements (
  project_id integer not null,
  answer_id bigint not null,
  brand_id integer not null,
  judge text not null,
  content_hash bytea not null,
  score smallint check (score between -1000 and 1000),
  quote_start integer,
  quote_end integer,
  judged_at timestamptz not null,
  estimate smallint check (estimate between -1000 and 1000),
  decided smallint check (decided between -1000 and 1000),
  decided_by text,
  decided_at timestamptz,
  primary key (project_id, answer_id, brand_id)
);
create index judgements_decided on judgements (project_id, decided_by) where decided_by is not null;
create index judgements_content on judgements (project_id, content_hash, brand_id);

-- What a judge said of a name that might be suggested as a brand.
create table judged_names (
  project_id integer not null references projects on delete cascade,
  name_key text not null,
  judge text not null,
  is_brand boolean not null,
  canonical_name text,
  judged_at timestamptz not null,
  primary key (project_id, name_key)
);

-- Whether a doubtful mention means the brand. judged: the judge's word, null: nothing usable; decided: a person's, which
-- wins over rule and judge. text_hash: SHA-256 of brand and passage, asked once. kept: the mention while it does not
-- count, to be put back.
create table verdicts (
  project_id integer not null,
  answer_id bigint not null,
  brand_id integer not null,
  doubt text not null check (doubt in ('name', 'absence')),
  passage text not null,
  judge text not null,
  text_hash bytea not null,
  judged boolean,
  quote text,
  judged_at timestamptz not null,
  decided boolean,
  decided_by text,
  decided_at timestamptz,
  kept jsonb,
  primary key (project_id, answer_id, brand_id)
);
create index verdicts_decided on verdicts (project_id, decided_by) where decided_by is not null;
create index verdicts_text on verdicts (project_id, text_hash);
