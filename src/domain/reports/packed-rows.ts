import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { type Database, rowsOf } from "#core/database.ts";
import { giveTurn } from "#core/one-moment.ts";
import type { Days } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { CellTable } from "#domain/sums/cell-table.ts";
import { isReadable, type PackedCells, readCells } from "#domain/sums/packed-cells.ts";
import { scopeConditions } from "#domain/sums/scope-conditions.ts";
import { CELL_SPANS, piecesOf } from "#domain/sums/spans.ts";
import { where } from "#domain/sums/sum-rows.ts";
import { keptBy, type Prompts } from "./cell-groups.ts";
import { periodsOf, tableOf } from "./cell-periods.ts";
import type { ReportQuery } from "./report-query.ts";

type Sql = RawBuilder<unknown>;

const BYTES_AT_ONCE = 500_000;
/** The large rows used last, by their versions, which are everywhere unique and whose rows never change. */
const KNOWN = new LRUCache<string, PackedCells>({
  maxSize: 24_000_000,
  sizeCalculation: ({ words }) => words.byteLength,
});
/** Shorter ones are soon read. */
const KNOWN_BYTES_MIN = 4_096;

/** The counts from packed rows; null where one is in a format that this version does not read. */
export async function tableFromSums(
  db: Database,
  tenant: Tenant,
  { query, prompts }: { query: ReportQuery; prompts: Prompts },
): Promise<CellTable | null> {
  const periods = periodsOf(query);
  const table = tableOf(periods);
  const keeps = keptBy(prompts);
  for (const { name, unitOf, ...period } of periods) {
    const { rows: places } = await placesOf(tenant, { query, ...period }).execute(db);
    for await (const { start, model_id, packed } of readPacked(db, tenant, places)) {
      if (!packed) return null;
      table.add(table[name], { of: { model_id }, unit: unitOf(start), packed, keeps });
      await giveTurn(db);
    }
  }
  return table;
}

type Place = { span: number; start: string; model_id: number; version: string; bytes: number };
export type Chosen = { query: ReportQuery; also?: Sql };
type Period = { days: Days; span: number };

/** Which rows make up a period of a query, in the order of days. */
const placesOf = (tenant: Tenant, chosen: Chosen & Period) => sql<Place>`
  select span, start, model_id, version, octet_length(cells) as bytes
  from ${cellRows(tenant, chosen)} order by start, model_id, version`;

/** The rows of a period of a query. */
export function cellRows(
  tenant: Tenant,
  { query, also = sql`true`, days, span }: Chosen & Period,
): Sql {
  const pieces = piecesOf({ ...days, dimensions: [] }, span === 1 ? [1] : CELL_SPANS);
  const runs = pieces.map(
    (piece) =>
      sql`(span = ${sql.lit(piece.span)} and start between ${piece.first}::date and ${piece.last}::date)`,
  );
  return sql`cell_rollup c ${where([
    sql`project_id = ${tenant.project_id} and (${sql.join(runs, sql` or `)}) and ${also}`,
    ...scopeConditions(tenant, query, { on: ["model"], of: "c" }),
  ])}`;
}

/** What these rows say in their order: a few new ones at a time, so that requests get their turn; null: in another format. */
async function* readPacked(
  db: Database,
  tenant: Tenant,
  places: readonly Place[],
): AsyncGenerator<Pick<Place, "start" | "model_id"> & { packed: PackedCells | null }> {
  for (let at = 0; at < places.length; ) {
    const batch: Place[] = [];
    for (let bytes = 0; at < places.length && bytes < BYTES_AT_ONCE; at++) {
      const place = places[at] as Place;
      batch.push(place);
      if (!KNOWN.has(place.version)) bytes += place.bytes;
    }
    const fresh = await readRows(
      db,
      tenant,
      batch.filter(({ version }) => !KNOWN.has(version)),
    );
    for (const { start, model_id, version } of batch) {
      const cells = fresh.get(version);
      const packed = KNOWN.get(version) ?? (cells && isReadable(cells) ? readCells(cells) : null);
      // A row that was rebuilt in between is of another moment; reports read one.
      if (packed || cells) yield { start, model_id, packed };
      if (packed && packed.words.byteLength >= KNOWN_BYTES_MIN) KNOWN.set(version, packed);
    }
  }
}

async function readRows(
  db: Database,
  { project_id }: Tenant,
  places: readonly Place[],
): Promise<Map<string, Buffer>> {
  if (places.length === 0) return new Map();
  const of = (name: "span" | "start" | "model_id") => places.map((place) => place[name]);
  const rows = await rowsOf<{ version: string; cells: Buffer }>(db)`
    select version, cells from unnest(${of("span")}::smallint[], ${of("start")}::date[],
      ${of("model_id")}::integer[]) p (span, start, model_id)
    join cell_rollup c using (span, start, model_id)
    where c.project_id = ${project_id} and version = any(${places.map(({ version }) => version)}::uuid[])`;
  return new Map(rows.map(({ version, cells }) => [version, cells]));
}
