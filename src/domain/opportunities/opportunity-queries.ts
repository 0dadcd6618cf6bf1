import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { rollupRows } from "#domain/reports/cells.ts";

export type Days = { date_from: string; date_to: string };
/** A domain with the answers that cite it: those that miss the own brand beside competitors, and those with it. */
export type SourceGap = {
  domain_id: number;
  domain: string;
  classification: string;
  missing_count: number;
  missing_total: number;
  named_count: number;
  named_total: number;
};
/** A prompt whose answers name competitors and never the own brand. */
export type PromptGap = {
  prompt_id: number;
  text: string;
  competitor_count: number;
  answer_count: number;
};

/** Answers below which a gap is chance. */
const ANSWERS_MIN = 3;
const CANDIDATES_MAX = 20_000;

/** Domains of others that answers without the own brand cite, of models that report citations. */
export async function listSourceGaps(
  db: Database,
  { project_id }: Tenant,
  days: Days,
): Promise<SourceGap[]> {
  const query = { ...days, dimensions: [] };
  const columns = sql`domain_id, without_own, with_own`;
  const answers = sql`model_id, without_own, with_own`;
  const { rows } = await sql<SourceGap>`
    with totals as (
      select coalesce(sum(without_own), 0) as missing_total, coalesce(sum(with_own), 0) as named_total
      from ${rollupRows("answer_rollup", answers, { project_id, query })} r
      where model_id = any(array(
        select model_id from models where project_id = ${project_id} and supports_cited))
    ), counts as (
      select domain_id, sum(without_own) as missing_count, sum(with_own) as named_count
      from ${rollupRows("gap_rollup", columns, { project_id, query })} r
      group by domain_id having sum(without_own) >= ${ANSWERS_MIN}
    )
    select domain_id, domain, classification, missing_count, missing_total, named_count, named_total
    from counts join domains using (domain_id) cross join totals
    where project_id = ${project_id} and classification not in ('own', 'competitor')
    order by missing_count desc, domain limit ${CANDIDATES_MAX}`.execute(db);
  return rows;
}

/** Active prompts whose answers name competitors at least `ANSWERS_MIN` times and the own brand never. */
export async function listPromptGaps(
  db: Database,
  { project_id }: Tenant,
  days: Days,
): Promise<PromptGap[]> {
  const query = { ...days, dimensions: [] };
  const columns = sql`prompt_id, answers, without_own, with_own`;
  const { rows } = await sql<PromptGap>`
    with gaps as (
      select prompt_id, sum(without_own) as competitor_count, sum(answers) as answer_count
      from ${rollupRows("prompt_rollup", columns, { project_id, query })} r
      group by prompt_id having sum(without_own) >= ${ANSWERS_MIN} and sum(with_own) = 0
    )
    select prompt_id, text, competitor_count, answer_count
    from gaps join prompts using (prompt_id)
    where project_id = ${project_id} and status = 'active'
    order by competitor_count desc, prompt_id limit ${CANDIDATES_MAX}`.execute(db);
  return rows;
}
