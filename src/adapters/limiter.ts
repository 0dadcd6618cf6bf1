import type { Redis } from "ioredis";
import type pg from "pg";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from "rate-limiter-flexible";

/** Where windows are kept: in Redis or PostgreSQL when several processes share them, else in memory. */
export type LimiterStore =
  | { kind: "memory" }
  | { kind: "redis"; redis: Redis }
  | { kind: "postgres"; pool: pg.Pool };

/** Fixed windows of 60 s with `points` each, exact under parallel calls; falls back to memory while the store is down. */
export function makeLimiter(store: LimiterStore, name: string, points: number) {
  const window = { points: Math.max(1, points), duration: 60, keyPrefix: name };
  const limiter = limiterOn(store, window);
  return {
    async consume(subject: string, taken: number) {
      try {
        return read(await limiter.consume(subject, taken), true);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return read(refusal, false);
        throw refusal;
      }
    },
  };
}

function limiterOn(
  store: LimiterStore,
  window: { points: number; duration: number; keyPrefix: string },
): RateLimiterAbstract {
  const shared = {
    ...window,
    inMemoryBlockOnConsumed: window.points,
    insuranceLimiter: new RateLimiterMemory(window),
  };
  if (store.kind === "redis") return new RateLimiterRedis({ ...shared, storeClient: store.redis });
  if (store.kind === "postgres") {
    return new RateLimiterPostgres({
      ...shared,
      storeClient: store.pool,
      storeType: "pool",
      tableName: "rate_limits",
    });
  }
  return new RateLimiterMemory(window);
}

function read(result: RateLimiterRes, allowed: boolean) {
  return {
    allowed,
    remaining: result.remainingPoints,
    resets_at: new Date(Date.now() + result.msBeforeNext),
  };
}
