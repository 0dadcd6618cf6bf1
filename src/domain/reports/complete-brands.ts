import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { hasDates } from "#domain/sums/dimensions.ts";
import { readBrandCells } from "./brand-cells.ts";
import { brandEnds } from "./brand-intervals.ts";
import { type BrandRow, needsFacts, readBrandRows } from "./brand-rows.ts";
import { type BrandChanges, brandChange, daysBefore, judgeTogether } from "./compare.ts";
import type { ReportQuery } from "./report-query.ts";
import { readStatistics } from "./row-statistics.ts";

type WithEnds = BrandRow & ReturnType<typeof brandEnds>;
/** A row with its intervals, and where it is compared, its period before and what changed; null: there is none. */
type FullRow = { row: WithEnds; previous: WithEnds | null; change: BrandChanges | null };

/**
 * The intervals of some rows of the brand report and, where a query compares, the rows of the period before and the
 * changes since, judged together. Rows by time have no period before.
 */
export async function completeBrands(
  db: Database,
  tenant: Tenant,
  { query: given, rows }: { query: ReportQuery; rows: readonly BrandRow[] },
): Promise<FullRow[]> {
  if (rows.length === 0) return [];
  const isCompared = given.compare !== undefined && !hasDates(given.dimensions);
  const query = isCompared ? given : { ...given, compare: undefined };
  const [before, statisticsOf] = await readBoth(
    db,
    [
      (one) => (isCompared ? readBefore(one, tenant, { query, rows }) : Promise.resolve(null)),
      async (one) =>
        readStatistics(await readBrandCells(one, tenant, query), {
          ...{ rows, dimensions: query.dimensions },
        }),
    ],
    { isLong: needsFacts(query) || query.dimensions.includes("prompt_id") },
  );
  const complete = rows.map((row): FullRow => {
    const { verdicts, ...spreads } = statisticsOf(row);
    const withEnds = (one: BrandRow, when: "now" | "before") =>
      Object.assign(one, brandEnds(one, { spreads: spreads[when], query }));
    const old = before?.get(keyOf(row, query));
    return {
      row: withEnds(row, "now"),
      previous: old ? withEnds(old, "before") : null,
      change: old ? brandChange(row, old, verdicts) : null,
    };
  });
  judgeTogether(complete.flatMap(({ change }) => (change ? Object.values(change) : [])));
  return complete;
}

const keyOf = (row: BrandRow, { dimensions }: ReportQuery) =>
  JSON.stringify([row.brand_id, ...dimensions.map((name) => row[name])]);

async function readBefore(
  db: Database,
  tenant: Tenant,
  { query, rows }: { query: ReportQuery; rows: readonly BrandRow[] },
): Promise<Map<string, BrandRow>> {
  const page = { having: [], order_by: [], limit: rows.length, offset: 0 };
  const before = await readBrandRows(db, tenant, { ...query, ...daysBefore(query), ...page }, rows);
  return new Map(before.rows.map((row) => [keyOf(row, query), row]));
}
