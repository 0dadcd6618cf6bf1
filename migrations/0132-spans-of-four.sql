-- Sums cover 1, 4, 16 and 64 days now, not 1, 8 and 64: a range of days is at most 6 + 6 + 6 + n of them instead of
-- 14 + 14 + n, and there are four times as many pages in eight single days as in two fours.
do $$
declare
  bits integer;
  span integer;
  bucket text;
  uses text := 'sum(retrieved_answers), sum(cited_answers), sum(retrievals), sum(citations)';
begin
  select coalesce(max(place), 0) + 1 into bits from rollup_brands;
  foreach span in array array[4, 16] loop
    bucket := format('''1970-01-01''::date + (start - ''1970-01-01''::date) / %s * %s', span, span);
    execute format(
      'insert into answer_rollup (project_id, span, start, model_id, country_code, topic_id, is_branded,
         answers, no_answer, refused, error)
       select project_id, %s, %s, model_id, country_code, topic_id, is_branded,
         sum(answers), sum(no_answer), sum(refused), sum(error)
       from answer_rollup where span = %s group by 1, 3, 4, 5, 6, 7', span, bucket, span / 4);
    execute format(
      'insert into brand_rollup (project_id, span, start, model_id, country_code, topic_id, is_branded, brand_id,
         answers, mention_count, position_sum, first_count, sentiment_sum, sentiment_count)
       select project_id, %s, %s, model_id, country_code, topic_id, is_branded, brand_id,
         sum(answers), sum(mention_count), sum(position_sum), sum(first_count), sum(sentiment_sum), sum(sentiment_count)
       from brand_rollup where span = %s group by 1, 3, 4, 5, 6, 7, 8', span, bucket, span / 4);
    execute format(
      'insert into domain_rollup (project_id, span, start, model_id, domain_id,
         retrieved_answers, cited_answers, retrievals, citations, brands)
       select project_id, %s, %s, model_id, domain_id, %s, bit_or(brands::bit(%s))
       from domain_rollup where span = %s group by 1, 3, 4, 5', span, bucket, uses, bits, span / 4);
    execute format(
      'insert into url_rollup (project_id, span, start, model_id, url_id, domain_id,
         retrieved_answers, cited_answers, retrievals, citations, brands)
       select project_id, %s, %s, model_id, url_id, domain_id, %s, bit_or(brands::bit(%s))
       from url_rollup where span = %s group by 1, 3, 4, 5, 6', span, bucket, uses, bits, span / 4);
  end loop;
end $$;
delete from answer_rollup where span = 8;
delete from brand_rollup where span = 8;
delete from domain_rollup where span = 8;
delete from url_rollup where span = 8;
