import { sql } from "kysely";
import type { AccountContext, ProjectScope } from "./context.ts";
import type { Database, Reading } from "./database.ts";

type Reader = Pick<AccountContext, "db" | "inTurn" | "replica"> & {
  project: Pick<ProjectScope, "project_id">;
};

/** Who reads each snapshot, for what is read beside it. */
const readers = new WeakMap<Database, Reader>();

/**
 * Runs `work` on one snapshot when it is the project's turn: all that it reads is of one moment, and it writes nothing.
 * A replica that is up to date is asked first; what is lost with it is read again without.
 * Inside a transaction it runs on that. Statements of one snapshot wait for each other, unless `readBoth` runs them.
 */
export function atOneMoment<Result>(reader: Reader, work: Reading<Result>): Promise<Result> {
  if (reader.db.isTransaction) return work(reader.db);
  return new Promise((resolve, reject) => {
    const readOn = (from: Database) =>
      snapshot({ ...reader, db: from }, async (one) => {
        readers.set(one, { ...reader, db: from });
        // What was read is true whether or not the transaction ends well: nobody waits for its end.
        resolve(await work(one));
      });
    const here = () => readOn(reader.db);
    (reader.replica?.(readOn, here) ?? here()).catch(reject);
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
  [one, other]: readonly [Reading<One>, Reading<Other>],
  { isLong }: { isLong: boolean },
): Promise<[One, Other]> {
  const reader = readers.get(db);
  if (!isLong || !reader) return [await one(db), await other(db)];
  const { rows } = await sql<{ name: string }>`select pg_export_snapshot() as name`.execute(db);
  const name = sql.lit(rows[0]?.name);
  let isTaken = false;
  const read = (second: Database) => {
    isTaken = true;
    return other(second);
  };
  let beside: Promise<{ result: Other } | null> | undefined;
  const timer = setTimeout(() => {
    beside = snapshot(reader, async (second) => {
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

function snapshot<Result>({ db, inTurn, project }: Reader, work: Reading<Result>): Promise<Result> {
  const reading = db.transaction().setAccessMode("read only");
  const moment = reading.setIsolationLevel("repeatable read");
  return inTurn("reads", project, () => moment.execute(work));
}
