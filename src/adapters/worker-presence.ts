import { sql } from "kysely";
import type pg from "pg";
import type { Log } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { findTrouble } from "./database/outage-log.ts";
import { isOfReadOnly } from "./database/read-only.ts";

// First half of the advisory lock's key; the number of the process is the second.
const LOCK = 0x776f726b;
const RETRY_MS = 1_000;
const ASK_MS = 15_000;
const ORPHANED_SECONDS = 60;

/** A worker process as others see it. */
export type Presence = {
  /** Its number; null while its connection is broken, and another one after that if others took it for dead. */
  process_id(): number | null;
  /** Names its job workers, so that what they have locked is set free when the process dies or names others. */
  nameWorkers(worker_ids: string[]): void;
  leave(): Promise<void>;
};

type Seat = { client: pg.PoolClient & pg.Client; process_id: number };

/**
 * Enters this process among the living workers. A connection of its own holds an advisory lock on its number: when the
 * process is killed the lock ends with it, and `removeDead` of any other finds out.
 */
export async function enterWorkers(pool: pg.Pool, log: Log): Promise<Presence> {
  let worker_ids: string[] = [];
  let hasLeft = false;
  let seat: Seat | null = null;
  let number: number | null = null;
  const enter = async () => {
    const taken = await takeSeat(pool, { worker_ids, number });
    seat = taken;
    number = taken.process_id;
    taken.client.once("end", () => {
      if (hasLeft) return;
      seat = null;
      taken.client.release(true);
      void again();
    });
    // Workers may have changed while it was taken.
    tellNames();
  };
  const again = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    if (hasLeft) return;
    await enter().catch((error: unknown) => {
      log.warn({ error }, "not among the living workers");
      return again();
    });
  };
  // One after the other: a connection takes one statement at a time.
  let naming: Promise<unknown> = Promise.resolve();
  const name = () =>
    seat?.client.query("update worker_processes set worker_ids = $2 where process_id = $1", [
      seat.process_id,
      worker_ids,
    ]);
  const tellNames = () => {
    naming = naming.then(name).catch(async (error: unknown) => {
      log.warn({ error }, "worker not named");
      const held = seat;
      // Who gives its seat up while none can be taken is taken for dead by whoever may change something first.
      const mayChange = isOfReadOnly(error) && (await findTrouble(pool)) === null;
      if (mayChange) void held?.client.end();
    });
  };
  await enter();
  // A lost connection is noticed only by asking, and names that were not written are written then.
  const timer = setInterval(tellNames, ASK_MS);
  timer.unref();
  return {
    process_id: () => seat?.process_id ?? null,
    nameWorkers(names) {
      worker_ids = names;
      tellNames();
    },
    async leave() {
      hasLeft = true;
      clearInterval(timer);
      if (seat) await leaveSeat(seat).catch(() => {});
    },
  };
}

/** Takes the seat of this number, where it is free and nobody has forgotten it, else a new one. */
async function takeSeat(
  pool: pg.Pool,
  { worker_ids, number }: { worker_ids: readonly string[]; number: number | null },
): Promise<Seat> {
  const client = await pool.connect();
  try {
    // Keeps a host that vanished from passing as alive for hours.
    await client.query("select set_config('tcp_keepalives_idle', '30', false)");
    await client.query("begin");
    if (number !== null && (await takeAgain(client, { worker_ids, number }))) {
      await client.query("commit");
      return { client, process_id: number };
    }
    const { rows } = await client.query(
      "insert into worker_processes (worker_ids) values ($1) returning process_id",
      [worker_ids],
    );
    const { process_id } = rows[0] as { process_id: number };
    // Locked before any other process sees the row.
    await client.query("select pg_advisory_lock($1::integer, $2::integer)", [LOCK, process_id]);
    await client.query("commit");
    return { client, process_id };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/**
 * Takes a seat back whose connection broke: what this process asks and works on is its own still. False where it has been
 * forgotten, or the database has not noticed that the connection is gone.
 */
async function takeAgain(
  client: pg.PoolClient,
  { worker_ids, number }: { worker_ids: readonly string[]; number: number },
): Promise<boolean> {
  // The row first: who forgets it waits for this, or has forgotten it.
  const kept = await client.query(
    "update worker_processes set worker_ids = $2 where process_id = $1",
    [number, worker_ids],
  );
  if (kept.rowCount === 0) return false;
  const { rows } = await client.query<{ is_mine: boolean }>(
    "select pg_try_advisory_lock($1::integer, $2::integer) as is_mine",
    [LOCK, number],
  );
  return rows[0]?.is_mine ?? false;
}

/** Gives the lock and its connection back: to others this process has died. */
async function leaveSeat({ client, process_id }: Seat): Promise<void> {
  try {
    await client.query("select pg_advisory_unlock($1::integer, $2::integer)", [LOCK, process_id]);
  } finally {
    client.release(true);
  }
}

/** Whether the process of a row `p` of worker_processes lives. */
const IS_ALIVE = sql`exists (
  select 1 from pg_locks l
  where l.locktype = 'advisory' and l.granted and l.classid = ${sql.lit(LOCK)}::oid
    and l.objid = p.process_id::oid and l.objsubid = 2
    and l.database = (select oid from pg_database where datname = current_database()))`;

/** The worker processes that live, with the names of their job workers; for the `with` of a statement. */
export const LIVING_WORKERS = sql`select worker_ids from worker_processes p where ${IS_ALIVE}`;

/**
 * In a transaction: forgets worker processes that have died, sets their jobs free, and returns their numbers. A job locked by a worker
 * that no process names is free after a minute.
 */
export async function removeDead(db: Database): Promise<number[]> {
  // A process that takes its seat back has its lock before these rows are seen, or finds its own gone.
  await sql`select from worker_processes order by process_id for update`.execute(db);
  const rows = await rowsOf<{ process_id: number; worker_ids: string[] }>(db)`
    delete from worker_processes p where not ${IS_ALIVE}
    returning process_id, worker_ids`;
  const orphans = await sql<{ worker_id: string }>`
    select distinct locked_by as worker_id from graphile_worker._private_jobs j
    where locked_by is not null and locked_at < now() - make_interval(secs => ${ORPHANED_SECONDS})
      and not exists (select from worker_processes p
        where j.locked_by = any(p.worker_ids))`.execute(db);
  const lost = [
    ...rows.flatMap(({ worker_ids }) => worker_ids),
    ...orphans.rows.map(({ worker_id }) => worker_id),
  ];
  if (lost.length > 0) {
    await sql`select graphile_worker.force_unlock_workers(${lost}::text[])`.execute(db);
    // One whose key went to a job that was asked for meanwhile: that one does its work.
    await sql`delete from graphile_worker._private_jobs j
      where key is null and locked_at is null and last_error is null and attempts >= max_attempts
        and exists (select 1 from graphile_worker._private_jobs k
          where k.task_id = j.task_id and k.key is not null and k.payload::text = j.payload::text)`.execute(
      db,
    );
  }
  return rows.map(({ process_id }) => process_id);
}
