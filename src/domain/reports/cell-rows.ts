import { setImmediate as breathe } from "node:timers/promises";
import { zeros } from "#domain/statistics/zeros.ts";
import { canAnswer } from "#domain/sums/answer-scope.ts";
import type { Cell, PeriodCells } from "#domain/sums/cell-table.ts";
import { dimensionColumns } from "#domain/sums/dimensions.ts";
import {
  BRAND_MEASURES,
  type BrandNumbers,
  type BrandPart,
  brandNumberAt,
  columnsOf,
} from "#domain/sums/measures.ts";
import type { Totals } from "#domain/sums/packed-cells.ts";
import type { LoadedCells } from "./brand-cells.ts";
import type { Brand, BrandRow } from "./brand-rows.ts";
import { HOLDS } from "./change-order.ts";
import { orderOf } from "./finished-rows.ts";
import type { ReportQuery } from "./report-query.ts";
import { add } from "./row-sums.ts";

/** More rows are counted in the database, where they need not be in memory at once. */
const ROWS_MAX = 250_000;

type Group = { values: Record<string, unknown>; cells: readonly Cell[] };

/**
 * True where brands are counted in packed cells: by prompts or tags, which no sums of brands tell apart, and of answers
 * that these sums can count.
 */
export function isOfCells(query: ReportQuery): boolean {
  return (
    !canAnswer("brand", query) &&
    canAnswer("cell", query) &&
    canAnswer("brand", { ...query, dimensions: [] })
  );
}

/** One page of brands as `readBrandRows` reads them, from cells; null: they are too many. */
export async function pageOfCells(
  { table, groups }: LoadedCells,
  { query, brands }: { query: ReportQuery; brands: readonly Brand[] },
): Promise<{ rows: BrandRow[]; total_count: number } | null> {
  if (groups.length * brands.length > ROWS_MAX) return null;
  const asked = groupsAsked(table.now, inOrder(groups, query));
  const sums = await sumRows(table.now, asked, brands);
  const { page, total_count } = choose(sums, query);
  return { rows: page.map((at) => rowAt(sums, at)), total_count };
}

/** The counterparts of some rows in the period before, those that have any. */
export async function rowsBefore(
  { table, groups, cellsOf }: LoadedCells,
  { rows, brands }: { rows: readonly BrandRow[]; brands: readonly Brand[] },
): Promise<BrandRow[]> {
  const wanted = new Set(rows.map(cellsOf));
  const asked = groupsAsked(
    table.before,
    groups.filter(({ cells }) => wanted.has(cells)),
  );
  const ids = new Set(rows.map(({ brand_id }) => brand_id));
  const sums = await sumRows(
    table.before,
    asked,
    brands.filter(({ brand_id }) => ids.has(brand_id)),
  );
  return Array.from({ length: sums.count }, (_, at) => rowAt(sums, at));
}

/** Groups by their values, as they are sorted where their rows are equal otherwise. */
function inOrder(groups: readonly Group[], { dimensions }: ReportQuery): Group[] {
  const { names } = dimensionColumns(dimensions);
  const compare = (one: Group, other: Group) => {
    for (const name of names) {
      const [left, right] = [one.values[name], other.values[name]] as [number, number];
      if (left !== right) return left < right ? -1 : 1;
    }
    return 0;
  };
  return groups.toSorted(compare);
}

/** Groups with answers, and of each of their cells which cell and which group it is; the answers and voices of each group. */
type Asked = Record<"total" | "voices", Float64Array> & {
  groups: readonly Group[];
  cell: Int32Array;
  group: Int32Array;
};

/** The groups that have answers in a period. */
function groupsAsked(period: PeriodCells, given: readonly Group[]): Asked {
  const [answers, voices] = [zeros(period.cells), zeros(period.cells)];
  for (let unit = 0; unit < period.units; unit++) {
    const [ofAnswers, ofVoices] = [period.answersIn(unit), period.voicesIn(unit)];
    for (let index = 0; index < period.cells; index++) {
      add(answers, index, ofAnswers[index] ?? 0);
      add(voices, index, ofVoices[index] ?? 0);
    }
  }
  const groups = given.filter(({ cells }) => cells.some(({ index }) => answers[index]));
  const cell = Int32Array.from(groups.flatMap(({ cells }) => cells.map(({ index }) => index)));
  const group = Int32Array.from(groups.flatMap(({ cells }, place) => cells.map(() => place)));
  const asked = { groups, cell, group, total: zeros(groups.length), voices: zeros(groups.length) };
  addUp(answers, asked.total, asked);
  addUp(voices, asked.voices, asked);
  return asked;
}

/** Adds what cells have to their groups, of which the first is at `from` in the list. */
function addUp(
  ofCells: Float64Array,
  to: Float64Array,
  { cell, group, from = 0 }: Pick<Asked, "cell" | "group"> & { from?: number },
): void {
  for (let at = 0; at < cell.length; at++)
    add(to, from + (group[at] ?? 0), ofCells[cell[at] ?? 0] ?? 0);
}

/** What all rows are made of: those of a brand stand together, group by group. */
type Sums = {
  brands: readonly Brand[];
  groups: readonly Group[];
  count: number;
  parts: Record<BrandPart, Float64Array>;
};

const COLUMNS = columnsOf("brand");
const totalsOf = (size: number) =>
  Object.fromEntries(COLUMNS.map((name) => [name, zeros(size)])) as Totals;

/** Adds up brand after brand; other requests get their turn in between. */
async function sumRows(period: PeriodCells, asked: Asked, brands: readonly Brand[]): Promise<Sums> {
  const { groups } = asked;
  const count = groups.length * brands.length;
  const parts = { ...totalsOf(count), total: zeros(count), voices: zeros(count) };
  const byCell = totalsOf(period.cells);
  for (const [place, { brand_id }] of brands.entries()) {
    const from = place * groups.length;
    for (const name of COLUMNS) byCell[name].fill(0);
    period.addTotals(brand_id, byCell);
    for (const name of COLUMNS) addUp(byCell[name], parts[name], { ...asked, from });
    parts.total.set(asked.total, from);
    parts.voices.set(asked.voices, from);
    await breathe();
  }
  return { brands, groups, count, parts };
}

const NAMES = Object.keys(BRAND_MEASURES) as (keyof BrandNumbers)[];

function rowAt({ brands, groups, parts }: Sums, at: number): BrandRow {
  const numbers = NAMES.map((name) => [name, brandNumberAt(BRAND_MEASURES[name], parts, at)]);
  return {
    ...groups[at % groups.length]?.values,
    ...(brands[Math.floor(at / groups.length)] as Brand),
    ...(Object.fromEntries(numbers) as BrandNumbers),
  };
}

/** The places of a page's rows, and how many there are in all. */
function choose(sums: Sums, query: ReportQuery): { page: number[]; total_count: number } {
  const conditions = query.having.map(({ field, operator, value }) => {
    const [list, holds] = [listOf(sums, field), HOLDS[operator]];
    return (at: number) => holds(list[at] ?? 0, value);
  });
  const places: number[] = [];
  for (let at = 0; at < sums.count; at++) {
    if (conditions.every((holds) => holds(at))) places.push(at);
  }
  const keys = orderOf(query, "visibility").map(({ field, direction }) => {
    const list = listOf(sums, field);
    const sign = direction === "asc" ? 1 : -1;
    for (let at = 0; at < list.length; at++) {
      const value = list[at] ?? 0;
      // What is not defined is last, whichever way.
      list[at] = Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value;
    }
    return list;
  });
  return { page: pageOfPlaces(places, keys, query), total_count: places.length };
}

/** A number of all rows; NaN, which nothing is compared with: it is not defined. */
function listOf({ count, parts }: Sums, field: string): Float64Array {
  const measure = BRAND_MEASURES[field as keyof BrandNumbers];
  const list = zeros(count);
  for (let at = 0; at < count; at++) list[at] = brandNumberAt(measure, parts, at) ?? Number.NaN;
  return list;
}

const BUCKETS = 4_096;

/** Sorts no more than those that may be on the page: by the first key, all are put into buckets of about the same number. */
function pageOfPlaces(
  places: readonly number[],
  keys: readonly Float64Array[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const bucketOf = bucketing(keys[0] as Float64Array);
  const sizes = new Uint32Array(BUCKETS + 1);
  for (const at of places) {
    const bucket = bucketOf(at);
    sizes[bucket] = (sizes[bucket] ?? 0) + 1;
  }
  let [before, low] = [0, 0];
  while (low < BUCKETS && before + (sizes[low] ?? 0) <= offset) before += sizes[low++] ?? 0;
  let [counted, high] = [before, low];
  while (high < BUCKETS && counted + (sizes[high] ?? 0) < offset + limit)
    counted += sizes[high++] ?? 0;
  const near = places.filter((at) => bucketOf(at) >= low && bucketOf(at) <= high);
  near.sort((one, other) => {
    for (const key of keys) {
      const left = key[one] ?? 0;
      const right = key[other] ?? 0;
      if (left !== right) return left < right ? -1 : 1;
    }
    return one - other;
  });
  return near.slice(offset - before, offset - before + limit);
}

/** Which bucket a place is in by a key: what has no number is in the last. */
function bucketing(key: Float64Array): (at: number) => number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of key) {
    least = Math.min(least, value);
    if (value !== Number.POSITIVE_INFINITY) most = Math.max(most, value);
  }
  const scale = most > least ? (BUCKETS - 1) / (most - least) : 0;
  return (at) => {
    const value = key[at] ?? 0;
    return value === Number.POSITIVE_INFINITY ? BUCKETS : Math.floor((value - least) * scale);
  };
}
