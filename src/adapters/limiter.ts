import type { Redis } from "ioredis";
import type pg from "pg";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Log } from "#core/context.ts";

/** Where windows are kept: in Redis or PostgreSQL when several processes share them, else in memory. */
export type LimiterStore =
  | { kind: "memory" }
  | { kind: "redis"; redis: Redis }
  | { kind: "postgres"; pool: pg.Pool };

type Window = { points: number; duration: number; keyPrefix: string };
type Taken = { allowed: boolean; remaining: number; resets_at: Date };
type Limiter = { consume(subject: string, points: number): Promise<Taken> };

const WINDOW_SECONDS = 60;
const REDIS_TIMEOUT_MS = 1_000;
/** A window that ends later than it is long, by more than this, was begun by a clock that was ahead, and is over. */
const AHEAD_SECONDS = 60;

/**
 * A connection to Redis that fails fast, so that limits fall back to memory instead of waiting. Its keys are those of
 * the installation at `base_url`: others on the same Redis count apart. That it is away is logged once, and that it is back.
 */
export async function openRedis(
  url: string,
  log: Pick<Log, "info" | "warn">,
  base_url: string,
): Promise<Redis> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(url, {
    keyPrefix: `earshot ${base_url} `,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: REDIS_TIMEOUT_MS,
  });
  let isAway = false;
  redis.on("error", ({ message }) => {
    if (!isAway) log.warn({ part: "redis", error: message }, "Redis is away");
    isAway = true;
  });
  redis.on("ready", () => {
    if (isAway) log.info({ part: "redis" }, "Redis is back");
    isAway = false;
  });
  return redis;
}

/** How many points a window holds: a number means a minute. */
export type WindowSize = number | { points: number; window_seconds: number };

/** Fixed windows of some points each, exact under parallel calls; several taken at once that do not fit spend none. Falls back to memory while the store is down. */
export function makeLimiter(store: LimiterStore, name: string, size: WindowSize): Limiter {
  const { points, window_seconds } =
    typeof size === "number" ? { points: size, window_seconds: WINDOW_SECONDS } : size;
  const window = { points: Math.max(1, points), duration: window_seconds, keyPrefix: name };
  if (store.kind === "postgres") return limitInPostgres(store.pool, window);
  if (store.kind === "redis") return limitInRedis(store.redis, window);
  const limiter = new RateLimiterMemory(window);
  return {
    async consume(subject, taken) {
      if (taken < 0) {
        const held = (await limiter.get(subject))?.consumedPoints ?? 0;
        return read(await limiter.reward(subject, Math.min(held, -taken)), true);
      }
      try {
        return read(await limiter.consume(subject, taken), true);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        if (taken === 1) return read(refusal, false);
        return read(await limiter.reward(subject, taken), false);
      }
    },
  };
}

function read(result: RateLimiterRes, allowed: boolean): Taken {
  return {
    allowed,
    remaining: Math.max(0, result.remainingPoints),
    resets_at: new Date(Date.now() + result.msBeforeNext),
  };
}

/** In one script, so that nothing comes between looking and counting, and what was not taken is not given back. */
function limitInRedis(redis: Redis, { points, duration, keyPrefix }: Window): Limiter {
  const size = { points, window_seconds: duration };
  const fallback = makeLimiter({ kind: "memory" }, keyPrefix, size);
  return {
    async consume(subject, taken) {
      const given = [taken, points, 1_000 * duration];
      const counted = await redis
        .eval(TAKE, 1, `${keyPrefix}:${subject}`, ...given)
        .catch(() => null);
      if (counted === null) return fallback.consume(subject, taken);
      const [allowed, used, left_ms] = counted as [number, number, number];
      const resets_at = new Date(Date.now() + left_ms);
      return { allowed: allowed === 1, remaining: Math.max(0, points - used), resets_at };
    },
  };
}

const TAKE = `
  local taken, points, left = tonumber(ARGV[1]), tonumber(ARGV[2]), redis.call('pttl', KEYS[1])
  if left > tonumber(ARGV[3]) + ${1_000 * AHEAD_SECONDS} then left = 0 end
  local used = left > 0 and tonumber(redis.call('get', KEYS[1])) or 0
  local sum = math.max(0, used + taken)
  if taken > 1 and sum > points then return {0, used, math.max(0, left)} end
  if left > 0 then
    redis.call('incrby', KEYS[1], sum - used)
  elseif taken > 0 then
    left = tonumber(ARGV[3])
    redis.call('set', KEYS[1], sum, 'px', left)
  end
  return {(sum <= points or taken < 0) and 1 or 0, sum, math.max(0, left)}`;

const SWEEP_EVERY = 1_000;
const BLOCKED_MAX = 10_000;
const BLOCKED_MS = 1_000;

type Waiting = {
  subject: string;
  taken: number;
  done(taken: Taken): void;
  fail(error: unknown): void;
};

/**
 * By the database's clock. What is asked for while a statement runs goes together with the next one, so that a rush
 * costs few statements; a subject over its limit costs one a second, as what another process counted may be given back.
 */
function limitInPostgres(pool: pg.Pool, { points, duration, keyPrefix }: Window): Limiter {
  const size = { points, window_seconds: duration };
  const fallback = makeLimiter({ kind: "memory" }, keyPrefix, size);
  const blocked = new Map<string, Blocked>();
  let waiting: Waiting[] = [];
  let isBusy = false;
  let batches = 0;
  const count = async (batch: readonly Waiting[]) => {
    const bySubject = Map.groupBy(batch, ({ subject }) => subject);
    const subjects = [...bySubject.keys()].sort();
    const wanted = subjects.map((subject) => sum(bySubject.get(subject) ?? []));
    const keys = subjects.map((subject) => `${keyPrefix}:${subject}`);
    const { rows } = await pool.query<Counted>(COUNT, [keys, wanted, duration]);
    const counted = new Map(rows.map((row) => [row.subject, row]));
    for (const [index, subject] of subjects.entries()) {
      const { used = 0, left_ms = 0 } = counted.get(keys[index] ?? "") ?? {};
      const resets_at = new Date(Date.now() + left_ms);
      let spent = used - (wanted[index] ?? 0);
      const answers = (bySubject.get(subject) ?? []).map(({ taken, done }) => {
        const allowed = spent + taken <= points;
        // A single point over the limit stays counted, as it changes nothing; several that do not fit spend none.
        if (allowed || taken === 1) spent += taken;
        const remaining = Math.max(0, points - spent);
        return () => done({ allowed, remaining, resets_at });
      });
      if (used > spent) await pool.query(GIVE_BACK, [keys[index], used - spent]);
      if (spent >= points) block(blocked, subject, resets_at);
      for (const answer of answers) answer();
    }
  };
  const flush = async () => {
    isBusy = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      if (++batches % SWEEP_EVERY === 0) sweep(pool);
      await count(batch).catch((error) => {
        for (const { fail } of batch) fail(error);
      });
    }
    isBusy = false;
  };
  return {
    async consume(subject, taken) {
      if (taken < 0) {
        blocked.delete(subject);
        await pool.query(GIVE_BACK, [`${keyPrefix}:${subject}`, -taken]).catch(() => {});
        return { allowed: true, remaining: 0, resets_at: new Date() };
      }
      const { until = 0, resets_at = new Date() } = blocked.get(subject) ?? {};
      if (until > performance.now()) return { allowed: false, remaining: 0, resets_at };
      const counted = new Promise<Taken>((done, fail) => {
        waiting.push({ subject, taken, done, fail });
      });
      if (!isBusy) void flush();
      return counted.catch(() => fallback.consume(subject, taken));
    },
  };
}

const sum = (batch: readonly Waiting[]) => batch.reduce((total, { taken }) => total + taken, 0);

type Counted = { subject: string; used: number; left_ms: number };

const POINTS_MAX = 1_000_000_000;
/** Whether a window r of so many seconds is over. */
const isOver = (seconds: string) => `(r.window_ends <= clock_timestamp()
  or r.window_ends > clock_timestamp() + interval '1 second' * (${seconds} + ${AHEAD_SECONDS}))`;
/** In the order of subjects, so that two processes that count the same ones never wait for each other in a ring. */
const COUNT = `
  insert into rate_limits as r (subject, window_ends, points)
  select subject, clock_timestamp() + $3 * interval '1 second', points
  from unnest($1::text[], $2::integer[]) with ordinality as taken (subject, points, place) order by place
  on conflict (subject) do update set
    points = least(${POINTS_MAX}, case when ${isOver("$3")} then 0 else r.points end + excluded.points),
    window_ends = case when ${isOver("$3")} then excluded.window_ends else r.window_ends end
  returning subject, points as used,
    greatest(0, ceil(1000 * extract(epoch from window_ends - clock_timestamp())))::integer as left_ms`;

const GIVE_BACK = `
  update rate_limits set points = greatest(0, points - $2)
  where subject = $1 and window_ends > clock_timestamp()`;

type Blocked = { until: number; resets_at: Date };

function block(blocked: Map<string, Blocked>, subject: string, resets_at: Date): void {
  if (blocked.size >= BLOCKED_MAX) blocked.clear();
  const until = performance.now() + Math.min(resets_at.getTime() - Date.now(), BLOCKED_MS);
  blocked.set(subject, { until, resets_at });
}

function sweep(pool: pg.Pool): void {
  // Best effort: a window that has ended is reset by its next use in any case.
  pool.query("delete from rate_limits where window_ends < now()").catch(() => {});
}

const FREE = 10;
const DELAY_SECONDS_MAX = 60;
const REST_SECONDS = 3_600;

/**
 * Lets a subject pass ten times, then after 1 s, 2, 4, at most 60, and from the beginning after an hour of rest; in
 * PostgreSQL, so that all processes count as one. Of calls at once one passes. Points given back end the wait
 * that they made and shorten the next.
 */
export function makeDelay(pool: Pick<pg.Pool, "query">, name: string): Limiter {
  return {
    async consume(subject, points) {
      const key = `${name}:${subject}`;
      if (points < 0) await pool.query(END_WAIT, [key, -points]);
      if (points < 1) return { allowed: true, remaining: 0, resets_at: new Date() };
      const { rows } = await pool.query(WAIT, [key]);
      const { allowed, wait_ms } = rows[0] as { allowed: boolean; wait_ms: number };
      return { allowed, remaining: 0, resets_at: new Date(Date.now() + wait_ms) };
    },
  };
}

const END_WAIT = `
  update rate_limits set points = greatest(0, points - $2), free_at = least(free_at, clock_timestamp())
  where subject = $1 and window_ends > clock_timestamp()`;

// What is read beside the change is as it was before it: the wait of one who is refused.
const BEGINS_ANEW = isOver(String(REST_SECONDS));
const WAIT = `
  with passed as (
    insert into rate_limits as r (subject, window_ends, points, free_at)
    values ($1, clock_timestamp() + interval '1 second' * ${REST_SECONDS}, 1, clock_timestamp())
    on conflict (subject) do update set
      points = case when ${BEGINS_ANEW} then 1 else r.points + 1 end,
      window_ends = excluded.window_ends,
      free_at = clock_timestamp() + interval '1 second' * case
        when ${BEGINS_ANEW} or r.points < ${FREE} - 1 then 0
        else least(${DELAY_SECONDS_MAX}, power(2, least(30, r.points + 1 - ${FREE}))) end
    where ${BEGINS_ANEW} or r.free_at <= clock_timestamp()
    returning 1)
  select exists (select from passed) as allowed, coalesce((
    select least(${1_000 * DELAY_SECONDS_MAX}, greatest(0, ceil(1000 * extract(epoch from free_at - clock_timestamp()))))
    from rate_limits where subject = $1), 0)::integer as wait_ms`;
