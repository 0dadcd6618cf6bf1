import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

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

/** Each answer that names a tracked brand, and whether it names the own one, as `n` of the condition `SAME`. */
export function named(project_id: number, { date_from, date_to }: Days): RawBuilder<unknown> {
  return sql`(
    select m.day, m.model_id, m.prompt_id, m.sample, bool_or(b.is_own) as has_own
    from mentions m
    join brands b on b.project_id = ${project_id} and b.brand_id = m.brand_id
    where m.project_id = ${project_id} and m.day between ${date_from}::date and ${date_to}::date
    group by m.day, m.model_id, m.prompt_id, m.sample)`;
}

/** `named`, of usable answers only. */
function usable(project_id: number, days: Days): RawBuilder<unknown> {
  return sql`(
    select n.* from ${named(project_id, days)} n
    join answers a on a.project_id = ${project_id} and a.day = n.day and a.model_id = n.model_id
      and a.prompt_id = n.prompt_id and a.sample = n.sample and a.status = 'answered')`;
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
  const { rows } = await sql<SourceGap>`
    with n as materialized (
      select u.* from ${usable(project_id, days)} u
      join models o on o.project_id = ${project_id} and o.model_id = u.model_id and o.supports_cited
    ), totals as (
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
    order by c.missing_count desc, d.domain limit ${CANDIDATES_MAX}`.execute(db);
  return rows;
}

/** Active prompts whose answers name competitors at least `ANSWERS_MIN` times and the own brand never. */
export async function listPromptGaps(
  db: Database,
  { project_id }: Tenant,
  days: Days,
): Promise<PromptGap[]> {
  const { rows } = await sql<PromptGap>`
    with gaps as (
      select prompt_id, count(*) as competitor_count from ${usable(project_id, days)} n
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
    order by g.competitor_count desc, g.prompt_id limit ${CANDIDATES_MAX}`.execute(db);
  return rows;
}
