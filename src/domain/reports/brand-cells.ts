import { setImmediate as breathe } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import {
  canAnswer,
  dayConditions,
  factCondition,
  keptPrompts,
  scopeConditions,
} from "#domain/sums/answer-scope.ts";
import type { Cell, CellTable } from "#domain/sums/cell-table.ts";
import { factColumns, isFrom, TIMES } from "#domain/sums/dimensions.ts";
import { isReadable, type PackedCells, packCells, readCells } from "#domain/sums/packed-cells.ts";
import { CELL_SPANS, piecesOf, spanStartOf } from "#domain/sums/spans.ts";
import { where } from "#domain/sums/sum-rows.ts";
import {
  type CellGroups,
  digestOfPrompts,
  groupCells,
  keptBy,
  type Prompts,
  readPrompts,
} from "./cell-groups.ts";
import { type Days, periodsOf, tableOf, unitsApart } from "./cell-periods.ts";
import { type Dependence, readDependence } from "./pooled-dependence.ts";
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

/**
 * The counts by prompt, model and unit that rows of a report are made of, which cells each stands for, and how many
 * units lie between its two periods: infinitely many where there are none, or their units are not the same.
 * `dependence`: of neighbouring units of all of them; of all prompts' where these are too few to tell.
 */
export type LoadedCells = {
  table: CellTable;
  apart: number;
  dependence: Dependence;
} & CellGroups<Cell>;
/** The same before it is read; `key`: equal keys stand for equal counts, whenever they are read; null: unknown. */
export type BrandCells = { key: string | null; load: () => Promise<LoadedCells> };

/** Counts by prompt, model and day of all brands, in the days of a query and, if it compares, of the period before. */
export async function readBrandCells(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<BrandCells> {
  const wanted = keyOfBrandCells(tenant, query);
  const key = wanted && (await readKey(db, wanted));
  return { key, load: () => loadBrandCells(db, tenant, query) };
}

/** Their key before it is read; null: they have none. */
export function keyOfBrandCells(tenant: Tenant, given: ReportQuery): Key | null {
  const query = withoutTimes(given);
  return canAnswer("cell", query) ? keyOf(tenant, { query }) : null;
}

/** The same counts as soon as they are read. */
export function loadBrandCells(
  db: Database,
  tenant: Tenant,
  given: ReportQuery,
): Promise<LoadedCells> {
  const query = withoutTimes(given);
  const fromFacts = (prompts: Prompts) => tableFromFacts(db, tenant, { query, prompts, ...FACTS });
  const fromSums = async (prompts: Prompts) =>
    (await tableFromSums(db, tenant, { query, prompts })) ?? (await fromFacts(prompts));
  const isSummed = canAnswer("cell", query);
  return load(db, tenant, { query, read: isSummed ? fromSums : fromFacts, isSummed });
}

/** What rows by time have in common is told from the whole period. */
const withoutTimes = (query: ReportQuery): ReportQuery => ({
  ...query,
  dimensions: query.dimensions.filter((name) => !TIMES.includes(name)),
});

export type Digests = readonly string[] | undefined;
/** What a key is made of, as a column that is of no rows. */
type Key = { column: Sql; key: (digests: Digests) => string };

/** What the counts of packed rows, or of the facts that these are sums of, hang on: which rows and prompts, as digests. */
function keyOf(tenant: Tenant, { name = "", ...chosen }: Chosen & { name?: string }): Key {
  const { query } = chosen;
  const periods = periodsOf(query);
  const versions = periods.map((period) => {
    const from = cellRows(tenant, { ...chosen, ...period });
    return { bytes: sql`array_send(array_agg(version order by version))`, from };
  });
  const digests = [...versions, ...digestOfPrompts(tenant, query)].map(
    ({ bytes, from }) => sql`(select encode(sha256(${bytes}), 'base64') from ${from})`,
  );
  const ranges = periods.map(({ days }) => [days.date_from, days.date_to]);
  return {
    column: sql`array[${sql.join(digests)}] as digests`,
    key: (found) => JSON.stringify([name, ranges, query.dimensions, found]),
  };
}

async function readKey(db: Database, { column, key }: Key): Promise<string> {
  const { rows } = await sql<{ digests: Digests }>`select ${column}`.execute(db);
  return key(rows[0]?.digests);
}

/** `isSummed`: from sums, which know all prompts, whichever the query keeps. */
type Reading = {
  query: ReportQuery;
  read: (prompts: Prompts) => Promise<CellTable>;
  isSummed?: boolean;
};

async function load(
  db: Database,
  tenant: Tenant,
  { query, read, isSummed }: Reading,
): Promise<LoadedCells> {
  const prompts = await readPrompts(db, tenant, query);
  const table = await read(prompts);
  const periods = periodsOf(query);
  const isMore = isSummed && keptPrompts(tenant, query) !== null;
  const readAll = isMore ? () => read(null) : undefined;
  const dependence = await readDependence(table, periods, readAll);
  const grouped = groupCells(table.cells, { ...query, prompts });
  return { table, apart: unitsApart(periods), dependence, ...grouped };
}

/**
 * The same of other things that usable answers have, from the facts: `uses` selects these as mentions of brands by
 * number, `also` is a further condition on rows with a model_id. `name`: the numbers are kept until sums are made
 * again, under this name of what they are numbers of; `pack`: a shorter way to the same packed cells of a period.
 */
export async function readUseCells(
  db: Database,
  tenant: Tenant,
  { query: given, name, ...facts }: { query: ReportQuery; name?: string } & Facts,
): Promise<BrandCells> {
  const query = withoutTimes(given);
  const isKept = name !== undefined && canAnswer("cell", query);
  const read = (prompts: Prompts) => tableFromFacts(db, tenant, { query, prompts, ...facts });
  return {
    key: isKept ? await readKey(db, keyOf(tenant, { query, name, also: facts.also("c") })) : null,
    load: () => load(db, tenant, { query, read }),
  };
}

type Facts = {
  uses: (tenant: Tenant, days: Days) => Sql;
  also: (of: string) => Sql;
  pack?: (query: ReportQuery, span: number) => AsyncIterable<Packed>;
};
const FACTS: Facts = {
  uses: (
    { project_id },
    days,
  ) => sql`(select u.*, m.brand_id, m.position, m.mention_count, m.sentiment from usable u join mentions m
    on m.project_id = ${project_id} and m.day = u.day and m.model_id = u.model_id
      and m.prompt_id = u.prompt_id and m.sample = u.sample
      and ${sql.join(dayConditions(days, "m"), sql` and `)})`,
  also: () => sql`true`,
};

type Wanted = { query: ReportQuery; prompts: Prompts };

/** The counts from packed rows; null where one is in a format that this version does not read. */
async function tableFromSums(db: Database, tenant: Tenant, { query, prompts }: Wanted) {
  const periods = periodsOf(query);
  const table = tableOf(periods);
  const keeps = keptBy(prompts);
  for (const { name, unitOf, ...period } of periods) {
    const { rows: places } = await placesOf(tenant, { query, ...period }).execute(db);
    for await (const { start, model_id, packed } of readPacked(db, tenant, places)) {
      if (!packed) return null;
      table.add(table[name], { of: { model_id }, unit: unitOf(start), packed, keeps });
      await breathe();
    }
  }
  return table;
}

/** The counts from the facts, packed alike: what the answers themselves say tells cells apart, too. */
async function tableFromFacts(
  db: Database,
  tenant: Tenant,
  { query, prompts, uses, also, pack }: Wanted & Facts,
) {
  const periods = periodsOf(query);
  const table = tableOf(periods);
  const keeps = keptBy(prompts);
  const { dimensions } = query;
  const by = isFrom(dimensions, "answer")
    ? dimensions.filter((name) => isFrom([name], "answer"))
    : [];
  const columns = sql.raw(
    ["f.day, f.model_id, f.prompt_id, f.sample", ...factColumns(by)].join(", "),
  );
  for (const { name, days, span, unitOf } of periods) {
    const scope = { ...query, date_from: days.date_from, date_to: days.date_to };
    const usable = sql`${factCondition(tenant, scope, { of: "f", isAnswer: true })} and f.status = 'answered' and ${also("f")}`;
    // Each answer with its own columns, as `f` and as `a`, which dimensions are made of.
    const answers = sql`(select ${columns} from answers f
      ${by.length > 0 ? sql`cross join lateral (select f.*) a` : sql``} where ${usable})`;
    const selected = sql<Packed & Record<string, unknown>>`
      with usable as materialized (
        select *, ${spanStartOf("day", span)} as start from ${answers} u)
      select * from (${packCells({
        answers: sql`usable`,
        mentions: uses(tenant, days),
        by: [...by, "start"],
      })}) packed order by start`;
    const rows = pack && by.length === 0 ? pack(scope, span) : (await selected.execute(db)).rows;
    for await (const { cells, start, ...of } of rows) {
      table.add(table[name], { of, unit: unitOf(start), packed: readCells(cells), keeps });
      await breathe();
    }
  }
  return table;
}

/** A packed row, and which it is. */
type Packed = { start: string; model_id: number; cells: Uint8Array };
type Place = { span: number; start: string; model_id: number; version: string; bytes: number };
type Chosen = { query: ReportQuery; also?: Sql };
type Period = { days: Days; span: number };

/** Which rows make up a period of a query, in the order of days. */
const placesOf = (tenant: Tenant, chosen: Chosen & Period) => sql<Place>`
  select span, start, model_id, version, octet_length(cells) as bytes
  from ${cellRows(tenant, chosen)} order by start, model_id, version`;

/** The rows of a period of a query. */
function cellRows(tenant: Tenant, { query, also = sql`true`, days, span }: Chosen & Period): Sql {
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
  const { rows } = await sql<{ version: string; cells: Buffer }>`
    select version, cells from unnest(${of("span")}::smallint[], ${of("start")}::date[],
      ${of("model_id")}::integer[]) p (span, start, model_id)
    join cell_rollup c using (span, start, model_id)
    where c.project_id = ${project_id} and version = any(${places.map(({ version }) => version)}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ version, cells }) => [version, cells]));
}
