import assert from "node:assert/strict";
import { sql } from "kysely";
import { type Database, isTransient } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { SPAN_MAX, spanStartOf } from "./spans.ts";
import { sumDays } from "./sum-days.ts";

const DAYS_PER_TRANSACTION = 32;
const TRANSACTIONS_MAX = 10_000;
const TRIES_MAX = 5;
// First half of the advisory lock's key; the project is the second.
const LOCK = 0x726f6c6c;

/** The projects that have days to sum, at most 1,000. */
export async function listDirtyProjects(db: Database): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select distinct project_id from rollup_dirty order by project_id limit 1000`.execute(db);
  return rows;
}

/** Has the sums of some days rebuilt; call it in the transaction that changes their facts. */
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
 * Rebuilds the sums of a project's dirty days and returns how many days that were; reports include every change
 * committed before the call when it returns. Call it after the transaction of a change, never in it.
 */
export async function rebuildDirtyRollups(db: Database, project: Tenant): Promise<number> {
  assert(!db.isTransaction, "Sums are rebuilt after the transaction of a change, not in it.");
  let total = 0;
  for (let round = 0; round < TRANSACTIONS_MAX; round++) {
    const days = await rebuildAlone(db, project);
    total += days;
    if (days === 0) break;
  }
  return total;
}

/** Waits until no one else rebuilds the sums of a project; held to the end of the transaction. */
export async function lockRollups(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer)`.execute(db);
}

/**
 * One transaction's worth while no one else rebuilds the project; returns the number of days. The lock is the
 * session's and comes first, because a transaction's snapshot begins with its first statement.
 */
async function rebuildAlone(db: Database, project: Tenant): Promise<number> {
  const key = sql`${LOCK}::integer, ${project.project_id}::integer`;
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${key})`.execute(connection);
    try {
      return await rebuildOnce(connection, project);
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(connection).catch(async () => {
        // Back in the pool, this connection would keep everyone from rebuilding.
        await sql`select pg_terminate_backend(pg_backend_pid())`
          .execute(connection)
          .catch(() => {});
      });
    }
  });
}

async function rebuildOnce(db: Database, project: Tenant): Promise<number> {
  for (let tries = 1; ; tries++) {
    try {
      return await db
        .transaction()
        .setIsolationLevel("repeatable read")
        .execute((trx) => rebuildSome(trx, project));
    } catch (error) {
      if (!isTransient(error) || tries >= TRIES_MAX) throw error;
    }
  }
}

/** Sums some dirty days as one snapshot shows them; a change that commits meanwhile leaves its days dirty. */
async function rebuildSome(db: Database, project: Tenant): Promise<number> {
  const { project_id } = project;
  // Days of one longest span, so that it is summed once for all of them.
  const { rows } = await sql<{ day: string }>`
    with taken as (
      delete from rollup_dirty where project_id = ${project_id} and day in (
        select distinct day from rollup_dirty, (
          select min(day) as first from rollup_dirty where project_id = ${project_id}) as earliest
        where project_id = ${project_id} and ${spanStartOf("day", SPAN_MAX)} = ${spanStartOf("first", SPAN_MAX)}
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
