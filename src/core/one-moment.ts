import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { AccountContext, ProjectScope } from "./context.ts";
import { type Database, isTransient, type Reading } from "./database.ts";
import { Failure } from "./failure.ts";

type Reader = Pick<AccountContext, "db" | "inTurn" | "isGone" | "replica"> & {
  project: Pick<ProjectScope, "project_id">;
};

/** Who reads each snapshot: for what is read beside it, and whether it may be begun anew. */
const readers = new WeakMap<Database, Reader & { isRepeatable: boolean }>();

/** How long a reading waits for another at most. */
export const WAITED_MS = 5_000;

/** What a reading throws that is begun anew, in a later snapshot, once something has ended: it holds no connection meanwhile. */
export class Later extends Error {
  readonly ended: Promise<unknown>;
  constructor(ended: Promise<unknown>) {
    super("This is read once something else has ended.");
    this.ended = ended;
  }
}

/** Whether the reading in a snapshot may throw `Later`: once, so that what it has read before is not read for ever. */
export const canBeginAnew = (db: Database) => readers.get(db)?.isRepeatable ?? false;

/** Gives others their turn in between; ends long work on what a snapshot shows once nobody waits for its answer any more. */
export async function giveTurn(db: Database | undefined): Promise<void> {
  await breathe();
  if (db && readers.get(db)?.isGone?.()) throw new Failure("CALLER_GONE", "Nobody waits for it.");
}

/**
 * Runs `work` on one snapshot when it is the project's turn: all that it reads is of one moment, and it writes nothing.
 * It is run again where it throws `Later`, or something that passes. Inside a transaction it runs on that.
 */
export async function atOneMoment<Result>(reader: Reader, work: Reading<Result>): Promise<Result> {
  if (reader.db.isTransaction) return work(reader.db);
  try {
    return await readOnce({ ...reader, isRepeatable: true }, work);
  } catch (error) {
    if (error instanceof Later)
      await Promise.race([error.ended.catch(() => {}), sleep(WAITED_MS, null, { ref: false })]);
    else if (!isTransient(error)) throw error;
    return readOnce({ ...reader, isRepeatable: false }, work);
  }
}

/** A replica that is up to date is asked first; what is lost with it is read again without. */
function readOnce<Result>(
  reader: Reader & { isRepeatable: boolean },
  work: Reading<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const readOn = (from: Database) =>
      snapshot({ ...reader, db: from }, async (one) => {
        readers.set(one, { ...reader, db: from });
        // What was read is true whether or not the transaction ends well: nobody waits for its end.
        resolve(await work(one));
      });
    (reader.replica?.(readOn, () => readOn(reader.db)) ?? readOn(reader.db)).catch(reject);
  });
}

/**
 * Settings by which tables are joined whole, not in nested loops; each time with a plan of its own, since one that is kept
 * would be used without them, too.
 */
export const WHOLE = sql`do $$ begin set local enable_nestloop = off; set local plan_cache_mode = force_custom_plan; end $$`;

/** What takes no longer is not worth a second connection. */
const SHORT_MS = 2;

/**
 * Two readings of one moment, whose statements are sent without waiting for each other. Where they may be long and the
 * first is, the second runs on another connection that sees the same snapshot, unless none is free before the first has
 * ended: who holds a connection never waits for another.
 */
export async function readBoth<One, Other>(
  db: Database,
  [one, other]: readonly [Reading<One>, Reading<Other>],
  { isLong }: { isLong: boolean },
): Promise<[One, Other]> {
  const reader = readers.get(db);
  if (!isLong || !reader) return allEnded([one(db), other(db)]);
  const named = sql<{ name: string; loops: string }>`
    select pg_export_snapshot() as name, current_setting('enable_nestloop') as loops`.execute(db);
  // Who asks for it hears of a failure; mostly nobody does.
  named.catch(() => {});
  let isTaken = false;
  const read = (second: Database) => {
    isTaken = true;
    return other(second);
  };
  let beside: Promise<{ result: Other } | null> | undefined;
  const timer = setTimeout(() => {
    beside = snapshot(reader, async (second) => {
      const { name, loops } = (await named).rows[0] ?? {};
      if (!isTaken) await sql`set transaction snapshot ${sql.lit(name)}`.execute(second);
      if (loops === "off") await WHOLE.execute(second);
      return isTaken ? null : { result: await read(second) };
    });
    // A caller that could not begin leaves the second part to us; where it did, it is awaited below.
    beside.catch(() => {});
  }, SHORT_MS);
  const first = await one(db).finally(() => clearTimeout(timer));
  return [first, ((isTaken && (await beside)) || { result: await read(db) }).result];
}

/** What was sent together, once all of it has ended: what one still reads when another has failed is of this moment, too. */
export const allEnded = <const Parts extends readonly Promise<unknown>[]>(parts: Parts) =>
  Promise.allSettled(parts).then(() => Promise.all(parts));

/** Its statements of `sql` are sent as they come; Kysely would send each when the last is answered. */
function snapshot<Result>({ db, inTurn, project }: Reader, work: Reading<Result>): Promise<Result> {
  const moment = db.transaction().setAccessMode("read only").setIsolationLevel("repeatable read");
  const read = async (one: Database) => {
    const executor = one.getExecutor();
    const connection = await executor.provideConnection(async (its) => its);
    const direct = executor.withConnectionProvider({ provideConnection: (use) => use(connection) });
    return work(Object.assign(one, { getExecutor: () => direct }));
  };
  return inTurn("reads", project, () => moment.execute(read));
}
