import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { DatedScope } from "#domain/sums/answer-scope.ts";
import { factCondition } from "#domain/sums/scope-conditions.ts";

/** Whose repeats are looked at: the newest answers, so many at most. */
const ANSWERS_MAX = 20_000;

/**
 * Of one model: pairs of answers to the same prompt on a day and the day after, the share of them that name the very
 * same tracked brands, and the share of pairs further apart that do, which is chance; null without such pairs.
 */
export type Repeats = {
  model_id: number;
  pairs: number;
  share: number | null;
  by_chance: number | null;
};

/** How often answers of each model repeat the brands of the day before; of several answers a day the first counts. */
export async function readRepeats(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<Repeats[]> {
  return rowsOf<Repeats>(db)`
    with answered as (
      select f.model_id, f.prompt_id, f.day, f.sample, f.brand_ids from answers f
      where ${factCondition(tenant, scope, { of: "f", isAnswer: true })} and f.status = 'answered'
      order by f.day desc, f.model_id, f.prompt_id, f.sample limit ${ANSWERS_MAX}
    ), firsts as (
      select distinct on (model_id, prompt_id, day) model_id, prompt_id, day,
        array(select distinct b from unnest(brand_ids) b order by b) as named
      from answered order by model_id, prompt_id, day, sample
    ), alike as (
      select model_id, prompt_id, count(*) as answers,
        count(*) filter (where next_day = day + 1) as pairs,
        count(*) filter (where next_day = day + 1 and next_named = named) as same
      from (
        select *, lead(day) over later as next_day, lead(named) over later as next_named
        from firsts window later as (partition by model_id, prompt_id order by day)) f
      group by model_id, prompt_id, named
    ), apart as (
      select model_id, sum(pairs) as pairs, sum(same) as same,
        (sum(answers * (answers - 1)) / 2 - sum(same))
          / nullif(sum(answers) * (sum(answers) - 1) / 2 - sum(pairs), 0) as by_chance
      from alike group by model_id, prompt_id having sum(pairs) > 0
    )
    select model_id, sum(pairs)::integer as pairs, (sum(same) / sum(pairs))::float8 as share,
      (sum(by_chance * pairs) / sum(pairs) filter (where by_chance is not null))::float8 as by_chance
    from apart group by model_id`;
}
