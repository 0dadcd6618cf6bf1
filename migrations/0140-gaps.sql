-- Of the answers that name brands, how many go without the project's own brand and how many name it: in all, citing
-- each domain (of models that report citations), and of each prompt. Opportunities are told from these.
alter table answer_rollup add column without_own integer not null default 0,
  add column with_own integer not null default 0;

create table gap_rollup (
  project_id integer not null,
  span smallint not null,
  start date not null,
  domain_id integer not null,
  without_own integer not null,
  with_own integer not null,
  primary key (project_id, span, start, domain_id) include (without_own, with_own)
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

insert into rollup_dirty (project_id, day) select distinct project_id, start from answer_rollup where span = 1;
