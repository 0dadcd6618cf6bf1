import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import { addDays } from "#core/period.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import type { ToldByPart } from "#domain/statistics/row-intervals.ts";
import { dimensionColumns } from "#domain/sums/dimensions.ts";
import { keepCounted } from "#domain/sums/kept-facts.ts";
import { answerCells } from "./brand-rows.ts";
import { SINGLE_DAYS_MAX } from "./cell-periods.ts";
import { USES } from "./packed-uses.ts";
import { ofAllAnswers, someOfAll } from "./pooled-dependence.ts";
import type { ReportQuery } from "./report-query.ts";
import { toldByPart } from "./share-ends.ts";
import { listTelling, readSourceStatistics } from "./source-cells.ts";
import { listAbleModels, type SourceKind } from "./source-rows.ts";
import { sourcesNeedFacts } from "./summed-sources.ts";

/** `days`: on which a row's answers were given. */
export type SourcePart = (row: Record<string, unknown>) => ToldByPart & { days: number };

/**
 * What some prompts' answers of the last days of a query, and of those before a short one, tell of all of its answers,
 * where these are too many to be counted by prompt and day: of a row by models its model's.
 */
export async function readSourcePart(
  db: Database,
  tenant: Tenant,
  { kind, query }: { kind: SourceKind; query: ReportQuery },
): Promise<SourcePart> {
  const date_from = addDays(query.date_to, 1 - SINGLE_DAYS_MAX);
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
  const daysOf = await countDays(db, tenant, query);
  return (row) => ({
    ...(told.get(isByModel ? Number(row["model_id"]) : null) ?? toldByPart([])),
    days: daysOf(row),
  });
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

/** On how many days there are usable answers that a row is counted in: days without questions tell nothing. */
async function countDays(
  db: Database,
  tenant: Tenant,
  query: ReportQuery,
): Promise<(row: Record<string, unknown>) => number> {
  const { names, list } = dimensionColumns(query.dimensions);
  const able = await listAbleModels(db, tenant);
  const cells = answerCells(
    tenant,
    { ...query, dimensions: [...names, "date"] },
    { facts: sourcesNeedFacts(query), also: [sql`c.model_id = any(${able}::integer[])`] },
  );
  const groups = sql.raw(names.length > 0 ? `group by ${list}` : "");
  const columns = sql.raw(names.map((name) => `${name}, `).join(""));
  const of_days = sql.raw([...new Set([...names, "date"])].join());
  const rows = await rowsOf<{ days: number }>(db)`
    select ${columns} count(*)::integer as days
    from (select ${of_days} from (${cells}) c where answers > 0 group by ${of_days}) d ${groups}`;
  const keyOf = (row: object) =>
    JSON.stringify(names.map((name) => (row as Record<string, unknown>)[name]));
  const known = new Map(rows.map((row) => [keyOf(row), row.days]));
  return (row) => known.get(keyOf(row)) ?? 1;
}
