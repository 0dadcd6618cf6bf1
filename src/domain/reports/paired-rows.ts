import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type DatedScope, factCondition } from "#domain/sums/answer-scope.ts";

type Sql = RawBuilder<unknown>;

/** Two models that were asked the same prompts, by number. */
export type Pair = { one: number; other: number };
/** Usable answers of a model to a prompt, on days on which both models answered it. */
export type PairedPrompt = { prompt_id: number; model_id: number; answers: number; cells: number };
/** How often answers to a prompt mention a brand, and at which places in sum. */
export type PairedMentions = Omit<PairedPrompt, "cells"> & {
  brand_id: number;
  position_sum: number;
};
/** One answer with the domains it cites, each once. */
export type CitingAnswer = { prompt_id: number; day: string; model_id: number; domains: number[] };

/** Whose overlap is looked at: the newest answers, so many at most. */
export const OVERLAP_ANSWERS_MAX = 20_000;

/** The usable answers `p` of both models to a prompt on a day, where both have any. */
function paired(tenant: Tenant, scope: DatedScope, { one, other }: Pair): Sql {
  const condition = factCondition(tenant, scope, { of: "f", isAnswer: true });
  return sql`(select * from (
    select f.day, f.model_id, f.prompt_id, f.sample,
      bool_or(f.model_id = ${one}::integer) over cell
        and bool_or(f.model_id = ${other}::integer) over cell as is_paired
    from answers f where ${condition} and f.status = 'answered'
      and f.model_id in (${one}::integer, ${other}::integer)
    window cell as (partition by f.day, f.prompt_id)
  ) w where is_paired) p`;
}

/** The prompts that both models answered on some day, by prompt and model. */
export async function readPairedPrompts(
  db: Database,
  tenant: Tenant,
  { scope, pair }: { scope: DatedScope; pair: Pair },
): Promise<PairedPrompt[]> {
  const { rows } = await sql<PairedPrompt>`
    select prompt_id, model_id, count(*)::integer as answers, count(distinct day)::integer as cells
    from ${paired(tenant, scope, pair)} group by prompt_id, model_id
    order by prompt_id, model_id`.execute(db);
  return rows;
}

/** The brands that these answers mention, by prompt and model. */
export async function readPairedMentions(
  db: Database,
  tenant: Tenant,
  { scope, pair }: { scope: DatedScope; pair: Pair },
): Promise<PairedMentions[]> {
  const { rows } = await sql<PairedMentions>`
    select p.prompt_id, p.model_id, m.brand_id, count(*)::integer as answers,
      sum(m.position)::integer as position_sum
    from ${paired(tenant, scope, pair)}
    join mentions m on m.project_id = ${tenant.project_id} and m.day = p.day and m.model_id = p.model_id
      and m.prompt_id = p.prompt_id and m.sample = p.sample
    group by p.prompt_id, p.model_id, m.brand_id`.execute(db);
  return rows;
}

/** The newest of these answers with the domains that each cites. */
export async function readCitingAnswers(
  db: Database,
  tenant: Tenant,
  { scope, pair }: { scope: DatedScope; pair: Pair },
): Promise<CitingAnswer[]> {
  const { rows } = await sql<CitingAnswer>`
    select p.prompt_id, p.day, p.model_id, array(
      select distinct c.domain_id from citations c
      where c.project_id = ${tenant.project_id} and c.day = p.day and c.model_id = p.model_id
        and c.prompt_id = p.prompt_id and c.sample = p.sample and c.cited > 0) as domains
    from (select * from ${paired(tenant, scope, pair)}
      order by day desc, prompt_id, model_id, sample limit ${OVERLAP_ANSWERS_MAX}) p`.execute(db);
  return rows;
}
