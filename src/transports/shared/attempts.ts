import type { Context } from "hono";
import { Failure } from "#core/failure.ts";
import { addressOf, type Limiter } from "./rate-limit.ts";

const ACCOUNT_MAX = 254;

/** Where failed sign-ins are counted: by account and address, and by address alone. */
export type AttemptLimiters = { account: Limiter; address: Limiter };
export type AttemptLimit = {
  /**
   * Runs a sign-in to `account`; an undefined result is a failed one. RATE_LIMIT_EXCEEDED once an address has
   * failed too often, without looking at the password: other addresses are not kept out.
   */
  guard<Result>(
    c: Context,
    account: string,
    attempt: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** The same for a password typed again within a session, wherever it is used from; a failure that is thrown counts, too. */
  guardSession<Result>(
    c: Context,
    session_id: number,
    attempt: () => Promise<Result>,
  ): Promise<Result>;
};

/** Limits on guessing; `enabled` false switches them off. */
export function makeAttemptLimit(limiters: AttemptLimiters, enabled: boolean): AttemptLimit {
  return {
    async guard(c, account, attempt) {
      if (!enabled) return attempt();
      const address = addressOf(c);
      const windows = [
        { limiter: limiters.address, subject: address },
        { limiter: limiters.account, subject: `${normalAccount(account)} ${address}` },
      ];
      // Counted before the password is looked at, so that parallel guesses are; a good one is given back.
      for (const { limiter, subject } of windows) {
        const { allowed, resets_at } = await limiter.consume(subject, 1);
        if (!allowed) throw refuse(c, resets_at);
      }
      const result = await attempt();
      if (result !== undefined) {
        for (const { limiter, subject } of windows) await limiter.consume(subject, -1);
      }
      return result;
    },
    async guardSession(c, session_id, attempt) {
      if (!enabled) return attempt();
      const subject = `session:${session_id}`;
      const { allowed, resets_at } = await limiters.account.consume(subject, 1);
      if (!allowed) throw refuse(c, resets_at);
      const result = await attempt();
      if (result !== undefined) await limiters.account.consume(subject, -1);
      return result;
    },
  };
}

function normalAccount(account: string): string {
  return account.trim().toLowerCase().slice(0, ACCOUNT_MAX);
}

function refuse(c: Context, resets_at: Date): Failure {
  const wait_seconds = Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1_000));
  c.header("Retry-After", String(wait_seconds));
  return new Failure(
    "RATE_LIMIT_EXCEEDED",
    `Too many attempts from this address; try again in ${Math.ceil(wait_seconds / 60)} min.`,
  );
}
