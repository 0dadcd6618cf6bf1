import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { CELL_SPANS } from "./cell-sums.ts";
import { cellConditions, keptPrompts, piecesOf, startsOf, where } from "./cells.ts";
import { previousPeriod } from "./compare.ts";
import type { Counts } from "./intervals.ts";
import type { ReportQuery } from "./report-query.ts";

const STARTS_AT_ONCE = 4;
const INTEGER = 4;
// A prompt, its answers and its number of brands; then a brand and its answers for each.
const HEAD = 3 * INTEGER;
const PAIR = 2 * INTEGER;

type Days = { date_from: string; date_to: string };

/**
 * Counts by prompt and model in the days of a query and the period before, of some brands; only of prompts and models
 * that answered in both.
 */
export async function readBrandCells(
  db: Database,
  tenant: Tenant,
  { query, brand_ids }: { query: ReportQuery; brand_ids: readonly number[] },
): Promise<Map<number, Counts[]>> {
  const kept = await readKept(db, tenant, query);
  const table = new CellTable(brand_ids);
  for (const [period, days] of [previousPeriod(query), query].entries()) {
    for await (const { model_id, cells } of readPacked(db, tenant, { query, days })) {
      table.add(period as Period, { model_id, cells, kept });
    }
  }
  return new Map(brand_ids.map((brand_id, place) => [brand_id, table.countsOf(place)]));
}

/** 0 is the period before, 1 is now. */
type Period = 0 | 1;

/** One row of numbers per prompt and model: answers before and now, then the same of each brand in turn. */
class CellTable {
  readonly #width: number;
  readonly #columns: ReadonlyMap<number, number>;
  readonly #rows = new Map<number, Map<number, number>>();
  #numbers = new Int32Array(1_024);
  #end = 0;

  constructor(brand_ids: readonly number[]) {
    this.#width = 2 + 2 * brand_ids.length;
    this.#columns = new Map(brand_ids.map((brand_id, place) => [brand_id, 2 + 2 * place]));
  }

  /** Adds a packed row; `kept`: the prompts that count, or all. */
  add(
    period: Period,
    packed: { model_id: number; cells: Buffer; kept: ReadonlySet<number> | null },
  ): void {
    const { cells, kept } = packed;
    const view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength);
    const rows = this.#rows.get(packed.model_id) ?? new Map<number, number>();
    this.#rows.set(packed.model_id, rows);
    for (let at = 0; at < view.byteLength; ) {
      const prompt_id = view.getInt32(at);
      const end = at + HEAD + view.getInt32(at + 2 * INTEGER) * PAIR;
      if (!kept || kept.has(prompt_id)) {
        const row = rows.get(prompt_id) ?? this.#addRow();
        rows.set(prompt_id, row);
        this.#count(row + period, view.getInt32(at + INTEGER));
        for (let pair = at + HEAD; pair < end; pair += PAIR) {
          const column = this.#columns.get(view.getInt32(pair));
          if (column !== undefined)
            this.#count(row + column + period, view.getInt32(pair + INTEGER));
        }
      }
      at = end;
    }
  }

  #count(place: number, more: number): void {
    this.#numbers[place] = (this.#numbers[place] ?? 0) + more;
  }

  #addRow(): number {
    const row = this.#end;
    this.#end += this.#width;
    if (this.#end > this.#numbers.length) {
      const larger = new Int32Array(2 * this.#end);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    return row;
  }

  /** The counts of the brand at `place`, of each prompt and model that answered in both periods. */
  countsOf(place: number): Counts[] {
    const counts: Counts[] = [];
    const at = (index: number) => this.#numbers[index] ?? 0;
    for (let row = 0; row < this.#end; row += this.#width) {
      const [before_total, now_total] = [at(row), at(row + 1)];
      if (before_total === 0 || now_total === 0) continue;
      const brand = row + 2 + 2 * place;
      counts.push({ before: at(brand), before_total, now: at(brand + 1), now_total });
    }
    return counts;
  }
}

/** The prompts that a query's filters keep; null: all. */
async function readKept(db: Database, tenant: Tenant, query: ReportQuery) {
  const kept = keptPrompts(tenant, query);
  if (!kept) return null;
  const { rows } = await sql<{ prompt_id: number }>`${kept}`.execute(db);
  return new Set(rows.map(({ prompt_id }) => prompt_id));
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
