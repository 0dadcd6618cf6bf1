import type { Context } from "hono";
import type { AccountContext } from "#core/context.ts";
import { translateDatabaseError } from "#core/database.ts";
import { FAILURES, toFailure } from "#core/failure.ts";

/** How a request failed: HTTP status, REST code, a sentence and when to try again; what is our own fault is logged. */
export function readFailure({ log }: Pick<AccountContext, "log">, error: unknown) {
  const failure = toFailure(translateDatabaseError(error));
  const { http, rest } = FAILURES[failure.code];
  if (http >= 500) log.error({ error: failure.cause ?? failure }, "request failed");
  const { message, retry_after_seconds } = failure;
  return { http, code: rest, message, retry_after_seconds };
}

/** Runs a call, whose answer is never cached; what it throws is sent in the REST envelope of errors. */
export async function guardCall(
  c: Context,
  base: Pick<AccountContext, "log">,
  work: () => Promise<Response>,
): Promise<Response> {
  c.header("Cache-Control", "no-store");
  try {
    return await work();
  } catch (error) {
    const { http, code, message, retry_after_seconds } = readFailure(base, error);
    if (retry_after_seconds !== undefined) c.header("Retry-After", String(retry_after_seconds));
    return c.json({ error: { code, message } }, http);
  }
}
