import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import { atOneMoment } from "#core/one-moment.ts";
import { addDays } from "#core/period.ts";
import { readRecalculation } from "#domain/answers/facts/recalculation-queries.ts";
import { listModelChangeRows } from "#domain/answers/lists/model-change-queries.ts";
import { findOrOwn } from "#domain/brands/brand-queries.ts";
import { hasInventedAnswers } from "#domain/models/model-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { isNews } from "#domain/statistics/daily-look.ts";
import { emitEvent, emitOnce, noteFacts } from "#domain/webhooks/event-queries.ts";
import { readBrandCells } from "./brand-cells.ts";
import { readBrandRows } from "./brand-rows.ts";
import { newsPeriods } from "./news-periods.ts";
import type { ReportQuery } from "./report-query.ts";
import { readStatistics } from "./row-statistics.ts";

// First half of the advisory lock's key; the project is the second.
const LOCK = 0x76697369;

/**
 * Looks once a day whether the own brand's visibility moved by more than chance, prompts that name it left out: the week
 * up to `day` against the weeks before, prompt by prompt. Then visibility.changed is told, of a drop visibility.dropped,
 * too, and what is told is the new normal: the next look compares with days after it alone. See docs/methodology.md for how rarely chance does that.
 * False while answers are read again: then nobody looked.
 */
export async function emitVisibility(
  context: AccountContext,
  tenant: Tenant,
  day: string,
): Promise<boolean> {
  const look = await atOneMoment({ ...context, project: tenant }, async (db) => {
    const { id: brand_id, name } = await findOrOwn(db, tenant, undefined);
    const brand = { brand_id, name };
    if (brand_id === 0 || (await wasNoted(db, tenant, lookOf(brand, day)))) return "looked";
    // Days that are read again and days that are not are no two weeks of one measure.
    if (await readRecalculation(db, tenant)) return "later";
    return { brand, data: await compareWeeks(db, tenant, { ...brand, day }) };
  });
  if (typeof look === "string") return look === "looked";
  const { brand, data } = look;
  await context.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${tenant.project_id}::integer)`.execute(
      db,
    );
    const facts = [lookOf(brand, day)];
    const isFirst = (await noteFacts(db, tenant, { facts, now: context.now() })).size > 0;
    if (!isFirst || !data) return;
    const fact = `${factOf(brand)}${day}`;
    const teller = { ...context, db };
    const isFresh = await emitOnce(teller, tenant, { fact, event: "visibility.changed", data });
    if (isFresh && data.change.value < 0)
      await emitEvent(teller, tenant, { event: "visibility.dropped", data });
  });
  return true;
}

type Of = { brand_id: number };
const factOf = ({ brand_id }: Of) => `visibility:${brand_id}:`;
// A second look on a day would be a second chance of noise.
const lookOf = ({ brand_id }: Of, day: string) => `${factOf({ brand_id })}looked:${day}`;

async function wasNoted(db: Database, { project_id }: Tenant, fact: string): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from events_told where project_id = ${project_id} and fact = ${fact}`;
  return rows.length > 0;
}

/** The first day that may be compared with: that of the first answer, or after the last change that was told. */
async function findSince(db: Database, { project_id }: Tenant, brand: Of): Promise<string | null> {
  const rows = await rowsOf<{ first: string | null; told: string | null }>(db)`
    select (select min(day) from answers where project_id = ${project_id}) as first,
      (select max(right(fact, 10)) from events_told where project_id = ${project_id}
        and starts_with(fact, ${factOf(brand)}) and fact not like '%:looked:%') as told`;
  const { first, told } = rows[0] ?? { first: null, told: null };
  if (first === null || told === null || addDays(told, 1) < first) return first;
  return addDays(told, 1);
}

/** What is sent of the change, or null where it may be chance. */
async function compareWeeks(
  db: Database,
  tenant: Tenant,
  { brand_id, name, day }: Of & { name: string; day: string },
) {
  const since = await findSince(db, tenant, { brand_id });
  const periods = since === null ? null : newsPeriods(day, since);
  if (!periods) return null;
  const { now, before } = periods;
  const query: ReportQuery = {
    ...{ ...now, branded: "exclude", filters: [] },
    rows: [{ field: "brand_id", operator: "in", values: [brand_id] }],
    ...{ dimensions: [], having: [], order_by: [], limit: 1, offset: 0 },
    ...{ compare: "previous_period", before },
  };
  const [row] = (await readBrandRows(db, tenant, query)).rows;
  const [old] = (await readBrandRows(db, tenant, { ...query, ...before })).rows;
  if (!row || !old) return null;
  const cells = await readBrandCells(db, tenant, query);
  const statisticsOf = await readStatistics(cells, { rows: [row], dimensions: [] });
  const { visibility } = statisticsOf(row).verdicts;
  if (!isNews(visibility)) return null;
  const { value, low, high } = visibility;
  const range = { date_from: before.date_from, date_to: query.date_to };
  const changes = await listModelChangeRows(db, tenant, range);
  return {
    brand: { id: encodeId("brd", brand_id), name },
    is_simulated: await hasInventedAnswers(db, tenant),
    period: {
      ...{ date_from: query.date_from, date_to: query.date_to },
      ...{ visibility: row.visibility, answers: row.visibility_total },
    },
    previous: {
      ...{ date_from: before.date_from, date_to: before.date_to },
      ...{ visibility: old.visibility, answers: old.visibility_total },
    },
    change: { value, low, high },
    model_changes: changes.map((change) => ({
      ...change,
      model_id: encodeModelId(change.model_id),
    })),
  };
}
