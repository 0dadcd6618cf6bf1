import { sql } from "kysely";
import { shareConnections } from "#adapters/database/share-connections.ts";
import type { Database } from "#core/database.ts";
import { atOneMoment, readBoth } from "#core/one-moment.ts";
import { addDays, daysBetween } from "#core/period.ts";
import { findGaps } from "#domain/opportunities/find-gaps.ts";
import { readEvidence } from "#domain/opportunities/gap-evidence.ts";
import { bySize } from "#domain/opportunities/rank-gaps.ts";
import { readBrandReport } from "#domain/reports/complete-brands.ts";
import type { ReportQuery } from "#domain/reports/report-query.ts";
import { makeSourceReport } from "#domain/reports/source-report.ts";
import type { FilterName } from "#domain/sums/answer-scope.ts";
import { LAST_DAY } from "./fill-project.ts";

/** A report to be timed; it has answers for its whole range, and for the one that it is held against, from `days_needed` on. */
type ReportCase = {
  name: string;
  days_needed: number;
  is_filtered: boolean;
  ask: () => Promise<unknown>;
};

type Filled = {
  db: Database;
  project: { project_id: number };
  /** So many days up to LAST_DAY have answers. */
  days: number;
  /** Each report asks for another range each time, one that ends a day earlier. */
  isMoving?: boolean;
};

// Ranges end in the middle of every span, so that they are as many pieces as they can be.
const DAYS_LEFT_OUT = 3;

/** Every report over a project of `fillProject`, over ranges of some lengths in days; Infinity: all days. */
export async function reportCases(
  filled: Filled,
  lengths: readonly number[],
): Promise<ReportCase[]> {
  const first = await readFirst(filled);
  const range = makeRange(filled);
  const reader = { db: filled.db, inTurn: shareConnections(10), project: filled.project };
  return lengths.flatMap((length) =>
    listReports(filled, length, first).map(({ name, query, read }) => ({
      name,
      days_needed: daysNeeded(length, query),
      is_filtered: query.filters.length > 0,
      ask: () => atOneMoment(reader, (one) => read(one, range(query))),
    })),
  );
}

type First = { tag: number; prompt: number; brand: number };

async function readFirst({ db, project: { project_id } }: Filled): Promise<First> {
  const { rows } = await sql<First>`
    select (select min(tag_id) from tags where project_id = ${project_id}) as tag,
      (select min(prompt_id) from prompts where project_id = ${project_id}) as prompt,
      (select min(brand_id) from brands where project_id = ${project_id}) as brand`.execute(db);
  const [first] = rows;
  if (!first?.brand) throw new Error(`The database has no project ${project_id} with brands.`);
  return first;
}

function daysNeeded(length: number, { compare }: ReportQuery): number {
  if (!Number.isFinite(length)) return 0;
  return length * (compare ? 2 : 1) + DAYS_LEFT_OUT;
}

/** Gives a query the range of its next round; its days and as many before them have answers, where there are so many. */
function makeRange({ days, isMoving }: Filled): (query: ReportQuery) => ReportQuery {
  let asked = 0;
  return (query) => {
    if (!isMoving) return query;
    const { date_from, date_to } = query;
    const spare = Math.max(1, days - 3 - 2 * daysBetween(date_from, date_to));
    const back = -(asked++ % spare);
    return { ...query, date_from: addDays(date_from, back), date_to: addDays(date_to, back) };
  };
}

type Report = {
  name: string;
  query: ReportQuery;
  read: (one: Database, query: ReportQuery) => Promise<unknown>;
};

function listReports({ project, days }: Filled, length: number, first: First): Report[] {
  const reports: Report[] = [];
  const over = Number.isFinite(length) ? `${length} days` : "all days";
  const queryOf = (rest: Partial<ReportQuery> = {}): ReportQuery => {
    const date_to = addDays(LAST_DAY, -DAYS_LEFT_OUT);
    const date_from = addDays(date_to, 1 - Math.min(length, days - DAYS_LEFT_OUT - 1));
    const empty = { dimensions: [], filters: [], rows: [], having: [], order_by: [] };
    return { date_from, date_to, ...empty, branded: "include", limit: 100, offset: 0, ...rest };
  };
  const filter = (field: FilterName, value: number): Partial<ReportQuery> => ({
    filters: [{ field, operator: "in", values: [value] }],
  });
  const brands = (name: string, query: ReportQuery) =>
    reports.push({
      name: `brands ${name}`,
      query,
      read: (one, asked) => readBrandReport(one, project, asked),
    });
  const compared = (name: string, query: ReportQuery) =>
    brands(`${name}, compared`, { ...query, compare: "previous_period" });
  const sources = (kind: "domain" | "url", name: string, query: ReportQuery) =>
    reports.push({
      name: `${kind}s ${name}`,
      query,
      read: (one, asked) => makeSourceReport({ db: one, project }, { kind, query: asked }),
    });
  const opportunities = (name: string, query: ReportQuery) =>
    reports.push({
      name: `20 opportunities ${name}`,
      query,
      read: (one, asked) => readOpportunities(one, project, asked),
    });
  const naming = queryOf(filter("brand_id", first.brand));
  opportunities(over, queryOf());
  opportunities(`${over}, naming one brand`, naming);
  brands(over, queryOf());
  compared(over, queryOf());
  compared(`${over} by topic`, queryOf({ dimensions: ["topic_id"] }));
  compared(`${over} by prompt`, queryOf({ dimensions: ["prompt_id"] }));
  brands(`${over} by topic`, queryOf({ dimensions: ["topic_id"] }));
  brands(`${over} by date`, queryOf({ dimensions: ["date"] }));
  brands(`${over} by week`, queryOf({ dimensions: ["week"] }));
  brands(`${over} by month`, queryOf({ dimensions: ["month"] }));
  brands(`${over}, one tag`, queryOf(filter("tag_id", first.tag)));
  brands(`${over}, one prompt`, queryOf(filter("prompt_id", first.prompt)));
  for (const kind of ["domain", "url"] as const) {
    sources(kind, over, queryOf());
    sources(kind, `${over}, branded excluded`, queryOf({ branded: "exclude" }));
    sources(kind, `${over}, compared`, queryOf({ compare: "previous_period" }));
    sources(kind, `${over} by month`, queryOf({ dimensions: ["month"] }));
    sources(kind, `${over}, one tag`, queryOf(filter("tag_id", first.tag)));
    sources(kind, `${over}, naming one brand`, naming);
  }
  return reports;
}

/** The 20 greatest with their evidence. */
async function readOpportunities(
  one: Database,
  project: { project_id: number },
  query: ReportQuery,
): Promise<void> {
  const gaps = (await findGaps(one, project, query)).sort(bySize).slice(0, 20);
  const evidenceOf = (of: "source" | "prompt") => (one: Database) => {
    const ids = gaps.filter((gap) => gap.of === of).map(({ place }) => place.id);
    return readEvidence(one, project, { scope: query, of, ids });
  };
  await readBoth(one, [evidenceOf("source"), evidenceOf("prompt")], { isLong: true });
}
