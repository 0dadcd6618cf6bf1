import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { type Database, isTransient } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { SPAN_MAX, spanStart } from "./spans.ts";
import { sumDays } from "./sum-days.ts";

const DAYS_PER_STEP = 32;
/** What takes some seconds to sum; a day is summed whole, however many answers it has. */
const ANSWERS_PER_STEP = 12_000;
const TRIES_MAX = 5;
/** How long who wants to sum a project waits before looking again whether someone else still does. */
export const BUSY_MS = 100;
const STEP_WAIT_MS = 5_000;
// First half of the advisory lock's key; the project is the second.
const LOCK = 0x726f6c6c;

/** The projects that have days to sum, at most 1,000: those with the fewest first. */
export async function listDirtyProjects(db: Database): Promise<Tenant[]> {
  const { rows } = await sql<Tenant>`
    select project_id from rollup_dirty group by project_id
    order by count(distinct day), min(dirty_id) limit 1000`.execute(db);
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
  let total = 0;
  for (;;) {
    const days = await rebuildStep(db, project);
    if (days === 0) return total;
    total += days ?? 0;
    if (days === null) await sleep(BUSY_MS);
  }
}

/** The same until a turn is over; then "later", and days may be left. */
export async function rebuildInTurn(
  db: Database,
  project: Tenant,
  isOver: () => boolean,
): Promise<"done" | "later"> {
  for (;;) {
    const days = await rebuildStep(db, project);
    if (days === 0) return "done";
    if (isOver()) return "later";
    if (days === null) await sleep(BUSY_MS);
  }
}

/** Waits until no one else rebuilds the sums of a project; held to the end of the transaction. */
export async function lockRollups(db: Database, { project_id }: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer)`.execute(db);
}

/** The same if that takes a step's time at most, else false. */
export async function tryLockRollups(db: Database, { project_id }: Tenant): Promise<boolean> {
  for (let waited = 0; waited <= STEP_WAIT_MS; waited += BUSY_MS) {
    const { rows } = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_xact_lock(${LOCK}::integer, ${project_id}::integer) as is_locked`.execute(
      db,
    );
    if (rows[0]?.is_locked) return true;
    await sleep(BUSY_MS);
  }
  return false;
}

/**
 * Sums some dirty days of a project in one short transaction and returns how many, null while someone else does. Who
 * comes in between waits without a connection. The lock is the session's and comes first, because a transaction's
 * snapshot begins with its first statement.
 */
export async function rebuildStep(db: Database, project: Tenant): Promise<number | null> {
  assert(!db.isTransaction, "Sums are rebuilt after the transaction of a change, not in it.");
  const key = sql`${LOCK}::integer, ${project.project_id}::integer`;
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ is_locked: boolean }>`
      select pg_try_advisory_lock(${key}) as is_locked`.execute(connection);
    if (!rows[0]?.is_locked) return null;
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
  const days = await chooseDays(db, project);
  if (days.length === 0) return 0;
  await sql`delete from rollup_dirty
    where project_id = ${project.project_id} and day = any(${days}::date[])`.execute(db);
  // Fresh days have no statistics yet; the planner takes them for empty and would loop over all pairs of rows.
  await sql`set local enable_nestloop = off`.execute(db);
  await sumDays(db, project, days);
  await sql`set local enable_nestloop = on`.execute(db);
  return days.length;
}

/** Of some days of a project those that have sums. */
export async function listSummed(
  db: Database,
  { project_id }: Tenant,
  days: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ day: string }>`
    select distinct start as day from answer_rollup
    where project_id = ${project_id} and span = 1 and start = any(${days}::date[])`.execute(db);
  return new Set(rows.map(({ day }) => day));
}

/** The dirty days of a step: those that were never summed first, of one longest span, so that it is summed once for all. */
async function chooseDays(db: Database, project: Tenant): Promise<string[]> {
  const { project_id } = project;
  const dirty = await listDirtyDays(db, project);
  if (dirty.length === 0) return [];
  const summed = await listSummed(db, project, dirty);
  const ordered = [
    ...dirty.filter((day) => !summed.has(day)),
    ...dirty.filter((day) => summed.has(day)),
  ];
  const first = ordered[0] ?? "";
  const near = ordered.filter((day) => spanStart(day, SPAN_MAX) === spanStart(first, SPAN_MAX));
  const { rows } = await sql<{ day: string; answers: number }>`
    select day, count(*) as answers from answers
    where project_id = ${project_id} and day = any(${near}::date[]) group by day`.execute(db);
  const answersOf = new Map(rows.map(({ day, answers }) => [day, answers]));
  let answers = 0;
  return near.slice(0, DAYS_PER_STEP).filter((day) => {
    answers += answersOf.get(day) ?? 0;
    return day === first || answers <= ANSWERS_PER_STEP;
  });
}

/** The days of a project whose sums do not match their facts. */
export async function listDirtyDays(db: Database, { project_id }: Tenant): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day from rollup_dirty where project_id = ${project_id} order by day`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}
