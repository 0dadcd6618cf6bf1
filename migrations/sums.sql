-- Sums of facts over runs of days. All of it can be rebuilt from the facts: edit this file freely. When it differs from
-- what a database was given, it is run again: every table here is dropped and made, and every day with facts is
-- rebuilt before the first report. A table that is no longer made stays in the list of those to drop.
drop table if exists answer_rollup, brand_rollup, domain_rollup, url_rollup, gap_rollup, prompt_rollup, cell_rollup,
  rollup_brands, rollup_dirty, rollup_days;

-- How statements that find few rows by their key are planned; replaced where tables are spread over a cluster, which
-- plans each by its values.
create or replace function plan_of_few() returns text language sql stable as $$ select 'force_generic_plan' $$;

-- How many answers a project has before the sums of domains and pages of its days are made: until then reports of sources
-- are counted in the facts, which are no more rows than these sums would be.
create or replace function source_sums_from() returns integer language sql stable as $$ select 6000 $$;

-- Days whose sums no longer match their facts. Written in the transaction that changes the facts; a row for every
-- change and no key on the day, so that a change is never folded into a row that a rebuild is just taking.
-- first_answer, last_answer: where the change only added answers, the run of their numbers, and how many of the run are
-- of this day; null: the whole day is to be summed. version: tells changes apart for ever; a server that takes another's
-- place may give its last numbers once more.
create table rollup_dirty (
  project_id integer not null,
  day date not null,
  dirty_id bigint generated always as identity,
  first_answer bigint,
  last_answer bigint,
  answers integer,
  version uuid not null default gen_random_uuid(),
  primary key (project_id, day, dirty_id)
);

-- When the facts of a day were last summed, as a version that is everywhere unique: where it is the same and the same
-- rows say that the day changed since, its facts are the same, too. has_sources: its sums of domains and pages are made.
create table rollup_days (
  project_id integer not null,
  day date not null,
  version uuid not null,
  has_sources boolean not null,
  primary key (project_id, day) include (version, has_sources)
);

-- The projects with such days, how many, and since when the first waits. Where tables are spread over a cluster and one
-- of its servers is away, each part is asked by itself, and those that answer tell of theirs.
create or replace function dirty_projects() returns table (project_id integer, days bigint, first bigint)
  language plpgsql stable as $$
  begin
    return query select d.project_id, count(distinct d.day), min(d.dirty_id) from rollup_dirty d group by d.project_id;
  exception when connection_exception then
    return query select d.project_id, d.days, d.first
      from run_command_on_shards('rollup_dirty', 'select coalesce(json_agg(d), ''[]'') from (select project_id,
        count(distinct day) as days, min(dirty_id) as first from %s group by project_id) d') as r,
      json_to_recordset(r.result::json) as d (project_id integer, days bigint, first bigint)
      where r.success;
  end $$;

-- A row covers `span` days (1, 4, 16 or 64), beginning at `start`, a day whose number since 1970-01-01 divides by the
-- span. Any range of days is at most 6 + 6 + 6 + n pieces, so a year costs about as many rows as a month. Rebuilt by
-- delete and insert. topic_id 0: no topic. Ratios are divided when read; sentiment_sum is in thousandths.
-- without_own, with_own: of the answers that name brands, how many go without the project's own brand and how many
-- name it. Opportunities come from these.
create table answer_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  country_code text not null,
  topic_id integer not null,
  is_branded boolean not null,
  answers integer not null,
  no_answer integer not null,
  refused integer not null,
  error integer not null,
  cut integer not null,
  without_own integer not null,
  with_own integer not null,
  primary key (project_id, span, start, model_id, country_code, topic_id, is_branded)
    include (answers, no_answer, refused, error, cut)
);

create table brand_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  country_code text not null,
  topic_id integer not null,
  is_branded boolean not null,
  brand_id integer not null,
  answers integer not null,
  mention_count bigint not null,
  position_sum bigint not null,
  first_count integer not null,
  sentiment_sum bigint not null,
  sentiment_count integer not null,
  primary key (project_id, span, start, model_id, country_code, topic_id, is_branded, brand_id)
    include (answers, mention_count, position_sum, first_count, sentiment_sum, sentiment_count)
);

-- Which brands the answers behind a sum mention, as bits: sums over longer spans are then a single pass with bit_or.
-- place: the brand's bit, counted from the left; given once and never to another brand.
create table rollup_brands (
  project_id integer not null,
  brand_id integer not null,
  place integer not null,
  primary key (project_id, brand_id),
  unique (project_id, place)
);

-- Only of answers by models that can report sources; model_id 0: all of them together, which lie side by side in the
-- key, so that a range of days is one run of the index. only_branded: of answers to prompts that name the own brand,
-- which are few; the other rows count all answers, these too, so that reports on all read no more. answers: those using
-- this source. brands: of these as bits, in rows of all answers without those that rows of only_branded have, because
-- bits cannot be taken off; shorter than another means zeros at its end.
create table domain_rollup (
  project_id integer not null,
  span smallint not null,
  only_branded boolean not null,
  start date not null,
  model_id integer not null,
  domain_id integer not null,
  answers integer not null,
  retrieved_answers integer not null,
  cited_answers integer not null,
  retrievals integer not null,
  citations integer not null,
  brands bit varying not null,
  primary key (project_id, span, only_branded, model_id, start, domain_id)
    include (answers, retrieved_answers, cited_answers, retrievals, citations)
);

create table url_rollup (
  project_id integer not null,
  span smallint not null,
  only_branded boolean not null,
  start date not null,
  model_id integer not null,
  url_id integer not null,
  answers integer not null,
  retrieved_answers integer not null,
  cited_answers integer not null,
  retrievals integer not null,
  citations integer not null,
  brands bit varying not null,
  primary key (project_id, span, only_branded, model_id, start, url_id)
    include (answers, retrieved_answers, cited_answers, retrievals, citations)
);

-- Of answers by models that report citations, by domain they cite, and whether their prompt names the own brand.
create table gap_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  domain_id integer not null,
  is_branded boolean not null,
  without_own integer not null,
  with_own integer not null,
  primary key (project_id, span, start, domain_id, is_branded) include (without_own, with_own)
);

-- answers: usable ones, whether they name a brand or not.
create table prompt_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  prompt_id integer not null,
  answers integer not null,
  without_own integer not null,
  with_own integer not null,
  primary key (project_id, span, start, prompt_id) include (answers, without_own, with_own)
);

-- How often each prompt's answers mention each brand, where and in what tone, by model, packed: intervals and
-- comparisons by prompt and model need these counts for all prompts and brands at once, and as rows they would be as many as the mentions.
-- span: 1 or 8 days, the first is start. cells: begin with the number of their format, see
-- src/domain/sums/packed-cells.ts; a process that knows another layout can neither misread nor write such rows.
-- version: rows are added and removed, never changed, so that what was read of a version stays true and need not be
-- read again. What answers that come later add is a row of its own, until there are too many of these.
create table cell_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  cells bytea not null,
  version uuid not null default gen_random_uuid(),
  primary key (project_id, span, start, model_id, version),
  constraint cell_rollup_format check (get_byte(cells, 0) = 133 and octet_length(cells) % 4 = 1)
);
-- Read whole and often: not worth compressing.
alter table cell_rollup alter column cells set storage external;

insert into rollup_dirty (project_id, day) select distinct project_id, day from answers;
