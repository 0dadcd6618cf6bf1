import { setTimeout as sleep } from "node:timers/promises";
import { translateDatabaseError } from "#core/database.ts";
import { Failure } from "#core/failure.ts";

/** So long a file that has begun waits for what comes next. */
const PATIENCE_MS = 120_000;

/**
 * Asks for the next part of a file that has begun, and again when the failure says to try later: a project that is busy,
 * or a lost connection, costs no file what it has so far. After two minutes it fails as `ask` did.
 */
export async function askAgain<Result>(ask: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (thrown) {
      const error = translateDatabaseError(thrown);
      const wait_ms = error instanceof Failure && (error.retry_after_seconds ?? 0) * 1_000;
      if (!wait_ms || performance.now() + wait_ms > end) throw thrown;
      await sleep(wait_ms);
    }
  }
}
