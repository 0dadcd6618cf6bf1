import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { canAnswer, factCondition, scopeConditions } from "#domain/sums/answer-scope.ts";
import { CellTable, type Period } from "#domain/sums/cell-table.ts";
import { factColumns, isFrom } from "#domain/sums/dimensions.ts";
import { isReadable, packCells } from "#domain/sums/packed-cells.ts";
import { CELL_SPANS, piecesOf, startsOf } from "#domain/sums/spans.ts";
import { where } from "#domain/sums/sum-rows.ts";
import { groupCells, readPrompts } from "./cell-groups.ts";
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
  const wanted = { query, brand_ids, keeps };
  const table =
    (canAnswer("cell", query) && (await tableFromSums(db, tenant, wanted))) ||
    (await tableFromFacts(db, tenant, wanted));
  const cellsOf = groupCells(table.cells, { dimensions: query.dimensions, prompts });
  return (row) => table.countsOf(row.brand_id, cellsOf(row));
}

type Wanted = {
  query: ReportQuery;
  brand_ids: readonly number[];
  keeps: (prompt_id: number) => boolean;
};

/** The counts from packed rows; null where one is in a format that this version does not read. */
async function tableFromSums(db: Database, tenant: Tenant, { query, brand_ids, keeps }: Wanted) {
  const table = new CellTable(brand_ids);
  for (const [period, days] of [previousPeriod(query), query].entries()) {
    for await (const { model_id, cells } of readPacked(db, tenant, { query, days })) {
      if (!isReadable(cells)) return null;
      table.add(period as Period, { of: { model_id }, cells, keeps });
      await breathe();
    }
  }
  return table;
}

/** The counts from the facts, packed alike: what the answers themselves say tells cells apart, too. */
async function tableFromFacts(db: Database, tenant: Tenant, { query, brand_ids, keeps }: Wanted) {
  const table = new CellTable(brand_ids);
  const { project_id } = tenant;
  const by = isFrom(query.dimensions, "answer")
    ? query.dimensions.filter((name) => isFrom([name], "answer"))
    : [];
  const columns = sql.raw(
    ["f.day, f.model_id, f.prompt_id, f.sample", ...factColumns(by)].join(", "),
  );
  for (const [period, days] of [previousPeriod(query), query].entries()) {
    const usable = sql`${factCondition(tenant, days, { of: "f", isAnswer: true })} and f.status = 'answered'`;
    // Each answer with its own columns, as `f` and as `a`, which dimensions are made of.
    const answers = sql`(select ${columns} from answers f
      ${by.length > 0 ? sql`cross join lateral (select f.*) a` : sql``} where ${usable})`;
    const { rows } = await sql<Packed & Record<string, unknown>>`
      with usable as materialized (select * from ${answers} u)
      select * from (${packCells({
        answers: sql`usable`,
        mentions: sql`(select u.*, m.brand_id from usable u join mentions m
          on m.project_id = ${project_id} and m.day = u.day and m.model_id = u.model_id
            and m.prompt_id = u.prompt_id and m.sample = u.sample)`,
        by,
      })}) packed`.execute(db);
    for (const { cells, ...of } of rows) {
      table.add(period as Period, { of, cells, keeps });
      await breathe();
    }
  }
  return table;
}

type Packed = { model_id: number; cells: Buffer };
type Place = { start: string; model_id: number; version: string };

/** The rows that make up some days: those that are known at once, the others a few at a time, so that requests get their turn. */
async function* readPacked(
  db: Database,
  tenant: Tenant,
  { query, days }: { query: ReportQuery; days: Days },
): AsyncGenerator<Packed> {
  const models = scopeConditions(tenant, query, { on: ["model"], of: "c" });
  for (const { span, first, last } of piecesOf({ ...days, dimensions: [] }, CELL_SPANS)) {
    const rowsOf = (starts: readonly string[]) =>
      where([
        sql`project_id = ${tenant.project_id} and span = ${span} and start = any(${starts}::date[])`,
        ...models,
      ]);
    const { rows: places } = await sql<Place>`
      select start, model_id, version
      from cell_rollup c ${rowsOf(startsOf(first, last, span))}`.execute(db);
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
        select start, model_id, version, cells from cell_rollup c
        ${rowsOf(starts.slice(at, at + STARTS_AT_ONCE))}`.execute(db);
      for (const row of rows.filter(isNew)) {
        if (row.cells.length >= KNOWN_BYTES_MIN) KNOWN.set(row.version, row.cells);
        yield row;
      }
    }
  }
}
