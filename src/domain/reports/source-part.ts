import type { Database } from "#core/database.ts";
import { addDays, daysBetween } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { ToldByPart } from "#domain/statistics/row-intervals.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { daysBefore, SINGLE_DAYS_MAX } from "./cell-periods.ts";
import { USES } from "./packed-uses.ts";
import { ofAllAnswers, someOfAll } from "./pooled-dependence.ts";
import type { ReportQuery } from "./report-query.ts";
import { toldByPart } from "./share-ends.ts";
import { listTelling, readSourceStatistics } from "./source-cells.ts";
import { listAbleModels, type SourceKind } from "./source-rows.ts";

export type SourcePart = (row: { id: number } & Record<string, unknown>) => ToldByPart;

/**
 * What some prompts' answers of the last days of a query tell of all of its answers, where these are too many to be
 * counted by prompt and day: of a row by models its model's.
 */
export async function readSourcePart(
  db: Database,
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Promise<SourcePart> {
  const last = addDays(query.date_to, 1 - SINGLE_DAYS_MAX);
  const [, date_from = last] = [query.date_from, last].sort();
  const dimensions = query.dimensions.filter((name) => name === "model_id");
  const recent = { ...query, date_from, dimensions, rows: [], compare: undefined };
  const all = ofAllAnswers(recent) ?? recent;
  const { date_to, filters, branded } = all;
  const asked = {
    name: `part ${kind}`,
    scope: { date_from, date_to, filters, branded, dimensions },
  };
  const isByModel = dimensions.length > 0;
  const told = await keepCounted(db, tenant, asked, () =>
    tellByModel(db, tenant, { kind, query: { ...all, dimensions } }),
  );
  return (row) => told.get(isByModel ? Number(row["model_id"]) : null) ?? toldByPart([]);
}

async function tellByModel(
  db: Database,
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Promise<Map<number | null, ToldByPart>> {
  const part = await someOfAll(db, tenant, query);
  const models = query.dimensions.length > 0 ? await listAbleModels(db, tenant) : [null];
  const telling = await listTelling(db, tenant, { kind, query: part });
  const rows = models.flatMap((model_id) => telling.map((row) => ({ ...row, model_id })));
  const statistics = await readSourceStatistics(db, tenant, { kind, query: part, rows });
  const toldOf = (model_id: number | null) => {
    const own = rows.filter((row) => row.model_id === model_id);
    return toldByPart(
      own.flatMap((row) => USES.flatMap((use) => statistics(row, use).now.visibility ?? [])),
    );
  };
  return new Map(models.map((model_id) => [model_id, toldOf(model_id)]));
}

const DAYS: Readonly<Record<string, number>> = { date: 1, week: 7, month: 31 };

/** So many days a row of a period is of at most. */
export function daysOfRow(query: ReportQuery, when: "now" | "before"): number {
  const { date_from, date_to } = when === "now" ? query : daysBefore(query);
  const most = query.dimensions.flatMap((name) => DAYS[name] ?? []);
  return Math.min(daysBetween(date_from, date_to), ...most);
}
