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

-- All days at once, from the facts: sums of some of them would claim gaps that there are not.
create temporary table named on commit drop as
select a.project_id, a.day, a.model_id, a.prompt_id, a.sample,
  (cardinality(a.brand_ids) > 0 and not a.brand_ids && coalesce(own.ids, '{}'))::integer as without_own,
  (a.brand_ids && coalesce(own.ids, '{}'))::integer as with_own
from answers a
left join (select project_id, array_agg(brand_id) as ids from brands where is_own group by project_id) own
  using (project_id)
where a.status = 'answered';
analyze named;

insert into prompt_rollup (project_id, span, start, prompt_id, answers, without_own, with_own)
select project_id, 1, day, prompt_id, count(*), sum(without_own), sum(with_own) from named group by 1, 3, 4;

insert into gap_rollup (project_id, span, start, domain_id, without_own, with_own)
select project_id, 1, day, domain_id, sum(without_own), sum(with_own)
from named
join (select distinct project_id, day, model_id, prompt_id, sample, domain_id from citations where cited > 0) c
  using (project_id, day, model_id, prompt_id, sample)
join models using (project_id, model_id)
where supports_cited and without_own + with_own > 0
group by 1, 3, 4;

update answer_rollup r set without_own = n.without_own, with_own = n.with_own
from (
  select project_id, day as start, n.model_id, p.country_code, coalesce(p.topic_id, 0) as topic_id, p.is_branded,
    sum(without_own) as without_own, sum(with_own) as with_own
  from named n join prompts p using (project_id, prompt_id) group by 1, 2, 3, 4, 5, 6
) n
where r.span = 1 and (r.project_id, r.start, r.model_id, r.country_code, r.topic_id, r.is_branded)
  = (n.project_id, n.start, n.model_id, n.country_code, n.topic_id, n.is_branded);

do $$
declare
  days integer;
begin
  foreach days in array array[4, 16, 64] loop
    insert into prompt_rollup (project_id, span, start, prompt_id, answers, without_own, with_own)
    select project_id, days, '1970-01-01'::date + (start - '1970-01-01'::date) / days * days, prompt_id,
      sum(answers), sum(without_own), sum(with_own)
    from prompt_rollup where span = days / 4 group by 1, 3, 4;

    insert into gap_rollup (project_id, span, start, domain_id, without_own, with_own)
    select project_id, days, '1970-01-01'::date + (start - '1970-01-01'::date) / days * days, domain_id,
      sum(without_own), sum(with_own)
    from gap_rollup where span = days / 4 group by 1, 3, 4;

    update answer_rollup r set without_own = n.without_own, with_own = n.with_own
    from (
      select project_id, '1970-01-01'::date + (start - '1970-01-01'::date) / days * days as start, model_id,
        country_code, topic_id, is_branded, sum(without_own) as without_own, sum(with_own) as with_own
      from answer_rollup where span = days / 4 group by 1, 2, 3, 4, 5, 6
    ) n
    where r.span = days and (r.project_id, r.start, r.model_id, r.country_code, r.topic_id, r.is_branded)
      = (n.project_id, n.start, n.model_id, n.country_code, n.topic_id, n.is_branded);
  end loop;
end $$;

-- A process of an older version that is still running cannot write sums without them: its days wait for a newer one.
alter table answer_rollup alter column without_own drop default, alter column with_own drop default;
