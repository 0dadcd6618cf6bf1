import { setTimeout as sleep } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";

// First half of the advisory lock's key; the project is the second.
const LOCK = 0x726f6c6c;
/** How long who wants to sum a project waits before looking again whether someone else still does. */
export const BUSY_MS = 100;
const STEP_WAIT_MS = 5_000;

/** A lock of a session: how it is taken if it is free, and given back. */
type Lock = { take: RawBuilder<unknown>; give: RawBuilder<unknown> };

const projectKey = ({ project_id }: Tenant) => sql`${LOCK}::integer, ${project_id}::integer`;

/** All sums of a project, for one alone. */
export function allSums(project: Tenant): Lock {
  const key = projectKey(project);
  return { take: sql`pg_try_advisory_lock(${key})`, give: sql`pg_advisory_unlock(${key})` };
}

/** The right to sum spans of a project, of which each is taken by itself: nobody has all sums meanwhile. */
export function someSums(project: Tenant): Lock {
  const key = projectKey(project);
  return {
    take: sql`pg_try_advisory_lock_shared(${key})`,
    give: sql`pg_advisory_unlock_shared(${key})`,
  };
}

/** The sums of the longest span that begins on a day. */
export function sumsOfSpan({ project_id }: Tenant, start: string): Lock {
  const key = sql`hashtextextended(${`${LOCK} ${project_id} ${start}`}, 0)`;
  return { take: sql`pg_try_advisory_lock(${key})`, give: sql`pg_advisory_unlock(${key})` };
}

/**
 * Does the work with a lock that this connection's session holds, not its transaction: a snapshot begins with the first
 * statement of that, and must be later. Null while someone else holds it.
 */
export async function tryHolding<Result>(
  connection: Database,
  { take, give }: Lock,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const rows = await rowsOf<{ is_held: boolean }>(connection)`select ${take} as is_held`;
  if (!rows[0]?.is_held) return null;
  try {
    return await work();
  } finally {
    await sql`select ${give}`.execute(connection).catch(async () => {
      // Back in the pool, this connection would keep everyone from rebuilding.
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection).catch(() => {});
    });
  }
}

/** Waits until no one else rebuilds the sums of a project; held to the end of the transaction. */
export async function lockRollups(db: Database, project: Tenant): Promise<void> {
  await sql`select pg_advisory_xact_lock(${projectKey(project)})`.execute(db);
}

/** The same if that takes a step's time at most, else false. */
export async function tryLockRollups(db: Database, project: Tenant): Promise<boolean> {
  for (let waited = 0; waited <= STEP_WAIT_MS; waited += BUSY_MS) {
    const rows = await rowsOf<{ is_locked: boolean }>(db)`
      select pg_try_advisory_xact_lock(${projectKey(project)}) as is_locked`;
    if (rows[0]?.is_locked) return true;
    await sleep(BUSY_MS);
  }
  return false;
}
