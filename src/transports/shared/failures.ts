import type { Context } from "hono";
import type { AccountContext } from "#core/context.ts";
import { translateDatabaseError } from "#core/database.ts";
import { FAILURES, toFailure } from "#core/failure.ts";

/** How a request failed: HTTP status, REST code and a sentence; what is our own fault is logged. */
export function readFailure({ log }: Pick<AccountContext, "log">, error: unknown) {
  const failure = toFailure(translateDatabaseError(error));
  const { http, rest } = FAILURES[failure.code];
  if (http >= 500) log.error({ error: failure.cause ?? failure }, "request failed");
  return { http, code: rest, message: failure.message };
}

/** Sends what was thrown in the REST envelope of errors. */
export function sendFailure(c: Context, base: Pick<AccountContext, "log">, error: unknown) {
  const { http, code, message } = readFailure(base, error);
  return c.json({ error: { code, message } }, http);
}
