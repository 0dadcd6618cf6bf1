import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { daysBefore } from "#domain/reports/cell-periods.ts";
import { judgeTogether, testedChange } from "#domain/reports/compare.ts";
import type { ReportQuery } from "#domain/reports/report-query.ts";
import { readSourceStatistics } from "#domain/reports/source-cells.ts";
import { readSourceRows } from "#domain/reports/source-rows.ts";
import { ofOneMoment, withSourceDays } from "#domain/reports/summed-sources.ts";
import { saySource } from "./say-week.ts";
import type { Week } from "./week.ts";

/** So many of the most cited sites of each period are tested. */
const TESTED_MAX = 100;
/** Above so many answers in both periods, sites are not tested: that reads every answer. */
export const SOURCE_ANSWERS_MAX = 100_000;

const page = {
  order_by: [{ field: "cited_chat_count", direction: "desc" as const }],
  ...{ having: [], limit: TESTED_MAX, offset: 0 },
};

/** The sites that answers cite more or less often than in the days before by more than chance, what changed most first. */
export async function readMovedSources(
  db: Database,
  tenant: Tenant,
  given: ReportQuery,
): Promise<Week["sources"]> {
  const asked = { ...given, ...page, dimensions: [], rows: [] };
  const query = ofOneMoment(await withSourceDays(db, tenant, asked));
  const old = { ...query, ...daysBefore(query), compare: undefined };
  const kind = "domain" as const;
  const seen = [
    ...(await readSourceRows(db, tenant, { kind, query: { ...query, compare: undefined } })).rows,
    ...(await readSourceRows(db, tenant, { kind, query: old })).rows,
  ];
  const of = [...new Map(seen.map((row) => [row.id, row])).values()];
  const all = { order_by: [], limit: of.length, offset: 0 };
  const [now, before] = [
    await readSourceRows(db, tenant, { kind, query: { ...query, ...all }, of }),
    await readSourceRows(db, tenant, { kind, query: { ...old, ...all }, of }),
  ].map(({ rows }) => new Map(rows.map((row) => [row.id, row])));
  const statisticsOf = await readSourceStatistics(db, tenant, { kind, query, rows: of });
  const tested = of.map((row) => {
    const counts = { now: now?.get(row.id), before: before?.get(row.id) };
    const shares = {
      now: counts.now?.cited_percentage ?? 0,
      before: counts.before?.cited_percentage ?? 0,
    };
    const change = testedChange(statisticsOf(row, "cited").verdicts.visibility, shares);
    return { row, counts, shares, change };
  });
  judgeTogether(tested.map(({ change }) => change));
  return tested
    .filter(({ change }) => change.significant)
    .toSorted((a, b) => Math.abs(b.change.value ?? 0) - Math.abs(a.change.value ?? 0))
    .map(({ row, counts, shares, change }) => {
      const now_count = counts.now?.cited_chat_count ?? 0;
      const before_count = counts.before?.cited_chat_count ?? 0;
      const way = (change.value ?? 0) > 0 ? "up" : "down";
      const what = before_count === 0 ? "new" : now_count === 0 ? "lost" : way;
      const source = {
        domain: row.domain,
        what,
        ...shares,
        change,
        now_count,
        before_count,
      } as const;
      return { ...source, text: saySource(source) };
    });
}
