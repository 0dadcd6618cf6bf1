import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { limitOf } from "#domain/statistics/false-discoveries.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { sameAnswer } from "#domain/sums/scope-conditions.ts";
import { loadUseCells, readUseKey } from "./brand-cells.ts";
import { daysBefore } from "./cell-periods.ts";
import { ROWS_MAX } from "./change-order.ts";
import { chanceOf } from "./compare.ts";
import { mostMoved } from "./most-moved.ts";
import { numberOf, readPackedUses, USES, type Use } from "./packed-uses.ts";
import type { ReportQuery } from "./report-query.ts";
import { readStatistics, type Statistics } from "./row-statistics.ts";
import { countSources, listAbleModels, type SourceKind } from "./source-rows.ts";

/** So many of the most cited sources tell how answers depend on each other, whatever page of them is read. */
const TELLING = 20;

/** A row of a source, with what tells rows of the same one apart. */
type Source = { id: number } & Record<string, unknown>;
export type StatisticsOf = (row: Source, use: Use) => Statistics;

/**
 * How the shares of answers that read and that cite some sources spread and change. From the facts, because no sum
 * knows both sources and prompts.
 */
export async function readSourceStatistics(
  db: Database,
  tenant: Tenant,
  { kind, query, rows }: { kind: SourceKind; query: ReportQuery; rows: readonly Source[] },
): Promise<StatisticsOf> {
  const id = sql.ref(`c.${kind}_id`);
  const able = await listAbleModels(db, tenant);
  const also = (of: string) => sql`${sql.ref(`${of}.model_id`)} = any(${able}::integer[])`;
  const load = async () => {
    const telling = (await listTelling(db, tenant, { kind, query })).map((row) => row.id);
    const ids = sorted([...rows.map((row) => row.id), ...telling]);
    return await loadUseCells(db, tenant, {
      ...{ query, also, name: `${kind} ${ids}` },
      tells: new Set(telling.flatMap((id) => USES.map((use) => numberOf(id, use)))),
      pack: (part, span) => readPackedUses(db, tenant, { kind, ids, query: part, span }),
      // Answer by answer, by the key: however wrong the planner's numbers are, it takes no more than all of them.
      uses: () => sql`(
        select u.*, 2 * used.id + v.use as brand_id, 1 as position, 1 as mention_count, null::integer as sentiment
        from usable u cross join lateral (
          select ${id} as id, bool_or(c.retrieved > 0) as retrieved, bool_or(c.cited > 0) as cited
          from citations c where c.project_id = ${tenant.project_id} and ${sameAnswer("c", "u")}
            and ${id} = any(${ids}::integer[])
          group by ${id}
        ) used cross join lateral (values (0, used.retrieved), (1, used.cited)) v (use, is_used)
        where v.is_used)`,
    });
  };
  const key = await readUseKey(db, tenant, { query, also, name: kind });
  const asBrand = (row: Source, use: Use) => ({ ...row, brand_id: numberOf(row.id, use) });
  const statisticsOf = await readStatistics(
    { key, load, db },
    {
      rows: rows.flatMap((row) => USES.map((use) => asBrand(row, use))),
      dimensions: query.dimensions,
      ratios: ["visibility"],
    },
  );
  return (row, use) => statisticsOf(asBrand(row, use));
}

/** Rows that are tested, and how many `others` of their report count as tests that found nothing. */
export type Tested = { rows: Source[]; others: number };

/**
 * The rows by whose changes those of all sources of a query's answers are judged, whichever of them its filters on rows, its
 * conditions or its page show: what seems to have changed most.
 */
export async function listTested(
  db: Database,
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Promise<Tested> {
  // A prompt by itself is never tested.
  if (query.dimensions.includes("prompt_id")) return { rows: [], others: 0 };
  const { date_to, filters, branded, dimensions } = query;
  const before = daysBefore(query);
  const scope = { date_from: before.date_from, date_to, filters, branded, dimensions };
  const asked = { name: `tested ${kind}`, scope, also: [query.date_from, before] };
  const all = { ...query, rows: [], having: [], order_by: [], limit: ROWS_MAX, offset: 0 };
  const groupOf = (row: Source) => JSON.stringify(dimensions.map((name) => row[name]));
  const keyOf = (row: Source) => `${row.id} ${groupOf(row)}`;
  return await keepCounted(db, tenant, asked, async () => {
    const listed = await countSources(db, tenant, { kind, query: all });
    // Shares of one group are of the same answers: where that of any source cannot be tested, none can.
    const id = listed.rows[0]?.id ?? 0;
    const groups = new Map(listed.rows.map((row) => [groupOf(row), { ...row, id }]));
    if (groups.size > 1) {
      const of = [...groups.values()];
      const statistics = await readSourceStatistics(db, tenant, { kind, query: all, rows: of });
      for (const [name, row] of groups)
        if (chancesOf(row, statistics).includes(null)) groups.delete(name);
    }
    const rows = listed.rows.filter((row) => groups.has(groupOf(row)));
    const old = await countSources(db, tenant, { kind, query: { ...all, ...before }, of: rows });
    const known = new Map(old.rows.map((row) => [keyOf(row), row]));
    const tested = mostMoved(rows, (row) =>
      USES.map((use) => {
        const was = known.get(keyOf(row));
        const name = `${use}_chat_count` as const;
        return {
          now: { count: row[name], total: row.total_chat_count },
          before: { count: was?.[name] ?? 0, total: was?.total_chat_count ?? 0 },
        };
      }),
    );
    // Of rows beyond those listed nobody knows whether they can be tested.
    const others = listed.total_count - listed.rows.length + rows.length - tested.length;
    return { rows: tested, others };
  });
}

/** The largest p that stands among the changes of a report; below 0: none does. */
export function limitAmong({ rows, others }: Tested, statistics: StatisticsOf): number {
  const tests = rows.flatMap((row) => chancesOf(row, statistics));
  return limitOf(tests, USES.length * others);
}

const chancesOf = (row: Source, statistics: StatisticsOf) =>
  USES.map((use) => chanceOf(statistics(row, use).verdicts.visibility));

/** The sources that tell how answers of a query depend on each other. */
export async function listTelling(
  db: Database,
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
) {
  const first = { dimensions: [], rows: [], having: [], order_by: [], limit: TELLING, offset: 0 };
  return (await countSources(db, tenant, { kind, query: { ...query, ...first } })).rows;
}

/** Each once, in their own order: that of a page may be another after each answer. */
const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((one, other) => one - other);
