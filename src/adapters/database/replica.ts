import type pg from "pg";
import type { BaseContext, Log } from "#core/context.ts";
import { type Database, isTransient, translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { findDoor } from "./find-door.ts";
import { makeDatabase, makePool, type PoolOptions } from "./pool.ts";

type Asked = Pick<pg.Pool, "query">;
type Options = Omit<PoolOptions, "reach"> & {
  url: string;
  tls_mode?: string | undefined;
  primary: Asked;
  log: Log;
};

/** A streaming replica that reports may be asked of. */
export type Replica = {
  /** The replica where it shows all that was committed before the call; null while it is behind or away. */
  current(): Promise<Database | null>;
  /** Reads on it; what is lost with it, or with what it had to replay, is read otherwise. */
  read: NonNullable<BaseContext["replica"]>;
  close(): Promise<void>;
};

/** How long a report waits for the replica to come to where the primary is, and to say anything. */
const CATCH_UP_MS = 100;
const ANSWER_MS = 1_000;
const LOOK_MS = 5;
/** For how long it is not asked again after it was behind, or away. */
const REST_MS = { behind: 1_000, away: 5_000 } as const;
type State = "current" | keyof typeof REST_MS;

/**
 * Opens the replica that `url` names. One that does not answer is tried again later; throws where it answers and is no
 * replica of this database.
 */
export async function openReplica({ log, ...options }: Options): Promise<Replica> {
  let opened: ReturnType<typeof open> | undefined;
  let state: State = "current";
  let rests_until = 0;
  const enter = (next: State, error?: unknown) => {
    if (next !== "current") rests_until = performance.now() + REST_MS[next];
    if (next !== state) log.warn({ replica: next, error }, "reports are asked of another server");
    state = next;
  };
  // Reports that ask at once, and those that ask while it still says nothing, wait for one.
  const openOnce = () => {
    opened ??= open(options).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const look = async () => {
    const position = await readPosition(options.primary);
    const { pool, db } = await openOnce();
    return (await reaches(pool, position)) ? db : null;
  };
  await openOnce().catch((error: unknown) => {
    if (error instanceof NoReplica) throw error;
    enter("away", error);
  });
  const current = async () => {
    if (performance.now() < rests_until) return null;
    try {
      const db = await within(ANSWER_MS, look());
      enter(db ? "current" : "behind");
      return db;
    } catch (error) {
      enter("away", error);
      return null;
    }
  };
  return {
    current,
    async read(work, otherwise) {
      const db = await current();
      if (!db) return otherwise();
      return work(db).catch((error: unknown) => {
        if (isLost(error)) return otherwise();
        throw error;
      });
    },
    close: async () => opened?.then(({ pool }) => pool.end()).catch(() => {}),
  };
}

class NoReplica extends Failure {}

const STATEMENT_TIMED_OUT = "57014";

function isLost(error: unknown): boolean {
  if ((error as { code?: unknown }).code === STATEMENT_TIMED_OUT) return false;
  const meant = translateDatabaseError(error);
  return isTransient(error) || (meant instanceof Failure && meant.code === "UNAVAILABLE");
}

async function open({ url, tls_mode, primary, ...limits }: Omit<Options, "log">) {
  const { connection, reach } = await findDoor(url, tls_mode);
  const pool = makePool(connection, { ...limits, reach });
  try {
    const [here, there] = await Promise.all([readServer(primary), readServer(pool)]);
    if (!there.is_replica || here.system !== there.system) {
      throw new NoReplica(
        "UNAVAILABLE",
        "DATABASE_READ_URL must name a streaming replica of DATABASE_URL.",
      );
    }
    return { pool, db: makeDatabase(pool) };
  } catch (error) {
    await pool.end();
    throw error;
  }
}

async function readServer(db: Asked) {
  const { rows } = await db.query<{ is_replica: boolean; system: string }>(
    "select pg_is_in_recovery() as is_replica, system_identifier::text as system from pg_control_system()",
  );
  return rows[0] ?? { is_replica: false, system: "" };
}

/** How far the log of the primary goes that holds every change which was acknowledged. */
async function readPosition(primary: Asked): Promise<string> {
  const { rows } = await primary.query<{ position: string }>(
    `select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end::text as position`,
  );
  return rows[0]?.position ?? "";
}

/** Whether a replica comes to a position in a moment. What is read after it did is as new, or newer. */
async function reaches(replica: Asked, position: string): Promise<boolean> {
  for (const until = performance.now() + CATCH_UP_MS; ; ) {
    const { rows } = await replica.query<{ is_there: boolean }>(
      "select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there",
      [position],
    );
    if (rows[0]?.is_there) return true;
    if (performance.now() > until) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The replica says nothing for ${ms} ms.`)), ms);
  });
  // What comes later is not waited for.
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
