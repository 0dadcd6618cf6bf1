import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { canAnswer, type DatedScope } from "#domain/sums/answer-scope.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { columnsOf, eachOf } from "#domain/sums/measures.ts";
import { factCondition, keptPrompts, scopeConditions } from "#domain/sums/scope-conditions.ts";
import { sumRows, where } from "#domain/sums/sum-rows.ts";
import { keepRows } from "./kept-rows.ts";

/**
 * Where the own brand may be missing, `name` being a site or a prompt: the answers that count there, those that name it,
 * and those that name competitors without it.
 */
export type Place = {
  id: number;
  name: string;
  classification: string;
  answer_count: number;
  own_count: number;
  missing_count: number;
};

/** Answers without the own brand below which a gap is chance. */
const ANSWERS_MIN = 3;
const PROMPTS_MAX = 20_000;
/** Sites that are looked at: each takes reading its newest answers. */
export const SITES_MAX = 50;

/**
 * Sites of others that most answers without the own brand cite. Of the answers that name a tracked brand, by models that
 * report citations.
 */
export async function listSites(db: Database, tenant: Tenant, scope: DatedScope): Promise<Place[]> {
  const facts = !canAnswer("gap", scope);
  const cells = facts ? sitesFromFacts(tenant, scope) : sitesFromSums(tenant, scope);
  const counts = sql`
    select domain_id, sum(without_own)::integer as missing_count, sum(with_own)::integer as own_count
    from ${cells} c group by domain_id having sum(without_own) >= ${ANSWERS_MIN}`;
  const columns = "domain_id integer, missing_count integer, own_count integer";
  const asked = { name: "sites of gaps", scope, columns };
  const kept = facts ? await keepRows(db, tenant, asked, counts) : counts;
  return rowsOf<Place>(db)`
    with counts as (${kept})
    select domain_id as id, domain as name, classification, own_count + missing_count as answer_count, own_count,
      missing_count
    from counts join domains using (domain_id)
    where project_id = ${tenant.project_id} and classification not in ('own', 'competitor')
      and not (classification in ('other', 'corporate') and domain = any(${suggestedSites(tenant.project_id)}))
    order by missing_count desc, domain limit ${SITES_MAX}`;
}

/** Sites of brands that are suggested: those of competitors, as far as anybody knows yet. */
const suggestedSites = (project_id: number) =>
  sql`array(select unnest(domains) from suggestions
    where project_id = ${project_id} and kind = 'brand' and status = 'open' and lost_at is null)`;

/** Models that report what they cite. */
export const citingModels = (project_id: number) =>
  sql`array(select model_id from models where project_id = ${project_id} and supports_cited)`;

function sitesFromSums(tenant: Tenant, scope: DatedScope): RawBuilder<unknown> {
  const days = { ...scope, dimensions: [] };
  const sums = sumRows("gap", columnsOf("gap"), { ...tenant, days });
  return sql`(select * from ${sums} s
    ${where(scopeConditions(tenant, scope, { on: ["prompt"], of: "s" }))})`;
}

function sitesFromFacts(tenant: Tenant, scope: DatedScope): RawBuilder<unknown> {
  const { project_id } = tenant;
  const gaps = eachOf("gap", project_id).map(
    (each, index) => sql`${each} as ${sql.ref(columnsOf("gap")[index] ?? "")}`,
  );
  const answers = sql`(select f.day, f.model_id, f.prompt_id, f.sample, ${sql.join(gaps)} from answers f
    where ${factCondition(tenant, scope, { of: "f", isAnswer: true })}
      and f.status = 'answered' and f.model_id = any(${citingModels(project_id)}))`;
  const cited = sql`(select distinct f.day, f.model_id, f.prompt_id, f.sample, f.domain_id from citations f
    where ${factCondition(tenant, scope, { of: "f", isAnswer: false })} and f.cited > 0)`;
  return sql`(select domain_id, without_own, with_own from ${answers} t
    join ${cited} c using (day, model_id, prompt_id, sample))`;
}

/** Active prompts whose usable answers name competitors without the own brand. */
export async function listPrompts(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<Place[]> {
  const isKept = !canAnswer("prompt", scope);
  const cells = isKept ? await keepPrompts(db, tenant, scope) : promptsFromSums(tenant, scope);
  return rowsOf<Place>(db)`
    with counts as (
      select prompt_id, sum(without_own)::integer as missing_count, sum(with_own)::integer as own_count,
        sum(answers)::integer as answer_count
      from ${cells} r group by prompt_id having sum(without_own) >= ${ANSWERS_MIN})
    select prompt_id as id, text as name, '' as classification, answer_count, own_count, missing_count
    from counts join prompts using (prompt_id)
    where project_id = ${tenant.project_id} and status = 'active'
    order by missing_count desc, prompt_id limit ${PROMPTS_MAX}`;
}

/** Counts from facts, of the very moment of the cells that competitors are told from. */
async function keepPrompts(
  db: Database,
  tenant: Tenant,
  scope: DatedScope,
): Promise<RawBuilder<unknown>> {
  const asked = { name: "prompts of gaps", scope, isExact: true };
  const sums = sql.raw(
    columnsOf("prompt")
      .map((name) => `sum(${name})::integer as ${name}`)
      .join(),
  );
  const parts = await keepParts(db, tenant, asked, async (days) => {
    const facts = promptsFromFacts(tenant, { ...scope, ...days });
    const counts = sql`select prompt_id, ${sums} from ${facts} f group by prompt_id`;
    return (await joinWhole(db, true, () => counts.execute(db))).rows;
  });
  const columns = sql.raw(
    ["prompt_id", ...columnsOf("prompt")].map((name) => `${name} integer`).join(),
  );
  return sql`(select * from json_to_recordset(${JSON.stringify(parts.flat())}::json) as kept (${columns}))`;
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
