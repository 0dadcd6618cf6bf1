import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { groupCells, readPrompts } from "./cell-groups.ts";
import { CELL_SPANS } from "./cell-sums.ts";
import { CellTable, type Period } from "./cell-table.ts";
import { cellConditions, piecesOf, startsOf, where } from "./cells.ts";
import { previousPeriod } from "./compare.ts";
import type { RatioCounts } from "./ratio-interval.ts";
import type { ReportQuery } from "./report-query.ts";

const STARTS_AT_ONCE = 2;

type Days = { date_from: string; date_to: string };
/** Of a row of the brand report: what its dimensions are and which brand it is of. */
type Row = { brand_id: number } & Record<string, unknown>;

/**
 * Counts by prompt and model for rows of some brands, in the days of a query and the period before: of the answers, of
 * those that name the brand, and of all brands that they name.
 */
export async function readBrandCells(
  db: Database,
  tenant: Tenant,
  { query, brand_ids }: { query: ReportQuery; brand_ids: readonly number[] },
): Promise<(row: Row) => RatioCounts[]> {
  const prompts = await readPrompts(db, tenant, query);
  const keeps = (prompt_id: number) => !prompts || prompts.has(prompt_id);
  const table = new CellTable(brand_ids);
  for (const [period, days] of [previousPeriod(query), query].entries()) {
    for await (const packed of readPacked(db, tenant, { query, days })) {
      table.add(period as Period, { ...packed, keeps });
      await breathe();
    }
  }
  const cellsOf = groupCells(table.cells, { dimensions: query.dimensions, prompts });
  return (row) => table.countsOf(row.brand_id, cellsOf(row));
}

/** The rows that make up some days, a few at once, so that other requests get their turn. */
async function* readPacked(
  db: Database,
  tenant: Tenant,
  { query, days }: { query: ReportQuery; days: Days },
) {
  const models = cellConditions(tenant, {
    branded: "include",
    filters: query.filters.filter(({ field }) => field === "model_id"),
  });
  for (const { span, first, last } of piecesOf({ ...days, dimensions: [] }, CELL_SPANS)) {
    const starts = startsOf(first, last, span);
    for (let at = 0; at < starts.length; at += STARTS_AT_ONCE) {
      const conditions = [
        sql`project_id = ${tenant.project_id} and span = ${span}
          and start = any(${starts.slice(at, at + STARTS_AT_ONCE)}::date[])`,
        ...models,
      ];
      const { rows } = await sql<{ model_id: number; cells: Buffer }>`
        select model_id, cells from cell_rollup ${where(conditions)}`.execute(db);
      yield* rows;
    }
  }
}
