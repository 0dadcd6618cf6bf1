import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context } from "hono";
import { Failure } from "#core/failure.ts";
import { networkOf, parseAddress } from "./client-address.ts";

const WINDOW_SECONDS = 60;

/** One fixed window per subject; the adapter says where it is kept (memory, Redis, PostgreSQL). */
export type Limiter = {
  /** Takes `points` of `subject`'s window and returns what is left; never throws for a full window. */
  consume(
    subject: string,
    points: number,
  ): Promise<{ allowed: boolean; remaining: number; resets_at: Date }>;
};

export type RateLimit = {
  /** Counts `points` requests of a subject, writes the X-RateLimit headers, and refuses over the limit. */
  count(c: Context, subject: string, points?: number): Promise<void>;
  /**
   * Runs an authentication. A network whose attempts keep failing gets 429 instead of 401 until its window
   * ends; a valid key is let in all the same, so no one can lock out others behind one address.
   */
  shield<Result>(c: Context, authenticate: () => Promise<Result>): Promise<Result>;
};

/** Limits of `per_minute` requests a subject; 0 switches every limit off. */
export function makeRateLimit(limiter: Limiter, failures: Limiter, per_minute: number): RateLimit {
  return {
    async count(c, subject, points = 1) {
      if (per_minute === 0) return;
      const { allowed, remaining, resets_at } = await limiter.consume(subject, points);
      c.header("X-RateLimit-Limit", String(per_minute));
      c.header("X-RateLimit-Remaining", String(Math.max(0, remaining)));
      c.header("X-RateLimit-Reset", String(Math.ceil(resets_at.getTime() / 1000)));
      if (allowed) return;
      const wait_seconds = setRetryAfter(c, resets_at);
      throw new Failure(
        "RATE_LIMIT_EXCEEDED",
        `Over ${per_minute} requests in ${WINDOW_SECONDS} s; wait ${wait_seconds} s and try again.`,
      );
    },
    async shield(c, authenticate) {
      try {
        return await authenticate();
      } catch (error) {
        if (per_minute === 0 || !(error instanceof Failure) || error.code !== "UNAUTHORIZED") {
          throw error;
        }
        const { allowed, resets_at } = await failures.consume(clientNetwork(c), 1);
        if (allowed) throw error;
        const wait_seconds = setRetryAfter(c, resets_at);
        throw new Failure(
          "RATE_LIMIT_EXCEEDED",
          `Too many failed authentications from this address; wait ${wait_seconds} s.`,
        );
      }
    },
  };
}

/** Tells a caller in how many seconds to come again, and returns them. */
export function setRetryAfter(c: Context, resets_at: Date): number {
  const wait_seconds = Math.max(1, Math.ceil((resets_at.getTime() - Date.now()) / 1000));
  c.header("Retry-After", String(wait_seconds));
  return wait_seconds;
}

/** The address a request came from. */
export function addressOf(c: Context): string {
  const forwarded: unknown = c.get("client_address");
  if (typeof forwarded === "string") return forwarded;
  try {
    return parseAddress(getConnInfo(c).remote.address ?? "") ?? "unknown";
  } catch {
    return "in-process";
  }
}

/** The network a request came from, by which callers without a name are counted. */
export function clientNetwork(c: Context): string {
  return networkOf(addressOf(c));
}
