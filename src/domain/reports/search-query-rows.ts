import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { readPage } from "#core/page.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { Verdict } from "#domain/statistics/change-verdict.ts";
import { limitOf } from "#domain/statistics/false-discoveries.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { askedCondition, factCondition } from "#domain/sums/scope-conditions.ts";
import { loadUseCells } from "./brand-cells.ts";
import { ROWS_MAX } from "./change-order.ts";
import { chanceOf } from "./compare.ts";
import { mostMoved } from "./most-moved.ts";
import type { ReportQuery } from "./report-query.ts";
import { type Reason, readStatistics } from "./row-statistics.ts";
import { isUsable } from "./source-rows.ts";

type Sql = RawBuilder<unknown>;

/** What rows of search queries are ordered by: most answers, or the change of their share. */
export const QUERY_SORTS = ["count", "rise", "fall"] as const;

type Asked = {
  query: ReportQuery;
  /** The period before; null: none is wanted. */
  before: ReportQuery | null;
  search: string | undefined;
  sort: (typeof QUERY_SORTS)[number];
};
type QueryRow = {
  query: string;
  chat_count: number;
  search_count: number;
  prompt_count: number;
  previous_chat_count: number;
};

/** One search as it is counted: small letters, single spaces. */
const keyOf = (text: Sql) => sql`lower(btrim(regexp_replace(${text}, '\\s+', ' ', 'g')))`;

/** That rows `of` are of models that report what they search for. */
const ableModels = (
  { project_id }: Tenant,
  of: string,
) => sql`${sql.ref(`${of}.model_id`)} = any(array(
  select model_id from models where project_id = ${project_id} and supports_search_queries))`;

/** One page of what answers searched for, how many there is in all, and of how many answers; a page later than the last is empty. */
export async function readQueryRows(
  db: Database,
  tenant: Tenant,
  { query, before, search, sort }: Asked,
): Promise<{ rows: QueryRow[]; total_count: number; totals: { now: number; before: number } }> {
  const totals = {
    now: await countAnswers(db, tenant, query),
    before: before ? await countAnswers(db, tenant, before) : 0,
  };
  const periods = [
    searchesIn(tenant, query, { search, isNow: true }),
    ...(before ? [searchesIn(tenant, before, { search, isNow: false })] : []),
  ];
  const answer = sql`(s.day, s.model_id, s.prompt_id, s.sample)`;
  const change = sql`chat_count::float8 / ${Math.max(1, totals.now)}::float8
    - previous_chat_count::float8 / ${Math.max(1, totals.before)}::float8`;
  const order = {
    count: sql`chat_count desc`,
    rise: sql`${change} desc`,
    fall: sql`${change} asc`,
  };
  const counted = sql`
    select key as query, count(distinct ${answer}) filter (where s.is_now)::integer as chat_count,
      count(*) filter (where s.is_now)::integer as search_count,
      count(distinct s.prompt_id) filter (where s.is_now)::integer as prompt_count,
      count(distinct ${answer}) filter (where not s.is_now)::integer as previous_chat_count
    from (${sql.join(periods, sql` union all `)}) s group by key`;
  const listed = sql<QueryRow & { total_count: number }>`
    select *, count(*) over () as total_count from (${counted}) c order by ${order[sort]}, query`;
  const { data, total_count } = await readPage(db, query, listed);
  return { rows: data.map(({ total_count: _, ...row }) => row), total_count, totals };
}

/** Searches of usable answers in a period. */
function searchesIn(
  tenant: Tenant,
  query: ReportQuery,
  { search, isNow }: { search: string | undefined; isNow: boolean },
): Sql {
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const matches = pattern
    ? sql`and ${keyOf(sql`f.query`)} like ${keyOf(sql`${pattern}::text`)}`
    : sql``;
  return sql`
    select f.day, f.model_id, f.prompt_id, f.sample, ${keyOf(sql`f.query`)} as key,
      ${sql.lit(isNow)} as is_now
    from search_queries f
    where ${factCondition(tenant, query, { of: "f", isAnswer: false })} and ${ableModels(tenant, "f")}
      and ${isUsable(tenant, query, "f")} ${matches}`;
}

async function countAnswers(db: Database, tenant: Tenant, query: ReportQuery): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*)::integer as count from answers f
    where ${factCondition(tenant, query, { of: "f", isAnswer: true })} and f.status = 'answered'
      and ${ableModels(tenant, "f")}`;
  return rows[0]?.count ?? 0;
}

/** So many of the most frequent searches tell how answers depend on each other, whatever page of them is read. */
const TELLING = 20;

async function listMostSearched(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<string[]> {
  const rows = await rowsOf<{ key: string }>(db)`
    select key from (${searchesIn(tenant, query, { search: undefined, isNow: true })}) s
    group by key order by count(distinct (s.day, s.model_id, s.prompt_id, s.sample)) desc, key
    limit ${TELLING}`;
  return rows.map(({ key }) => key);
}

/** What changed of the share of answers that search for each row, row by row. */
export async function readQueryChanges(
  db: Database,
  tenant: Tenant,
  { query, rows }: { query: ReportQuery; rows: readonly Pick<QueryRow, "query">[] },
): Promise<(Verdict | Reason)[]> {
  const most = await listMostSearched(db, tenant, query);
  const keys = [...new Set([...most, ...rows.map((row) => row.query)])];
  const load = () =>
    loadUseCells(db, tenant, {
      ...{ query, name: `queries ${JSON.stringify(keys)}` },
      tells: new Set(most.map((_, at) => at + 1)),
      also: (of) => ableModels(tenant, of),
      // Read once: to look for thousands of searches in each answer takes as many times as long.
      uses: (_, part) => sql`(
      select u.*, used.number::integer as brand_id, 1 as position, 1 as mention_count, null::integer as sentiment
      from usable u join (
        select distinct s.day, s.model_id, s.prompt_id, s.sample, k.number from search_queries s
        join unnest(${keys}::text[]) with ordinality k (key, number) on k.key = ${keyOf(sql`s.query`)}
        where ${askedCondition(tenant, part, "s")}
      ) used using (day, model_id, prompt_id, sample))`,
    });
  const places = new Map(keys.map((key, at) => [key, at + 1]));
  const numbers = rows.map((row) => ({ brand_id: places.get(row.query) ?? 0 }));
  const statisticsOf = await readStatistics(
    { key: null, load, db },
    { rows: numbers, dimensions: [], ratios: ["visibility"] as const },
  );
  return numbers.map((number) => statisticsOf(number).verdicts.visibility);
}

/**
 * The largest p that stands among the changes of all that a query's answers search for, whichever of it a search, an order
 * or a page shows; below 0: none does.
 */
export async function readQueryLimit(
  db: Database,
  tenant: Tenant,
  { query, before }: { query: ReportQuery; before: ReportQuery },
): Promise<number> {
  const { date_to, filters, branded } = query;
  const scope = { date_from: before.date_from, date_to, filters, branded };
  const asked = { name: "limit queries", scope, also: [query.date_from, before.date_to] };
  const all = { query: { ...query, limit: ROWS_MAX, offset: 0 }, before, search: undefined };
  const { limit } = await keepCounted(db, tenant, asked, async () => {
    const { rows, total_count, totals } = await readQueryRows(db, tenant, {
      ...all,
      sort: "count",
    });
    const tested = mostMoved(rows, (row) => [
      {
        now: { count: row.chat_count, total: totals.now },
        before: { count: row.previous_chat_count, total: totals.before },
      },
    ]);
    const verdicts = await readQueryChanges(db, tenant, { query, rows: tested });
    return { limit: limitOf(verdicts.map(chanceOf), total_count - tested.length) };
  });
  return limit;
}
