import { sql } from "kysely";
import type { Database } from "./database.ts";

type Read<Result> = (db: Database) => Promise<Result>;

/** The pool behind each snapshot, for what reads beside it. */
const pools = new WeakMap<Database, Database>();

/**
 * Runs `work` on one snapshot: all that it reads is of one moment, and it writes nothing. Inside a transaction it runs
 * on that. Statements of one snapshot wait for each other, unless `readBoth` runs them.
 */
export function atOneMoment<Result>(db: Database, work: Read<Result>): Promise<Result> {
  if (db.isTransaction) return work(db);
  return new Promise((resolve, reject) => {
    const read = snapshot(db, async (one) => {
      pools.set(one, db);
      // What was read is true whether or not the transaction ends well: nobody waits for its end.
      resolve(await work(one));
    });
    read.catch(reject);
  });
}

/** What takes no longer is not worth a second connection. */
const SHORT_MS = 10;

/**
 * Two readings of one moment. Where they may be long and the first is, the second runs on another connection that sees
 * the same snapshot, unless none is free before the first has ended: who holds a connection never waits for another.
 */
export async function readBoth<One, Other>(
  db: Database,
  [one, other]: readonly [Read<One>, Read<Other>],
  { isLong }: { isLong: boolean },
): Promise<[One, Other]> {
  const pool = pools.get(db);
  if (!isLong || !pool) return [await one(db), await other(db)];
  const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(db);
  const name = sql.lit(rows[0]?.name);
  let isTaken = false;
  const read = (second: Database) => {
    isTaken = true;
    return other(second);
  };
  let beside: Promise<{ result: Other } | null> | undefined;
  const timer = setTimeout(() => {
    beside = snapshot(pool, async (second) => {
      if (!isTaken) await sql`set transaction snapshot ${name}`.execute(second);
      return isTaken ? null : { result: await read(second) };
    });
    // A caller that could not begin leaves the second part to us; where it did, it is awaited
    // below.
    beside.catch(() => {});
  }, SHORT_MS);
  const first = await one(db).finally(() => clearTimeout(timer));
  const done = isTaken ? await beside : null;
  return [first, done ? done.result : await read(db)];
}

function snapshot<Result>(db: Database, work: Read<Result>): Promise<Result> {
  const transaction = db.transaction().setIsolationLevel("repeatable read");
  return transaction.setAccessMode("read only").execute(work);
}
