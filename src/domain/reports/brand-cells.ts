import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { CellTable, type Period } from "#domain/sums/cell-table.ts";
import { CELL_SPANS, piecesOf, startsOf } from "#domain/sums/spans.ts";
import { groupCells, readPrompts } from "./cell-groups.ts";
import { cellConditions, where } from "./cells.ts";
import { previousPeriod } from "./compare.ts";
import type { RatioCounts } from "./ratio-interval.ts";
import type { ReportQuery } from "./report-query.ts";

const STARTS_AT_ONCE = 2;
/** The large rows used last, by their versions, which are everywhere unique and whose rows never change. */
const KNOWN = new LRUCache<string, Buffer>({
  maxSize: 24_000_000,
  sizeCalculation: ({ length }) => length,
});
/** Shorter ones are soon read, and Node keeps them as parts of something larger. */
const KNOWN_BYTES_MIN = 4_096;

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

type Packed = { model_id: number; cells: Buffer };
type Place = { start: string; model_id: number; version: string };

/** The rows that make up some days: those that are known at once, the others a few at a time, so that requests get their turn. */
async function* readPacked(
  db: Database,
  tenant: Tenant,
  { query, days }: { query: ReportQuery; days: Days },
): AsyncGenerator<Packed> {
  const models = cellConditions(tenant, {
    branded: "include",
    filters: query.filters.filter(({ field }) => field === "model_id"),
  });
  for (const { span, first, last } of piecesOf({ ...days, dimensions: [] }, CELL_SPANS)) {
    const rowsOf = (starts: readonly string[]) =>
      where([
        sql`project_id = ${tenant.project_id} and span = ${span} and start = any(${starts}::date[])`,
        ...models,
      ]);
    const { rows: places } = await sql<Place>`
      select start, model_id, version from cell_rollup ${rowsOf(startsOf(first, last, span))}`.execute(
      db,
    );
    const known = new Set<string>();
    for (const { start, model_id, version } of places) {
      const cells = KNOWN.get(version);
      if (!cells) continue;
      known.add(`${start} ${model_id}`);
      yield { model_id, cells };
    }
    const isNew = ({ start, model_id }: Place) => !known.has(`${start} ${model_id}`);
    const starts = [...new Set(places.filter(isNew).map(({ start }) => start))];
    for (let at = 0; at < starts.length; at += STARTS_AT_ONCE) {
      const { rows } = await sql<Place & Packed>`
        select start, model_id, version, cells from cell_rollup
        ${rowsOf(starts.slice(at, at + STARTS_AT_ONCE))}`.execute(db);
      for (const row of rows.filter(isNew)) {
        if (row.cells.length >= KNOWN_BYTES_MIN) KNOWN.set(row.version, row.cells);
        yield row;
      }
    }
  }
}
