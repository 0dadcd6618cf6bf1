-- Sums over runs of days. A row of `span` 1 covers the day `start`; 8 and 64 cover that many days, beginning at
-- a day whose number since 1970-01-01 divides by the span. Any range of days is at most 14 + 14 + n pieces, so a
-- year costs about as many rows as a month. Rebuilt by delete and insert from the facts; see rollup_dirty.
-- topic_id 0: no topic. Ratios are divided when read; sentiment_sum is in thousandths.

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
  primary key (project_id, span, start, model_id, country_code, topic_id, is_branded)
    include (answers, no_answer, refused, error)
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

-- Only of answers by models that can report sources; model_id 0: all of them together.
-- brand_ids: the brands that the answers using this domain mention.
create table domain_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  domain_id integer not null,
  retrieved_answers integer not null,
  cited_answers integer not null,
  retrievals integer not null,
  citations integer not null,
  brand_ids integer[] not null,
  primary key (project_id, span, start, model_id, domain_id)
    include (retrieved_answers, cited_answers, retrievals, citations)
);

create table url_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  model_id integer not null,
  url_id integer not null,
  domain_id integer not null,
  retrieved_answers integer not null,
  cited_answers integer not null,
  retrievals integer not null,
  citations integer not null,
  brand_ids integer[] not null,
  primary key (project_id, span, start, model_id, url_id)
    include (domain_id, retrieved_answers, cited_answers, retrievals, citations)
);

-- Days whose sums no longer match their facts. Written in the transaction that changes the facts; a row for every
-- change and no key on the day, so that a change is never folded into a row that a rebuild is just taking.
create table rollup_dirty (
  project_id integer not null,
  day date not null,
  dirty_id bigint generated always as identity,
  primary key (project_id, day, dirty_id)
);
