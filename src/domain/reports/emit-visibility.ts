import { sql } from "kysely";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId, encodeModelId } from "#core/id.ts";
import { atOneMoment } from "#core/one-moment.ts";
import { addDays } from "#core/period.ts";
import { listModelChangeRows } from "#domain/answers/lists/model-change-queries.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { emitOnce } from "#domain/webhooks/event-queries.ts";
import { readBrandCells } from "./brand-cells.ts";
import { readBrandRows } from "./brand-rows.ts";
import { brandChange, judgeTogether, previousPeriod } from "./compare.ts";
import type { ReportQuery } from "./report-query.ts";
import { readStatistics } from "./row-statistics.ts";

/** Days of a period: whole weeks, because weekdays differ. */
const PERIOD_DAYS = 7;
// First half of the advisory lock's key; the project is the second.
const LOCK = 0x76697369;

/**
 * Tells visibility.changed when the own brand's visibility over the seven days up to `day` differs from the seven
 * days before by more than chance: the interval of the difference, as reports compare, excludes zero. At most one in
 * seven days, so that the same change is not sent again as the days move on.
 */
export async function emitVisibility(
  context: AccountContext,
  tenant: Tenant,
  day: string,
): Promise<void> {
  const told = await atOneMoment(context.db, async (db) => {
    const brand = await findOwnBrand(db, tenant);
    if (!brand || (await wasEmitted(db, tenant, { brand_id: brand.brand_id, day }))) return;
    const data = await compareWeeks(db, tenant, { ...brand, day });
    return data && { brand_id: brand.brand_id, data };
  });
  if (!told) return;
  const { brand_id, data } = told;
  await context.db.transaction().execute(async (db) => {
    await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${tenant.project_id}::integer)`.execute(
      db,
    );
    if (await wasEmitted(db, tenant, { brand_id, day })) return;
    const fact = `${factOf(brand_id)}${day}`;
    await emitOnce({ ...context, db }, tenant, { fact, event: "visibility.changed", data });
  });
}

type OwnBrand = { brand_id: number; name: string };

/** The own brand, unless its answers are being read again: then its numbers are not complete. */
async function findOwnBrand(db: Database, { project_id }: Tenant): Promise<OwnBrand | undefined> {
  const { rows } = await sql<OwnBrand>`
    select brand_id, name from brands
    where project_id = ${project_id} and is_own and status = 'ready'`.execute(db);
  return rows[0];
}

const factOf = (brand_id: number) => `visibility:${brand_id}:`;

/** True when a change was sent for a period that overlaps the one up to `day`. */
async function wasEmitted(
  db: Database,
  { project_id }: Tenant,
  { brand_id, day }: { brand_id: number; day: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from events_told where project_id = ${project_id}
      and fact > ${`${factOf(brand_id)}${addDays(day, -PERIOD_DAYS)}`} collate "C"
      and fact < ${`${factOf(brand_id)}${addDays(day, PERIOD_DAYS)}`} collate "C"
      limit 1`.execute(db);
  return rows.length > 0;
}

/** What is sent of the change, or undefined where it may be chance. */
async function compareWeeks(
  db: Database,
  tenant: Tenant,
  { brand_id, name, day }: OwnBrand & { day: string },
) {
  const query: ReportQuery = {
    ...{ date_from: addDays(day, 1 - PERIOD_DAYS), date_to: day, branded: "include" },
    filters: [],
    rows: [{ field: "brand_id", operator: "in", values: [brand_id] }],
    ...{ dimensions: [], having: [], order_by: [], limit: 1, offset: 0 },
    compare: "previous_period",
  };
  const before = previousPeriod(query);
  const [row] = (await readBrandRows(db, tenant, query)).rows;
  const [old] = (await readBrandRows(db, tenant, before)).rows;
  if (!row || !old) return undefined;
  const cells = await readBrandCells(db, tenant, query);
  const statisticsOf = await readStatistics(cells, { rows: [row], dimensions: [] });
  const { visibility } = brandChange(row, old, statisticsOf(row).verdicts);
  judgeTogether([visibility]);
  if (!visibility.significant) return undefined;
  const { value, low, high } = visibility;
  const range = { date_from: before.date_from, date_to: query.date_to };
  const changes = await listModelChangeRows(db, tenant, range);
  return {
    brand: { id: encodeId("brd", brand_id), name },
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
