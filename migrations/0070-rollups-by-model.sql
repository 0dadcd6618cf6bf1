-- Which brands the answers behind a sum mention, as bits: sums over longer spans are then a single pass with bit_or.
-- place: the brand's bit, counted from the left; given once and never to another brand.
create table rollup_brands (
  project_id integer not null,
  brand_id integer not null,
  place integer not null,
  primary key (project_id, brand_id),
  unique (project_id, place)
);
insert into rollup_brands (project_id, brand_id, place)
select project_id, brand_id, row_number() over (partition by project_id order by brand_id) - 1 from brands;

create function pg_temp.bits_of(project integer, ids integer[]) returns bit varying language sql stable
  return (
    select bit_or(set_bit(repeat('0', (select max(place) + 1 from rollup_brands where project_id = project))::bit varying,
      place, case when brand_id = any(ids) then 1 else 0 end))
    from rollup_brands where project_id = project
  );

-- brands: of the answers using this source; shorter than another means zeros at its end.
alter table domain_rollup alter column brand_ids type bit varying
  using coalesce(pg_temp.bits_of(project_id, brand_ids), B'');
alter table domain_rollup rename column brand_ids to brands;
alter table url_rollup alter column brand_ids type bit varying
  using coalesce(pg_temp.bits_of(project_id, brand_ids), B'');
alter table url_rollup rename column brand_ids to brands;

-- The model before the days: sums over all models (0) lie together, so that a range of days is one run of the index.
alter table domain_rollup drop constraint domain_rollup_pkey;
alter table domain_rollup add primary key (project_id, span, model_id, start, domain_id)
  include (retrieved_answers, cited_answers, retrievals, citations);
alter table url_rollup drop constraint url_rollup_pkey;
alter table url_rollup add primary key (project_id, span, model_id, start, url_id)
  include (domain_id, retrieved_answers, cited_answers, retrievals, citations);
