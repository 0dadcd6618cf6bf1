import { hash } from "node:crypto";
import { sql } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "#core/database.ts";
import { allEnded, readBoth } from "#core/one-moment.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { limitOf } from "#domain/statistics/false-discoveries.ts";
import { hasDates } from "#domain/sums/dimensions.ts";
import { joinWhole } from "#domain/sums/join-whole.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { type BrandCells, type Digests, keyOfBrandCells, loadBrandCells } from "./brand-cells.ts";
import { withEnds } from "./brand-intervals.ts";
import { type BrandLeads, leadsOf } from "./brand-leads.ts";
import { type BrandRow, needsFacts, readBrandRows, readBrands } from "./brand-rows.ts";
import { daysBefore } from "./cell-periods.ts";
import { isOfCells, pageOfCells, rowsBefore } from "./cell-rows.ts";
import { ROWS_MAX } from "./change-order.ts";
import { type BrandChanges, brandChange, chanceOf, judgeBy, judgeTogether } from "./compare.ts";
import { type PopulationCounts, readPopulationAnd } from "./population.ts";
import { isOfFew, type ReportQuery } from "./report-query.ts";
import { readStatistics } from "./row-statistics.ts";
import { RATIOS } from "./row-sums.ts";

type WithEnds = ReturnType<typeof withEnds>;
/** A row with its intervals, and where it is compared, its period before and what changed; null: there is none. */
type FullRow = {
  row: WithEnds;
  previous: WithEnds | null;
  change: BrandChanges | null;
  /** Null: of the brand itself. */
  lead: BrandLeads | null;
};

export type BrandReport = {
  rows: FullRow[];
  total_count: number;
  population: PopulationCounts;
};

/**
 * One page of brands with their intervals, how many rows there are in all, and the answers that they are counted in.
 * Where a query compares, also the rows of the period before and the changes since, judged together. Rows by time have no
 * period before.
 */
export function readBrandReport(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<BrandReport> {
  const read = () =>
    joinWhole(db, needsFacts(query) && !isOfFew(query), () => countBrands(db, tenant, query));
  if (isOfFew(query) || (!needsFacts(query) && !isOfCells(query))) return read();
  const date_from = query.compare ? daysBefore(query).date_from : query.date_from;
  const kept = { name: "brands", scope: { ...query, date_from }, also: query, isFirst: true };
  return keepCounted(db, tenant, kept, read);
}

async function countBrands(db: Database, tenant: Tenant, given: ReportQuery): Promise<BrandReport> {
  const isCompared = given.compare !== undefined && !hasDates(given.dimensions);
  const query = isCompared ? given : { ...given, compare: undefined };
  const found =
    (isOfCells(query) && (await findInCells(db, tenant, query))) ||
    (await findInRows(db, tenant, query));
  const { rows, total_count, population } = found;
  const { dimensions } = query;
  const [statisticsOf, old] = await readBoth(
    db,
    [
      () => readStatistics(found.cells, { rows, dimensions }),
      async (one) => (isCompared && rows.length > 0 ? found.readBefore(one) : []),
    ],
    { isLong: isCompared && found.isLong },
  );
  const leadOf = await readLeads(found, query);
  const before = new Map(old.map((row) => [keyOf(row, query), row]));
  const complete = rows.map((row): FullRow => {
    const of = statisticsOf(row);
    const old = before.size > 0 ? before.get(keyOf(row, query)) : undefined;
    return {
      row: withEnds(row, { spreads: of.now, query }),
      previous: old ? withEnds(old, { spreads: of.before, query }) : null,
      change: old ? brandChange(row, old, of.verdicts) : null,
      lead: leadOf(row),
    };
  });
  const changes = complete.flatMap(({ change }) => (change ? Object.values(change) : []));
  if (changes.length > 0) judgeBy(changes, await readLimit(db, tenant, { query, ...found }));
  const leads = complete.flatMap(({ lead }) => (lead ? Object.values(lead) : []));
  judgeTogether(leads.flatMap(({ change }) => change ?? []));
  return { rows: complete, total_count, population };
}

/** The largest p that stands, by the key of the cells and the brands that it is among. */
const LIMITS = new LRUCache<string, number>({ max: 1_000 });

/**
 * The largest p that stands among the changes of all brands, in all groups of the same answers, whichever of them a filter,
 * `having` or a page shows: so a row says the same wherever it is shown. Below 0: none does.
 */
async function readLimit(
  db: Database,
  tenant: Tenant,
  { query, cells }: Pick<Found, "cells"> & { query: ReportQuery },
): Promise<number> {
  const { dimensions } = query;
  // A prompt by itself is never tested.
  if (dimensions.includes("prompt_id")) return -1;
  const brands = (await readBrands(db, tenant, { ...query, rows: [] })).map((one) => one.brand_id);
  const place = cells.key && hash("sha256", `${cells.key} ${brands}`, "base64");
  const known = place ? LIMITS.get(place) : undefined;
  if (known !== undefined) return known;
  const groups = dimensions.length > 0 ? (await cells.load()).groups : [{ values: {} }];
  const all = brands.flatMap((brand_id) => groups.map(({ values }) => ({ ...values, brand_id })));
  const rows = all.slice(0, ROWS_MAX);
  const statisticsOf = await readStatistics(cells, { rows, dimensions });
  const tests = rows.flatMap((row) => Object.values(statisticsOf(row).verdicts).map(chanceOf));
  const limit = limitOf(tests, RATIOS.length * (all.length - rows.length));
  if (place) LIMITS.set(place, limit);
  return limit;
}

/** How rows differ from those of the brand that a query holds them against, in the same answers. */
async function readLeads(
  { rows, cells }: Found,
  { dimensions, compare, over }: ReportQuery,
): Promise<(row: BrandRow) => BrandLeads | null> {
  if (over === undefined) return () => null;
  const others = rows.filter(({ brand_id }) => brand_id !== over);
  const statisticsOf = await readStatistics(cells, { rows: others, dimensions, over });
  return (row) =>
    row.brand_id === over ? null : leadsOf(statisticsOf(row), compare !== undefined);
}

/** What a report is completed from. */
type Found = Pick<BrandReport, "total_count" | "population"> & {
  rows: BrandRow[];
  cells: BrandCells;
  /** The rows of the period before that these have as counterparts; where it is long, on another connection. */
  readBefore: (db: Database) => Promise<BrandRow[]>;
  isLong: boolean;
};

/** Rows that sums of brands or facts have. */
async function findInRows(db: Database, tenant: Tenant, query: ReportQuery): Promise<Found> {
  const facts = needsFacts(query);
  const isLong = facts && !isOfFew(query);
  const brands = await readBrands(db, tenant, query);
  const readRows = (one = db) => readBrandRows(one, tenant, query, { brands });
  const readAnswers = (one = db) => readCounted(one, tenant, { query, facts });
  const both = () => readBoth(db, [readRows, readAnswers], { isLong });
  const [page, { population, key }] = await (isLong ? both() : planOnce(db, both));
  const { rows } = page;
  const all = { having: [], order_by: [], limit: rows.length, offset: 0 };
  const before = { ...query, ...daysBefore(query), ...all };
  const readBefore = async (one: Database) =>
    (await readBrandRows(one, tenant, before, { of: rows, brands })).rows;
  let loaded: ReturnType<typeof loadBrandCells> | undefined;
  // Once: rows and what they are held against are both made of them.
  const load = () => (loaded ??= loadBrandCells(db, tenant, query, { isSummed: key !== null }));
  const cells = { key, load, db };
  return { ...page, population, cells, readBefore, isLong };
}

/** Rows that are counted in packed cells; null: they are too many. */
async function findInCells(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<Found | null> {
  const [{ key, population }, loaded, brands] = await allEnded([
    readCounted(db, tenant, { query, facts: false }),
    loadBrandCells(db, tenant, query, { isSummed: true }),
    readBrands(db, tenant, query),
  ]);
  const page = await pageOfCells(loaded, { query, brands });
  if (!page) return null;
  const { rows } = page;
  const readBefore = () => rowsBefore(loaded, { rows, brands });
  const cells = { key, db, load: async () => loaded };
  return { ...page, population, cells, readBefore, isLong: false };
}

/** The answers that are counted, and what statistics hang on, in one statement. */
async function readCounted(
  db: Database,
  tenant: Tenant,
  asked: { query: ReportQuery; facts: boolean },
): Promise<{ population: PopulationCounts; key: string | null }> {
  const wanted = keyOfBrandCells(tenant, asked.query, asked);
  const { population, other } = await readPopulationAnd<{ digests: Digests }>(db, tenant, {
    ...asked,
    column: wanted?.column,
  });
  return { population, key: wanted?.key(other.digests ?? null) ?? null };
}

/** Reads rows that are found by their key with the plan that their statements got first: to plan takes as long as to read. */
async function planOnce<Result>(db: Database, read: () => Promise<Result>): Promise<Result> {
  const first = sql`select set_config('plan_cache_mode', plan_of_few(), true)`.execute(db);
  // Around what is read at first, which is sent with it.
  const all = await allEnded([
    first,
    read(),
    sql`select set_config('plan_cache_mode', 'auto', true)`.execute(db),
  ]);
  return all[1];
}

const keyOf = (row: BrandRow, { dimensions }: ReportQuery) =>
  JSON.stringify([row.brand_id, ...dimensions.map((name) => row[name])]);
