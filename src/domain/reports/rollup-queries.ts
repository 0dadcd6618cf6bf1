import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

/** Days that one row of a rollup may cover, shortest first. */
export const SPANS = [1, 8, 64] as const;
const DAYS_PER_TRANSACTION = 32;
const TRANSACTIONS_MAX = 10_000;
// First half of the advisory lock's key; the project is the second.
const LOCK = 0x726f6c6c;

/** The projects that have days to sum, at most 1,000. */
export async function listDirtyProjects(db: Database): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select distinct project_id from rollup_dirty order by project_id limit 1000`.execute(db);
  return rows;
}

/** Has the rollups of some days made anew; call it in the transaction that changes their facts. */
export async function markDirty(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into rollup_dirty (project_id, day)
    select distinct ${project_id}::integer, day from unnest(${days}::date[]) as day`.execute(db);
}

/**
 * Makes the rollups of a project's dirty days anew and returns how many days that were; reports include every
 * change committed before the call when it returns. Runs transactions of its own unless `db` is one.
 */
export async function rebuildDirtyRollups(db: Database, project: Tenant): Promise<number> {
  let total = 0;
  for (let round = 0; round < TRANSACTIONS_MAX; round++) {
    const days = await (db.isTransaction
      ? rebuildSome(db, project)
      : db.transaction().execute((inner) => rebuildSome(inner, project)));
    total += days;
    if (days === 0) break;
  }
  return total;
}

/** One transaction's worth; returns the number of days. Each statement sees what was committed before it. */
async function rebuildSome(db: Database, { project_id }: Tenant): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer)`.execute(db);
  const { rows } = await sql<{ day: string }>`
    with taken as (
      delete from rollup_dirty where project_id = ${project_id} and day in (
        select distinct day from rollup_dirty where project_id = ${project_id}
        order by day limit ${DAYS_PER_TRANSACTION})
      returning day
    )
    select distinct day from taken`.execute(db);
  const days = rows.map(({ day }) => day);
  if (days.length === 0) return 0;
  for (const table of ["answer", "brand", "domain", "url"]) {
    await sql`
      delete from ${sql.table(`${table}_rollup`)}
      where project_id = ${project_id} and span = 1 and start = any(${days}::date[])`.execute(db);
  }
  await sumAnswers(db, project_id, days);
  await sumBrands(db, project_id, days);
  // The planner takes an answer's five-part key for far more selective than it is, and loops; days bound each side.
  await sql`set local enable_nestloop = off`.execute(db);
  await sumSources(db, project_id, { days, table: "domain" });
  await sumSources(db, project_id, { days, table: "url" });
  await sql`set local enable_nestloop = on`.execute(db);
  for (const span of [8, 64] as const) await sumSpans(db, project_id, { days, span });
  return days.length;
}

const CELL = sql.raw("model_id, country_code, topic_id, is_branded");

async function sumAnswers(db: Database, project_id: number, days: string[]): Promise<void> {
  await sql`
    insert into answer_rollup (project_id, span, start, ${CELL}, answers, no_answer, refused, error)
    select a.project_id, 1, a.day, a.model_id, p.country_code, coalesce(p.topic_id, 0), p.is_branded,
      count(*) filter (where a.status = 'answered'), count(*) filter (where a.status = 'no_answer'),
      count(*) filter (where a.status = 'refused'), count(*) filter (where a.status = 'error')
    from answers a
    join prompts p on p.project_id = a.project_id and p.prompt_id = a.prompt_id
    where a.project_id = ${project_id} and a.day = any(${days}::date[])
    group by 1, 3, 4, 5, 6, 7`.execute(db);
}

async function sumBrands(db: Database, project_id: number, days: string[]): Promise<void> {
  await sql`
    insert into brand_rollup (project_id, span, start, ${CELL}, brand_id, answers, mention_count,
      position_sum, first_count, sentiment_sum, sentiment_count)
    select m.project_id, 1, m.day, m.model_id, p.country_code, coalesce(p.topic_id, 0), p.is_branded,
      m.brand_id, count(*), sum(m.mention_count), sum(m.position), count(*) filter (where m.position = 1),
      coalesce(sum(m.sentiment), 0), count(m.sentiment)
    from mentions m
    join answers a on a.project_id = m.project_id and a.day = m.day and a.model_id = m.model_id
      and a.prompt_id = m.prompt_id and a.sample = m.sample and a.status = 'answered'
    join prompts p on p.project_id = m.project_id and p.prompt_id = m.prompt_id
    where m.project_id = ${project_id} and m.day = any(${days}::date[])
    group by 1, 3, 4, 5, 6, 7, 8`.execute(db);
}

type Source = { days: string[]; table: "domain" | "url" };

/**
 * Sums per domain or URL, by model and (model_id 0) over all models. Every row of `named` has one in `sums`; the
 * full join keeps the planner, which takes both for a row or two, from nested loops: minutes for 90 days.
 */
async function sumSources(
  db: Database,
  project_id: number,
  { days, table }: Source,
): Promise<void> {
  const key = sql.raw(table === "domain" ? "domain_id" : "url_id, domain_id");
  const id = sql.ref(`${table}_id`);
  await sql`
    with used as materialized (
      select c.day, c.model_id, c.prompt_id, c.sample, ${key},
        sum(c.retrieved) as retrieved, sum(c.cited) as cited
      from citations c
      join models o on o.project_id = c.project_id and o.model_id = c.model_id
        and (o.supports_retrieved or o.supports_cited)
      join answers a on a.project_id = c.project_id and a.day = c.day and a.model_id = c.model_id
        and a.prompt_id = c.prompt_id and a.sample = c.sample and a.status = 'answered'
      where c.project_id = ${project_id} and c.day = any(${days}::date[])
        and a.day = any(${days}::date[])
      group by c.day, c.model_id, c.prompt_id, c.sample, ${key}
    ), sums as (
      select day, coalesce(model_id, 0) as model_id, ${key},
        count(*) filter (where retrieved > 0) as retrieved_answers,
        count(*) filter (where cited > 0) as cited_answers,
        sum(retrieved) as retrievals, sum(cited) as citations
      from used group by grouping sets ((day, model_id, ${key}), (day, ${key}))
    ), pairs as (
      select distinct u.day, u.model_id, u.${id} as id, m.brand_id
      from used u
      join mentions m on m.project_id = ${project_id} and m.day = u.day and m.model_id = u.model_id
        and m.prompt_id = u.prompt_id and m.sample = u.sample
      where m.day = any(${days}::date[])
    ), named as (
      select day, coalesce(model_id, 0) as model_id, id,
        array_agg(distinct brand_id order by brand_id) as brand_ids
      from pairs group by grouping sets ((day, model_id, id), (day, id))
    )
    insert into ${sql.table(`${table}_rollup`)} (project_id, span, start, model_id, ${key},
      retrieved_answers, cited_answers, retrievals, citations, brand_ids)
    select ${project_id}, 1, s.day, s.model_id, ${sql.raw(table === "domain" ? "s.domain_id" : "s.url_id, s.domain_id")},
      retrieved_answers, cited_answers, retrievals, citations, coalesce(n.brand_ids, '{}')
    from sums s full join named n on n.day = s.day and n.model_id = s.model_id and n.id = s.${id}`.execute(
    db,
  );
}

const SUMS = {
  answer: { key: CELL, columns: ["answers", "no_answer", "refused", "error"] },
  brand: {
    key: sql.raw("model_id, country_code, topic_id, is_branded, brand_id"),
    columns: [
      ...["answers", "mention_count", "position_sum", "first_count"],
      ...["sentiment_sum", "sentiment_count"],
    ],
  },
  domain: {
    key: sql.raw("model_id, domain_id"),
    columns: ["retrieved_answers", "cited_answers", "retrievals", "citations"],
  },
  url: {
    key: sql.raw("model_id, url_id, domain_id"),
    columns: ["retrieved_answers", "cited_answers", "retrievals", "citations"],
  },
} as const;

/** Makes the rows of `span` days around some days anew from the rows of the next shorter span. */
async function sumSpans(
  db: Database,
  project_id: number,
  { days, span }: { days: string[]; span: 8 | 64 },
): Promise<void> {
  const starts = [...new Set(days.map((day) => spanStart(day, span)))];
  for (const [name, { key, columns }] of Object.entries(SUMS)) {
    const table = sql.table(`${name}_rollup`);
    const isSource = name === "domain" || name === "url";
    const totals = sql.raw(columns.map((column) => `sum(${column}) as ${column}`).join(", "));
    await sql`
      delete from ${table}
      where project_id = ${project_id} and span = ${span} and start = any(${starts}::date[])`.execute(
      db,
    );
    const pieces = sql`
      pieces as materialized (
        select b.start as bucket, r.* from unnest(${starts}::date[]) as b (start)
        join ${table} r on r.project_id = ${project_id} and r.span = ${span / 8}
          and r.start >= b.start and r.start < b.start + ${span}::integer
      ), sums as (select bucket, ${key}, ${totals} from pieces group by bucket, ${key})`;
    const names = isSource
      ? sql`, named as (
          select bucket, ${key}, array_agg(distinct brand_id order by brand_id) as brand_ids
          from pieces, unnest(brand_ids) as brand_id group by bucket, ${key})`
      : sql``;
    await sql`
      with ${pieces}${names}
      insert into ${table} (project_id, span, start, ${key}, ${sql.raw(columns.join(", "))}
        ${isSource ? sql`, brand_ids` : sql``})
      select ${project_id}::integer, ${span}::smallint, bucket, ${key}, ${sql.raw(columns.join(", "))}
        ${isSource ? sql`, coalesce(brand_ids, '{}')` : sql``}
      from sums ${isSource ? sql`left join named using (bucket, ${key})` : sql``}`.execute(db);
  }
}

/** The first day of the `span` days that `day` lies in. */
export function spanStart(day: string, span: number): string {
  const number = Date.parse(`${day}T00:00:00Z`) / 86_400_000;
  return new Date(Math.floor(number / span) * span * 86_400_000).toISOString().slice(0, 10);
}
