import { setImmediate as breathe } from "node:timers/promises";
import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { hasDates } from "#domain/sums/dimensions.ts";
import { readBrandCells } from "./brand-cells.ts";
import { type BrandRow, needsFacts, readBrandRows } from "./brand-rows.ts";
import { brandChange, previousPeriod } from "./compare.ts";
import type { ReportQuery } from "./report-query.ts";

type Compared = { previous: BrandRow; change: ReturnType<typeof brandChange> };

/** The rows of the period before and the change to each; null where there is none, as for rows by time. */
export async function compareBrands(
  db: Database,
  tenant: Tenant,
  { query, rows }: { query: ReportQuery; rows: readonly BrandRow[] },
): Promise<(Compared | null)[]> {
  if (hasDates(query.dimensions)) return rows.map(() => null);
  const brand_ids = [...new Set(rows.map((row) => row.brand_id))];
  const limit = rows.length;
  const whole = { ...previousPeriod(query), having: [], order_by: [], limit, offset: 0 };
  const [before, cellsOf] = await readBoth(
    db,
    [
      (one) => readBrandRows(one, tenant, whole, rows),
      (one) => readBrandCells(one, tenant, { query, brand_ids }),
    ],
    { isLong: needsFacts(query) || query.dimensions.includes("prompt_id") },
  );
  const keyOf = (row: BrandRow) =>
    JSON.stringify([row.brand_id, ...query.dimensions.map((name) => row[name])]);
  const known = new Map(before.rows.map((row) => [keyOf(row), row]));
  const compared: (Compared | null)[] = [];
  for (const row of rows) {
    const previous = known.get(keyOf(row));
    compared.push(previous ? { previous, change: brandChange(row, previous, cellsOf(row)) } : null);
    // A row may be made of thousands of cells: other requests get their turn in between.
    await breathe();
  }
  return compared;
}
