import type { AccountContext, Log } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { loadReader, type ReadAnswers, readAnswers } from "./read-answers.ts";
import { type NewAnswer, type Rehearsed, storeRead } from "./store-answers.ts";

export type BatchesResult = {
  imported: number;
  unchanged: number;
  prompts_made: number;
  prompts_archived: number;
};

/**
 * Stores batches of answers in their order, one transaction each; while the database takes one, the next is read.
 * With `dry_run` it does all the work, counts what it would have stored, and keeps none of it. `onFirst` is called
 * in the transaction of the first batch that is kept and has something new, `onStored` after each batch.
 */
export async function storeBatches(
  { db, inTurn }: Pick<AccountContext, "db" | "inTurn">,
  project: Tenant,
  {
    batches,
    log,
    prompts_max = null,
    dry_run = false,
    onFirst,
    onStored,
  }: {
    batches: AsyncIterable<readonly NewAnswer[]>;
    log: Log;
    /** The prompts that are made beyond so many active ones are archived. */
    prompts_max?: number | null;
    dry_run?: boolean;
    onFirst?: (db: Database) => Promise<void>;
    onStored?: (total: BatchesResult) => void;
  },
): Promise<BatchesResult> {
  const total: BatchesResult = {
    ...{ imported: 0, unchanged: 0 },
    ...{ prompts_made: 0, prompts_archived: 0 },
  };
  const rehearsed: Rehearsed | undefined = dry_run
    ? { contents: new Map(), prompts: new Map() }
    : undefined;
  const store = async (read: ReadAnswers) => {
    const storeIn = async (trx: Database) => {
      const counts = await storeRead(trx, project, { read, log, prompts_max, rehearsed });
      if (total.imported === 0 && counts.imported > 0) await onFirst?.(trx);
      return counts;
    };
    const stored = await inTurn("writes", project, () => inTransaction(db, dry_run, storeIn));
    total.imported += stored.imported;
    total.unchanged += stored.unchanged;
    const made = [...stored.made.values()];
    total.prompts_made += made.length;
    total.prompts_archived += made.filter((status) => status === "archived").length;
    onStored?.({ ...total });
  };
  let storing = Promise.resolve();
  try {
    let reader = await loadReader(db, project);
    for await (const answers of batches) {
      reader = await loadReader(db, project, reader);
      const read = await readAnswers(reader, answers, log);
      await storing;
      storing = store(read);
      // It is awaited above, a batch later; until then its failure must not count as unhandled.
      storing.catch(() => {});
    }
    await storing;
  } finally {
    await storing.catch(() => {});
  }
  return total;
}

/** Ends the transaction of a dry run. */
class RolledBack extends Error {}

async function inTransaction<Result>(
  db: Database,
  dry_run: boolean,
  work: (trx: Database) => Promise<Result>,
): Promise<Result> {
  if (!dry_run) return db.transaction().execute(work);
  let done: { result: Result } | undefined;
  await db
    .transaction()
    .execute(async (trx) => {
      done = { result: await work(trx) };
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  if (!done) throw new Error("A dry run ended without its result.");
  return done.result;
}
