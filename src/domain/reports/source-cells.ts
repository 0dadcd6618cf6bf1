import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { loadUseCells, readUseKey } from "./brand-cells.ts";
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
          from citations c where c.project_id = ${tenant.project_id} and c.day = u.day and c.model_id = u.model_id
            and c.prompt_id = u.prompt_id and c.sample = u.sample and ${id} = any(${ids}::integer[])
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
