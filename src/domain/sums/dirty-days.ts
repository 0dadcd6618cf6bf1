import { sql } from "kysely";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { sumDays } from "./sum-days.ts";

const DAYS_PER_TRANSACTION = 32;
const EPOCH = "1970-01-01";
const SPAN_MAX = 64;
const TRANSACTIONS_MAX = 10_000;
// First half of the advisory lock's key; the project is the second.
const LOCK = 0x726f6c6c;

/** The projects that have days to sum, at most 1,000. */
export async function listDirtyProjects(db: Database): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select distinct project_id from rollup_dirty order by project_id limit 1000`.execute(db);
  return rows;
}

/** Has the rollups of some days made anew; call it in the transaction that changes their facts. */
export async function markDirty(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<void> {
  if (days.length === 0) return;
  await sql`
    insert into rollup_dirty (project_id, day)
    select distinct ${project_id}::integer, day from unnest(${days}::date[]) as day`.execute(db);
}

/**
 * Makes the rollups of a project's dirty days anew and returns how many days that were; reports include every
 * change committed before the call when it returns. Runs transactions of its own unless `db` is one.
 */
export async function rebuildDirtyRollups(db: Database, project: Tenant): Promise<number> {
  let total = 0;
  for (let round = 0; round < TRANSACTIONS_MAX; round++) {
    const days = await (db.isTransaction
      ? rebuildSome(db, project)
      : db.transaction().execute((inner) => rebuildSome(inner, project)));
    total += days;
    if (days === 0) break;
  }
  return total;
}

/** Waits until nobody else makes the rollups of a project; held to the end of the transaction. */
export async function lockRollups(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer)`.execute(db);
}

/** One transaction's worth; returns the number of days. Each statement sees what was committed before it. */
async function rebuildSome(db: Database, project: Tenant): Promise<number> {
  const { project_id } = project;
  await lockRollups(db, project);
  // Days of one longest span, so that it is summed once for all of them.
  const { rows } = await sql<{ day: string }>`
    with taken as (
      delete from rollup_dirty where project_id = ${project_id} and day in (
        select distinct day from rollup_dirty, (
          select min(day) as first from rollup_dirty where project_id = ${project_id}) as earliest
        where project_id = ${project_id} and day - ${EPOCH}::date <
          ((first - ${EPOCH}::date) / ${SPAN_MAX}::integer + 1) * ${SPAN_MAX}::integer
        order by day limit ${DAYS_PER_TRANSACTION})
      returning day
    )
    select distinct day from taken order by day`.execute(db);
  const days = rows.map(({ day }) => day);
  if (days.length === 0) return 0;
  // Fresh days have no statistics yet; the planner takes them for empty and would loop over all pairs of rows.
  await sql`set local enable_nestloop = off`.execute(db);
  await sumDays(db, project, days);
  await sql`set local enable_nestloop = on`.execute(db);
  return days.length;
}
