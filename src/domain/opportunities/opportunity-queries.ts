import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import {
  canAnswer,
  type DatedScope,
  factCondition,
  keptPrompts,
} from "#domain/sums/answer-scope.ts";
import { columnsOf, eachOf } from "#domain/sums/measures.ts";
import { sumRows } from "#domain/sums/sum-rows.ts";

/** A domain with the answers that cite it: those that miss the own brand but have competitors, and those with it. */
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
  tenant: Tenant,
  scope: DatedScope,
): Promise<SourceGap[]> {
  const { project_id } = tenant;
  const { totals, counts } = canAnswer("gap", scope)
    ? sourcesFromSums(tenant, scope)
    : sourcesFromFacts(tenant, scope);
  const { rows } = await sql<SourceGap>`
    with totals as (
      select coalesce(sum(without_own), 0) as missing_total, coalesce(sum(with_own), 0) as named_total
      from ${totals} t
    ), counts as (
      select domain_id, sum(without_own) as missing_count, sum(with_own) as named_count from ${counts} c
      group by domain_id having sum(without_own) >= ${ANSWERS_MIN}
    )
    select domain_id, domain, classification, missing_count, missing_total, named_count, named_total
    from counts join domains using (domain_id) cross join totals
    where project_id = ${project_id} and classification not in ('own', 'competitor')
    order by missing_count desc, domain limit ${CANDIDATES_MAX}`.execute(db);
  return rows;
}

/** Models that report what they cite. */
const citingModels = (project_id: number) =>
  sql`array(select model_id from models where project_id = ${project_id} and supports_cited)`;

/** Answers without and with the own brand, in all and by the domains that they cite. */
type Gaps = { totals: RawBuilder<unknown>; counts: RawBuilder<unknown> };

function sourcesFromSums({ project_id }: Tenant, scope: DatedScope): Gaps {
  const days = { ...scope, dimensions: [] };
  const gaps = columnsOf("gap");
  return {
    totals: sql`(select * from ${sumRows("answer", gaps, { project_id, days })} r
      where model_id = any(${citingModels(project_id)}))`,
    counts: sumRows("gap", gaps, { project_id, days }),
  };
}

function sourcesFromFacts(tenant: Tenant, scope: DatedScope): Gaps {
  const { project_id } = tenant;
  const gaps = eachOf("gap", project_id).map(
    (each, index) => sql`${each} as ${sql.ref(columnsOf("gap")[index] ?? "")}`,
  );
  const totals = sql`(select f.day, f.model_id, f.prompt_id, f.sample, ${sql.join(gaps)} from answers f
    where ${factCondition(tenant, scope, { of: "f", isAnswer: true })}
      and f.status = 'answered' and f.model_id = any(${citingModels(project_id)}))`;
  const cited = sql`(select distinct f.day, f.model_id, f.prompt_id, f.sample, f.domain_id from citations f
    where ${factCondition(tenant, scope, { of: "f", isAnswer: false })} and f.cited > 0)`;
  const counts = sql`(select domain_id, without_own, with_own from ${totals} t
    join ${cited} c using (day, model_id, prompt_id, sample))`;
  return { totals, counts };
}

/** Active prompts whose answers name competitors at least `ANSWERS_MIN` times and the own brand never. */
export async function listPromptGaps(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<PromptGap[]> {
  const { project_id } = tenant;
  const { rows } = await sql<PromptGap>`
    with gaps as (
      select prompt_id, sum(without_own) as competitor_count, sum(answers) as answer_count
      from ${canAnswer("prompt", scope) ? promptsFromSums(tenant, scope) : promptsFromFacts(tenant, scope)} r
      group by prompt_id having sum(without_own) >= ${ANSWERS_MIN} and sum(with_own) = 0
    )
    select prompt_id, text, competitor_count, answer_count
    from gaps join prompts using (prompt_id)
    where project_id = ${project_id} and status = 'active'
    order by competitor_count desc, prompt_id limit ${CANDIDATES_MAX}`.execute(db);
  return rows;
}

function promptsFromSums(tenant: Tenant, scope: DatedScope): RawBuilder<unknown> {
  const days = { ...scope, dimensions: [] };
  const sums = sumRows("prompt", columnsOf("prompt"), { ...tenant, days });
  const kept = keptPrompts(tenant, scope);
  return kept ? sql`(select * from ${sums} s where prompt_id = any(array(${kept})))` : sums;
}

function promptsFromFacts(tenant: Tenant, scope: DatedScope): RawBuilder<unknown> {
  const each = eachOf("prompt", tenant.project_id).map(
    (value, index) => sql`${value} as ${sql.ref(columnsOf("prompt")[index] ?? "")}`,
  );
  return sql`(select f.prompt_id, ${sql.join(each)} from answers f
    where ${factCondition(tenant, scope, { of: "f", isAnswer: true })} and f.status = 'answered')`;
}
