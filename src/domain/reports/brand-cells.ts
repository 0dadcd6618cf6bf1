import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { giveTurn } from "#core/one-moment.ts";
import type { Days } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { canAnswer } from "#domain/sums/answer-scope.ts";
import type { Cell, CellTable } from "#domain/sums/cell-table.ts";
import { type Dimension, factColumns, isFrom, TIMES } from "#domain/sums/dimensions.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepParts } from "#domain/sums/kept-facts.ts";
import { packCells, readCells } from "#domain/sums/packed-cells.ts";
import { askedCondition, factCondition, sameAnswer } from "#domain/sums/scope-conditions.ts";
import { spanStartOf } from "#domain/sums/spans.ts";
import { areBehind } from "#domain/sums/sums-behind.ts";
import {
  type CellGroups,
  digestOfPrompts,
  groupCells,
  keptBy,
  type Prompts,
  readPrompts,
} from "./cell-groups.ts";
import { periodsOf, tableOf, unitsApart } from "./cell-periods.ts";
import { type Chosen, cellRows, tableFromSums } from "./packed-rows.ts";
import {
  type Dependence,
  ofAllAnswers,
  readDependence,
  someOfAll,
  type Tells,
} from "./pooled-dependence.ts";
import { isOfFew, type ReportQuery } from "./report-query.ts";

type Sql = RawBuilder<unknown>;

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
/**
 * The same before it is read; `key`: equal keys stand for equal counts, whenever they are read; null: unknown. `db`: the
 * snapshot that they are read in; absent: what is told of them is told whoever waits.
 */
export type BrandCells = { key: string | null; load: () => Promise<LoadedCells>; db?: Database };

/**
 * Counts by prompt, model and day of all brands, in the days of a query and, if it compares, of the period before;
 * `facts`: what they are read for is counted in facts, so they are of the same moment.
 */
export async function readBrandCells(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
  { facts = false } = {},
): Promise<BrandCells> {
  const wanted = keyOfBrandCells(tenant, query, { facts });
  const key = wanted && (await readKey(db, wanted));
  return { key, db, load: () => loadBrandCells(db, tenant, query, { isSummed: key !== null }) };
}

/** Their key before it is read; null: they have none. */
export function keyOfBrandCells(
  tenant: Tenant,
  given: ReportQuery,
  { facts }: { facts: boolean },
): Key | null {
  const query = withoutTimes(given);
  return canAnswer("cell", query) ? keyOf(tenant, { query, facts }) : null;
}

/** The same counts as soon as they are read; `isSummed`: in sums, which only such as have a key are. */
export function loadBrandCells(
  db: Database,
  tenant: Tenant,
  given: ReportQuery,
  { isSummed }: { isSummed: boolean },
): Promise<LoadedCells> {
  const query = withoutTimes(given);
  const fromFacts = (wanted: Wanted) => tableFromFacts(db, tenant, { ...wanted, ...FACTS });
  const fromSums = (wanted: Wanted) => tableFromSums(db, tenant, wanted);
  return load(db, tenant, { query, fromFacts, fromSums, isSummed });
}

/** Cells that are loaded, for rows by other dimensions of a query, which are all of models and prompts. */
export async function groupedBy(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
  loaded: LoadedCells,
): Promise<LoadedCells> {
  const prompts = await readPrompts(db, tenant, query);
  return { ...loaded, ...groupCells(loaded.table.cells, { ...query, prompts }) };
}

/** What rows by time have in common is told from the whole period. */
const withoutTimes = (query: ReportQuery): ReportQuery => ({
  ...query,
  dimensions: query.dimensions.filter((name) => !TIMES.includes(name)),
});

export type Digests = readonly string[] | null;
/** What a key is made of, as a column that is of no rows. */
type Key = { column: Sql; key: (digests: Digests) => string | null };

/**
 * What the counts of packed rows, or of the facts that these are sums of, hang on: which rows and prompts, as digests.
 * Those of `facts` have none while sums are behind these.
 */
function keyOf(
  tenant: Tenant,
  { name = "", facts, ...chosen }: Chosen & { name?: string; facts: boolean },
): Key {
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
  const all = sql`array[${sql.join(digests)}]`;
  const behind = areBehind(
    tenant,
    periods.map(({ days }) => days),
  );
  return {
    column: sql`${facts ? sql`case when not ${behind} then ${all} end` : all} as digests`,
    key: (found) => found && JSON.stringify([name, ranges, query.dimensions, found]),
  };
}

async function readKey(db: Database, { column, key }: Key): Promise<string | null> {
  const rows = await rowsOf<{ digests: Digests }>(db)`select ${column}`;
  return key(rows[0]?.digests ?? null);
}

type Wanted = { query: ReportQuery; prompts: Prompts };
type Reading = {
  query: ReportQuery;
  fromFacts: (wanted: Wanted) => Promise<CellTable>;
  /** Null where they are in a format that this version does not read; none: no sums know these counts. */
  fromSums?: (wanted: Wanted) => Promise<CellTable | null>;
  /** Whether the sums can answer the query; those of all answers they have anyway. */
  isSummed?: boolean;
  tells?: Tells | undefined;
};

async function load(
  db: Database,
  tenant: Tenant,
  { query, fromFacts, fromSums, isSummed, tells }: Reading,
): Promise<LoadedCells> {
  const prompts = await readPrompts(db, tenant, query);
  const wanted = { query, prompts };
  const table = (isSummed && (await fromSums?.(wanted))) || (await fromFacts(wanted));
  const periods = periodsOf(query);
  const all = ofAllAnswers(query);
  const readAll = async (query: ReportQuery) =>
    (await fromSums?.({ query, prompts: null })) ??
    (await fromFacts({ query: await someOfAll(db, tenant, query), prompts: null }));
  const dependence = await readDependence(table, {
    ...{ periods, tells },
    readAll: all && (() => readAll(all)),
  });
  const grouped = groupCells(table.cells, { ...query, prompts });
  return { table, apart: unitsApart(periods), dependence, ...grouped };
}

/**
 * The same of other things that usable answers have, from the facts: `uses` selects these as mentions of brands by
 * number, `also` is a further condition on rows with a model_id. `name`: of what the numbers are; `pack`: a shorter way to
 * the same packed cells of a period.
 */
export function loadUseCells(
  db: Database,
  tenant: Tenant,
  { query: given, tells, ...facts }: { query: ReportQuery; tells?: Tells } & Facts,
): Promise<LoadedCells> {
  const query = withoutTimes(given);
  const fromFacts = (wanted: Wanted) => tableFromFacts(db, tenant, { ...wanted, ...facts });
  return load(db, tenant, { query, fromFacts, tells });
}

/** The key of such counts; null: they have none, as while sums are behind these facts. */
export async function readUseKey(
  db: Database,
  tenant: Tenant,
  { query: given, name, also }: { query: ReportQuery } & Pick<Facts, "name" | "also">,
): Promise<string | null> {
  const query = withoutTimes(given);
  if (!canAnswer("cell", query)) return null;
  return await readKey(db, keyOf(tenant, { query, name, facts: true, also: also("c") }));
}

type Facts = {
  name: string;
  uses: (tenant: Tenant, query: ReportQuery) => Sql;
  also: (of: string) => Sql;
  pack?: (query: ReportQuery, span: number) => AsyncIterable<Packed>;
};
const FACTS: Facts = {
  name: "",
  uses: (
    tenant,
    query,
  ) => sql`(select u.*, m.brand_id, m.position, m.mention_count, m.sentiment from usable u join mentions m
    on ${sameAnswer("m", "u")} and ${askedCondition(tenant, query, "m")})`,
  also: () => sql`true`,
};

/** The counts from the facts, packed alike: what the answers themselves say tells cells apart, too. */
async function tableFromFacts(
  db: Database,
  tenant: Tenant,
  { query, prompts, ...facts }: Wanted & Facts,
) {
  const periods = periodsOf(query);
  const table = tableOf(periods);
  const keeps = keptBy(prompts);
  const { filters, branded, dimensions } = query;
  const by = isFrom(dimensions, "answer")
    ? dimensions.filter((name) => isFrom([name], "answer"))
    : [];
  for (const { name, days, span, unitOf } of periods) {
    const scope = { ...{ filters, branded }, date_from: days.date_from, date_to: days.date_to };
    const asked = { name: `cells ${facts.name}`, scope, also: [span, by], span, isExact: true };
    const read = (part: Days) =>
      readFacts(db, tenant, { query: { ...query, ...part }, span, by, ...facts });
    const parts = await (isOfFew(query) ? read(days) : keepParts(db, tenant, asked, read));
    for (const { cells, start, ...of } of parts.flat()) {
      table.add(table[name], { of, unit: unitOf(start), packed: readCells(cells), keeps });
      await giveTurn(db);
    }
  }
  return table;
}

type Part = Facts & { query: ReportQuery; span: number; by: readonly Dimension[] };

/** The packed rows of the days of a query, oldest first. */
async function readFacts(
  db: Database,
  tenant: Tenant,
  { query, span, by, uses, also, pack }: Part,
): Promise<Packed[]> {
  if (pack && by.length === 0) {
    const packed: Packed[] = [];
    for await (const row of pack(query, span)) packed.push(row);
    return packed;
  }
  const columns = sql.raw(
    ["f.day, f.model_id, f.prompt_id, f.sample", ...factColumns(by)].join(", "),
  );
  const usable = sql`${factCondition(tenant, query, { of: "f", isAnswer: true })} and f.status = 'answered' and ${also("f")}`;
  // Each answer with its own columns, as `f` and as `a`, which dimensions are made of.
  const answers = sql`(select ${columns} from answers f
    ${by.length > 0 ? sql`cross join lateral (select f.*) a` : sql``} where ${usable})`;
  const cells = sql<Packed>`
    with usable as materialized (
      select *, ${spanStartOf("day", span)} as start from ${answers} u)
    select * from (${packCells({
      answers: sql`usable`,
      mentions: uses(tenant, query),
      by: [...by, "start"],
    })}) packed order by ${sql.raw(["start", "model_id", ...by].join(", "))}`;
  return (await joinWhole(db, !isOfFew(query), () => cells.execute(db))).rows;
}

/** A packed row, and which it is. */
type Packed = { start: string; model_id: number; cells: Uint8Array } & Record<string, unknown>;
