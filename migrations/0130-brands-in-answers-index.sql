-- The brands of sources, filtered by prompt or tag, are read from the index of the answers alone: an entry for each
-- answer instead of one for each mention.
create unique index answers_fact_wide on answers (project_id, day, model_id, prompt_id, sample)
  include (answer_id, status, brand_ids);
drop index answers_fact;
alter index answers_fact_wide rename to answers_fact;

-- The few answers without a usable text, whose sources do not count.
create index answers_unusable on answers (project_id, day, model_id, prompt_id, sample) where status <> 'answered';
