import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { findKnownDevice, knowsNetwork } from "#domain/accounts/device.ts";
import type { Session } from "#domain/accounts/session-queries.ts";
import { deviceCookie } from "./cookies.ts";
import { clientNetwork, type Limiter, setRetryAfter } from "./rate-limit.ts";

const ACCOUNT_MAX = 254;

/**
 * Where attempts are counted: `few` by account and network, by browser or by session, `network` by network alone, and
 * `delay` by account alone, with waits that grow.
 */
export type AttemptLimiters = Record<"few" | "network" | "delay", Limiter>;
export type AttemptLimit = {
  /**
   * Runs a sign-in to `account`; an undefined result is a failed one. RATE_LIMIT_EXCEEDED without looking at the
   * password once a network has failed too often, or too many networks have at this account. A browser in which the
   * user has signed in before is counted by itself, so that nobody keeps the user out.
   */
  guard<Result>(
    c: Context,
    account: string,
    attempt: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** The same for the second factor of an account, whose password is known: it is counted apart. */
  guardCode<Result>(
    c: Context,
    account: string,
    attempt: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** False when `account` was sent enough mail lately; RATE_LIMIT_EXCEEDED for a network that asks too often. */
  mayAsk(c: Context, account: string): Promise<boolean>;
  /**
   * The same for a password typed again within a session, wherever it is used from, and for all sessions of its user by
   * the same provider, or by none, together, which wait; a failure that is thrown counts, too.
   */
  guardSession<Result>(
    c: Context,
    session: Pick<Session, "session_id" | "user_id" | "sign_on">,
    attempt: () => Promise<Result>,
  ): Promise<Result>;
};
type Count = { limiter: Limiter; subject: string };

/** Limits on guessing; `enabled` false switches them off. */
export function makeAttemptLimit(
  limiters: AttemptLimiters,
  base: BaseContext,
  enabled: boolean,
): AttemptLimit {
  const guardAs =
    (kind: string): AttemptLimit["guard"] =>
    async (c, given, attempt) => {
      if (!enabled) return attempt();
      const account = given.trim().toLowerCase().slice(0, ACCOUNT_MAX).replaceAll("\0", "");
      const counts = await countsOf(c, base, limiters, account);
      const apart = counts.map(({ limiter, subject }) => ({ limiter, subject: kind + subject }));
      return counted(c, apart, attempt);
    };
  return {
    guard: guardAs(""),
    guardCode: guardAs("code:"),
    async mayAsk(c, account) {
      if (!enabled) return true;
      const asked = await limiters.network.consume(clientNetwork(c), 1);
      if (!asked.allowed) throw refuse(c, asked.resets_at);
      const who = shorten(account.trim().toLowerCase());
      return (await limiters.few.consume(`mail:${who}`, 1)).allowed;
    },
    async guardSession(c, { session_id, user_id, sign_on }, attempt) {
      if (!enabled) return attempt();
      const counts = [
        { limiter: limiters.few, subject: `session:${session_id}` },
        // A provider begins as many sessions as it wants, and keeps the user out of none of their own.
        { limiter: limiters.delay, subject: `session-user:${user_id}:${sign_on ?? "own"}` },
      ];
      return counted(c, counts, attempt);
    },
  };
}

/** What an attempt at an account counts against; the last is only taken when those before it let it pass. */
async function countsOf(
  c: Context,
  base: BaseContext,
  { few, network, delay }: AttemptLimiters,
  account: string,
): Promise<Count[]> {
  const device = deviceCookie.read(c, base.server.base_url);
  const who = shorten(account);
  // By its number: it gets another secret whenever anybody signs in there.
  const device_id = await findKnownDevice(base, account, device);
  if (device_id !== undefined) return [{ limiter: few, subject: `${who} device:${device_id}` }];
  const place = clientNetwork(c);
  const counts = [
    { limiter: network, subject: place },
    { limiter: few, subject: `${who} ${place}` },
  ];
  if (await knowsNetwork(base, account, place)) return counts;
  return [...counts, { limiter: delay, subject: who }];
}

/** Counted before the password is looked at, so that parallel guesses are; a good one is given back, as what is refused. */
async function counted<Result>(
  c: Context,
  counts: readonly Count[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (const [at, { limiter, subject }] of counts.entries()) {
    const { allowed, resets_at } = await limiter.consume(subject, 1);
    if (allowed) continue;
    await giveBack(counts.slice(0, at));
    throw refuse(c, resets_at);
  }
  const result = await attempt();
  if (result !== undefined) await giveBack(counts);
  return result;
}

async function giveBack(counts: readonly Count[]): Promise<void> {
  for (const { limiter, subject } of counts) await limiter.consume(subject, -1);
}

/** What stands for an account where attempts are counted: it is not kept there. */
function shorten(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function refuse(c: Context, resets_at: Date): Failure {
  const wait_seconds = setRetryAfter(c, resets_at);
  const wait = wait_seconds < 100 ? `${wait_seconds} s` : `${Math.ceil(wait_seconds / 60)} min`;
  return new Failure("RATE_LIMIT_EXCEEDED", `Too many attempts; try again in ${wait}.`);
}
