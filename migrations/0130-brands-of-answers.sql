-- An earlier form of this migration put the brands into answers_fact, which has no room for very many: taken back.
do $$
begin
  if exists (select from migrations where name = '0130-brands-in-answers-index.sql') then
    drop index answers_unusable;
    create unique index answers_fact_narrow on answers (project_id, day, model_id, prompt_id, sample)
      include (answer_id, status);
    drop index answers_fact;
    alter index answers_fact_narrow rename to answers_fact;
  end if;
end $$;

-- The brands of sources, filtered by prompt or tag, are read from an index of the answers alone: an entry for each
-- answer that names any instead of one for each mention. An entry of an index holds some 600 numbers: the few answers
-- with more have an index to find them by.
create index answers_named on answers (project_id, day, model_id, prompt_id, sample)
  include (brand_ids) where status = 'answered' and cardinality(brand_ids) between 1 and 400;
create index answers_crowded on answers (project_id, day, model_id, prompt_id, sample)
  where status = 'answered' and cardinality(brand_ids) > 400;

-- The few answers without a usable text, whose sources do not count.
create index answers_unusable on answers (project_id, day, model_id, prompt_id, sample) where status <> 'answered';
