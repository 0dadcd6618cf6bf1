import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { namedAnswers } from "#domain/reports/named-answers.ts";

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
export const ANSWERS_MIN = 3;
const CANDIDATES_MAX = 20_000;

/** Each usable answer that names a tracked brand, and whether it names the own one, as `n` of the condition `SAME`. */
export function named(project_id: number, { date_from, date_to }: Days): RawBuilder<unknown> {
  const brands = (own: RawBuilder<unknown>) =>
    sql`array(select brand_id from brands where project_id = ${project_id} ${own})`;
  const answers = namedAnswers(
    sql`f.project_id = ${project_id} and f.day between ${date_from}::date and ${date_to}::date`,
  );
  return sql`(
    select day, model_id, prompt_id, sample, brand_ids && ${brands(sql`and is_own`)} as has_own
    from ${answers} a where brand_ids && ${brands(sql``)})`;
}

/**
 * Joins by hashing and merging alone: the planner takes the many answers that name brands for a handful and would go
 * through all of them once for each site.
 */
async function withoutLoops<Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const set = async (inner: Database) => {
    await sql`set local enable_nestloop = off`.execute(inner);
    const result = await work(inner);
    await sql`set local enable_nestloop = on`.execute(inner);
    return result;
  };
  return db.isTransaction ? set(db) : db.transaction().execute(set);
}

/** An answer `n` is the one that a citation `c` is of. */
export const SAME = sql`n.day = c.day and n.model_id = c.model_id and n.prompt_id = c.prompt_id
  and n.sample = c.sample`;

/** Domains of others that answers without the own brand cite, of models that report citations. */
export async function listSourceGaps(
  db: Database,
  { project_id }: Tenant,
  days: Days,
): Promise<SourceGap[]> {
  const query = sql<SourceGap>`
    with n as materialized (
      select u.* from ${named(project_id, days)} u
      join models o on o.project_id = ${project_id} and o.model_id = u.model_id and o.supports_cited
    ), totals as materialized (
      select count(*) filter (where not has_own) as missing_total,
        count(*) filter (where has_own) as named_total from n
    ), cites as (
      select distinct day, model_id, prompt_id, sample, domain_id from citations
      where project_id = ${project_id} and cited > 0
        and day between ${days.date_from}::date and ${days.date_to}::date
    ), counts as (
      select c.domain_id, count(*) filter (where not n.has_own) as missing_count,
        count(*) filter (where n.has_own) as named_count
      from cites c join n on ${SAME}
      group by c.domain_id having count(*) filter (where not n.has_own) >= ${ANSWERS_MIN}
    )
    select c.domain_id, d.domain, d.classification, c.missing_count, t.missing_total, c.named_count,
      t.named_total
    from counts c
    join domains d on d.project_id = ${project_id} and d.domain_id = c.domain_id
    cross join totals t
    where d.classification not in ('own', 'competitor')
    order by c.missing_count desc, d.domain limit ${CANDIDATES_MAX}`;
  return (await withoutLoops(db, (inner) => query.execute(inner))).rows;
}

/** Active prompts whose answers name competitors at least `ANSWERS_MIN` times and the own brand never. */
export async function listPromptGaps(
  db: Database,
  { project_id }: Tenant,
  days: Days,
): Promise<PromptGap[]> {
  const query = sql<PromptGap>`
    with gaps as (
      select prompt_id, count(*) as competitor_count from ${named(project_id, days)} n
      group by prompt_id having count(*) >= ${ANSWERS_MIN} and not bool_or(has_own)
    )
    select g.prompt_id, p.text, g.competitor_count, a.answer_count
    from gaps g
    join prompts p on p.project_id = ${project_id} and p.prompt_id = g.prompt_id
      and p.status = 'active'
    join (
      select prompt_id, count(*) as answer_count from answers
      where project_id = ${project_id} and status = 'answered'
        and day between ${days.date_from}::date and ${days.date_to}::date
      group by prompt_id
    ) a on a.prompt_id = g.prompt_id
    order by g.competitor_count desc, g.prompt_id limit ${CANDIDATES_MAX}`;
  return (await withoutLoops(db, (inner) => query.execute(inner))).rows;
}
