import { sql } from "kysely";
import type { Database } from "#core/database.ts";
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
  const { rows } = await sql<Repeats>`
    with answered as (
      select f.model_id, f.prompt_id, f.day, f.sample, f.brand_ids from answers f
      where ${factCondition(tenant, scope, { of: "f", isAnswer: true })} and f.status = 'answered'
      order by f.day desc, f.model_id, f.prompt_id, f.sample limit ${ANSWERS_MAX}
    ), firsts as (
      select distinct on (model_id, prompt_id, day) model_id, prompt_id, day,
        array(select distinct b from unnest(brand_ids) b order by b) as named
      from answered order by model_id, prompt_id, day, sample
    ), neighbours as (
      select a.model_id, a.prompt_id, count(*) as pairs, count(*) filter (where a.named = b.named) as same
      from firsts a join firsts b
        on b.model_id = a.model_id and b.prompt_id = a.prompt_id and b.day = a.day + 1
      group by a.model_id, a.prompt_id
    ), alike as (
      select model_id, prompt_id, count(*) as answers from firsts group by model_id, prompt_id, named
    ), every as (
      select model_id, prompt_id, sum(answers) * (sum(answers) - 1) / 2 as pairs,
        sum(answers * (answers - 1)) / 2 as same
      from alike group by model_id, prompt_id
    ), apart as (
      select n.model_id, n.pairs, n.same,
        (e.same - n.same) / nullif(e.pairs - n.pairs, 0) as by_chance
      from neighbours n join every e using (model_id, prompt_id)
    )
    select model_id, sum(pairs)::integer as pairs, (sum(same) / sum(pairs))::float8 as share,
      (sum(by_chance * pairs) / sum(pairs) filter (where by_chance is not null))::float8 as by_chance
    from apart group by model_id`.execute(db);
  return rows;
}
