import { type RawBuilder, sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { type Days, named, SAME } from "./opportunity-queries.ts";

/**
 * What stands behind a gap, each most frequent first and counted over the answers that make it: the newest of them,
 * the competitors they name; for a site its pages they cite and their prompts, for a prompt the sites they cite.
 */
export type Evidence = {
  answer_ids: number[];
  brand_ids: number[];
  pages: { url: string; title: string | null; chat_count: number }[];
  prompts: { id: number; text: string; chat_count: number }[];
  sources: { domain: string; classification: string; chat_count: number }[];
};
type Wanted = { days: Days; kind: "source" | "prompt"; ids: number[] };

const EXAMPLES_MAX = 3;
const BRANDS_MAX = 10;

/** The evidence of some gaps by domain or by prompt number. */
export async function readEvidence(
  db: Database,
  { project_id }: Tenant,
  wanted: Wanted,
): Promise<Map<number, Evidence>> {
  const { kind, ids } = wanted;
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Evidence & { id: number }>`
    with missing as materialized (
      select m.*, a.answer_id, a.captured_at from (${missing(project_id, wanted)}) m
      join answers a on a.project_id = ${project_id} and a.day = m.day and a.model_id = m.model_id
        and a.prompt_id = m.prompt_id and a.sample = m.sample and a.status = 'answered'
    ), rivals as (
      select n.id, t.brand_id, row_number() over (
        partition by n.id order by count(*) desc, t.brand_id) as rank
      from missing n
      join mentions t on t.project_id = ${project_id} and t.day = n.day and t.model_id = n.model_id
        and t.prompt_id = n.prompt_id and t.sample = n.sample
      join brands b on b.project_id = ${project_id} and b.brand_id = t.brand_id
      group by n.id, t.brand_id
    ), newest as (
      select id, answer_id, row_number() over (
        partition by id order by captured_at desc, answer_id desc) as rank
      from missing
    ), pages as (${kind === "source" ? cited(project_id, "url_id") : NONE}
    ), sites as (${kind === "prompt" ? cited(project_id, "domain_id") : NONE}
    ), asked as (
      select id, prompt_id as of, count(*) as count, row_number() over (
        partition by id order by count(*) desc, prompt_id) as rank
      from missing where ${kind === "source"} group by id, prompt_id
    )
    select i.id,
      array(select answer_id::float8 from newest where id = i.id and rank <= ${EXAMPLES_MAX}
        order by rank) as answer_ids,
      array(select brand_id from rivals where id = i.id and rank <= ${BRANDS_MAX}
        order by rank) as brand_ids,
      ${listOf(
        sql`jsonb_build_object('url', u.url, 'title', u.title, 'chat_count', o.count)`,
        sql`pages o join urls u on u.project_id = ${project_id} and u.url_id = o.of`,
      )} as pages,
      ${listOf(
        sql`jsonb_build_object('id', p.prompt_id, 'text', p.text, 'chat_count', o.count)`,
        sql`asked o join prompts p on p.project_id = ${project_id} and p.prompt_id = o.of`,
      )} as prompts,
      ${listOf(
        sql`jsonb_build_object('domain', d.domain, 'classification', d.classification,
          'chat_count', o.count)`,
        sql`sites o join domains d on d.project_id = ${project_id} and d.domain_id = o.of`,
      )} as sources
    from unnest(${ids}::integer[]) as i (id)`.execute(db);
  return new Map(rows.map(({ id, ...evidence }) => [id, evidence]));
}

/** The answers that make each gap: those that cite the site, or answer the prompt, without the own brand. */
function missing(project_id: number, { days, kind, ids }: Wanted): RawBuilder<unknown> {
  if (kind === "prompt") {
    return sql`select n.prompt_id as id, n.day, n.model_id, n.prompt_id, n.sample
      from ${named(project_id, days)} n where n.prompt_id = any(${ids}::integer[])`;
  }
  return sql`select distinct c.domain_id as id, c.day, c.model_id, c.prompt_id, c.sample
    from citations c
    join models o on o.project_id = ${project_id} and o.model_id = c.model_id and o.supports_cited
    join ${named(project_id, days)} n on ${SAME} and not n.has_own
    where c.project_id = ${project_id} and c.cited > 0 and c.domain_id = any(${ids}::integer[])
      and c.day between ${days.date_from}::date and ${days.date_to}::date`;
}

/** How many of those answers cite each page of the site, or each site. */
function cited(project_id: number, of: "url_id" | "domain_id"): RawBuilder<unknown> {
  const column = sql.ref(`c.${of}`);
  const own = of === "url_id" ? sql`and c.domain_id = n.id` : sql``;
  return sql`
    select n.id, ${column} as of, count(distinct n.answer_id) as count, row_number() over (
      partition by n.id order by count(distinct n.answer_id) desc, ${column}) as rank
    from missing n
    join citations c on c.project_id = ${project_id} and c.cited > 0 and ${SAME} ${own}
    group by n.id, ${column}`;
}

const NONE = sql`select 0 as id, 0 as of, 0 as count, 0 as rank where false`;

/** An object of each of the first of a gap's ranked rows `o`. */
function listOf(object: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select coalesce(jsonb_agg(${object} order by o.rank), '[]') from ${from}
    where o.id = i.id and o.rank <= ${EXAMPLES_MAX})`;
}
