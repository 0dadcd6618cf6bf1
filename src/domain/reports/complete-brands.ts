import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import { readBoth } from "#core/one-moment.ts";
import { daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { hasDates } from "#domain/sums/dimensions.ts";
import { readBrandCells } from "./brand-cells.ts";
import { brandEnds } from "./brand-intervals.ts";
import { type BrandRow, needsFacts, readBrandRows } from "./brand-rows.ts";
import { type BrandChanges, brandChange, daysBefore, judgeTogether } from "./compare.ts";
import { type PopulationCounts, readPopulation } from "./population.ts";
import type { ReportQuery } from "./report-query.ts";
import { readStatistics } from "./row-statistics.ts";

type WithEnds = BrandRow & ReturnType<typeof brandEnds>;
/** A row with its intervals, and where it is compared, its period before and what changed; null: there is none. */
type FullRow = { row: WithEnds; previous: WithEnds | null; change: BrandChanges | null };

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
export async function readBrandReport(
  db: Database,
  tenant: Tenant,
  given: ReportQuery,
): Promise<BrandReport> {
  const isCompared = given.compare !== undefined && !hasDates(given.dimensions);
  const query = isCompared ? given : { ...given, compare: undefined };
  const facts = needsFacts(query);
  const isLong = facts && !isOfFew(query);
  const readFound = (one: Database) =>
    readBoth(
      one,
      [(same) => readBrandRows(same, tenant, query), (same) => readBrandCells(same, tenant, query)],
      { isLong: false },
    );
  const readAnswers = (one: Database) => readPopulation(one, tenant, { query, facts });
  const read = () => readBoth(db, [readFound, readAnswers], { isLong });
  const [found, population] = await (facts && !isOfFew(query) ? read() : planOnce(db, read));
  const [{ rows, total_count }, cells] = found;
  const { dimensions } = query;
  const [statisticsOf, before] = await readBoth(
    db,
    [
      () => readStatistics(cells, { rows, dimensions }),
      async (one) =>
        isCompared && rows.length > 0 ? readBefore(one, tenant, { query, rows }) : null,
    ],
    { isLong: isCompared && (isLong || dimensions.includes("prompt_id")) },
  );
  const complete = rows.map((row): FullRow => {
    const of = statisticsOf(row);
    const withEnds = (one: BrandRow, when: "now" | "before") =>
      Object.assign(one, brandEnds(one, { spreads: of[when], query }));
    const old = before?.get(keyOf(row, query));
    return {
      row: withEnds(row, "now"),
      previous: old ? withEnds(old, "before") : null,
      change: old ? brandChange(row, old, of.verdicts) : null,
    };
  });
  judgeTogether(complete.flatMap(({ change }) => (change ? Object.values(change) : [])));
  return { rows: complete, total_count, population };
}

/** Reads rows that are found by their key with the plan that their statements got first: to plan takes as long as to read. */
async function planOnce<Result>(db: Database, read: () => Promise<Result>): Promise<Result> {
  const plan = (mode: "auto" | "force_generic_plan") =>
    sql`set local plan_cache_mode = ${sql.lit(mode)}`.execute(db);
  // Around what is read at first, which is sent with it.
  const all = [plan("force_generic_plan"), read(), plan("auto")] as const;
  await Promise.allSettled(all);
  return (await Promise.all(all))[1];
}

/** Answers to so many prompts on so many days, multiplied, are read before a second connection is there. */
const FEW = 100;

function isOfFew({ filters, date_from, date_to }: ReportQuery): boolean {
  return filters.some(
    ({ field, operator, values }) =>
      field === "prompt_id" &&
      operator === "in" &&
      values.length * daysBetween(date_from, date_to) <= FEW,
  );
}

const keyOf = (row: BrandRow, { dimensions }: ReportQuery) =>
  JSON.stringify([row.brand_id, ...dimensions.map((name) => row[name])]);

async function readBefore(
  db: Database,
  tenant: Tenant,
  { query, rows }: { query: ReportQuery; rows: readonly BrandRow[] },
): Promise<Map<string, BrandRow>> {
  const page = { having: [], order_by: [], limit: rows.length, offset: 0 };
  const before = await readBrandRows(db, tenant, { ...query, ...daysBefore(query), ...page }, rows);
  return new Map(before.rows.map((row) => [keyOf(row, query), row]));
}
