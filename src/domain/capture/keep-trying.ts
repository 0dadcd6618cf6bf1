import { setTimeout as wait } from "node:timers/promises";
import type { AccountContext } from "#core/context.ts";
import { isTransient, translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";

// About two minutes in all: with the time an answer may take, as long as a lease.
const STORE_TRIES_MAX = 15;
const STORE_WAIT_MS = 50;

/**
 * Does work in a transaction. What was paid for is not given up because the database was away or another transaction in
 * the way: it is tried again for as long as a lease holds.
 */
export async function keepTrying<Result>(
  context: AccountContext,
  work: (inner: AccountContext) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await context.db.transaction().execute((db) => work({ ...context, db }));
    } catch (error) {
      if (!isPassing(error) || tries >= STORE_TRIES_MAX) throw error;
      await wait(Math.min(STORE_WAIT_MS * 2 ** tries, 10_000) * (0.5 + Math.random()));
    }
  }
}

/** True for an error that another try may not meet: the database was away, or another transaction in the way. */
export function isPassing(error: unknown): boolean {
  return isTransient(error) || translateDatabaseError(error) instanceof Failure;
}
