import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { NO_REDIS, startRedis } from "../../test/kit/redis-server.ts";
import { waitFor } from "../../test/kit/wait-for.ts";
import { makeWorld } from "../../test/kit/world.ts";
import { type LimiterStore, makeDelay, makeLimiter, openRedis } from "./limiter.ts";

const QUIET: Parameters<typeof openRedis>[1] = { info() {}, warn() {} };

/** A Redis that answers, as one installation reaches it. */
async function reachRedis(
  url: string,
  base_url = "http://localhost",
  log = QUIET,
): Promise<LimiterStore> {
  const redis = await openRedis(url, log, base_url);
  after(() => redis.disconnect());
  await waitFor("Redis answers", async () => (await redis.ping().catch(() => "")) === "PONG");
  return { kind: "redis", redis };
}

/** One store of each kind; Redis where there is one. */
async function everyStore(): Promise<LimiterStore[]> {
  const { pool } = await makeWorld();
  const stores: LimiterStore[] = [{ kind: "memory" }, { kind: "postgres", pool }];
  return NO_REDIS ? stores : [...stores, await reachRedis((await startRedis()).url)];
}

test("two processes that share PostgreSQL let exactly the limit pass, of 500 at once", async () => {
  const { pool } = await makeWorld();
  const processes = [1, 2].map(() => makeLimiter({ kind: "postgres", pool }, "exact", 200));
  const taken = await Promise.all(
    Array.from({ length: 500 }, (_, index) => processes[index % 2]?.consume("project:1", 1)),
  );
  assert.equal(taken.filter((one) => one?.allowed).length, 200);
});

test("points taken together that do not fit spend nothing", async () => {
  for (const store of await everyStore()) {
    const limiter = makeLimiter(store, "together", 20);
    const take = async (points: number) => {
      const { allowed, remaining } = await limiter.consume("user:1", points);
      return [allowed, remaining];
    };
    assert.deepEqual(await take(15), [true, 5], store.kind);
    assert.deepEqual(await take(9), [false, 5], store.kind);
    assert.deepEqual(await take(5), [true, 0], store.kind);
    assert.equal((await take(1))[0], false, store.kind);
  }
});

test("a window in PostgreSQL ends a minute after its first request and then begins again", async () => {
  const { pool } = await makeWorld();
  const limiter = makeLimiter({ kind: "postgres", pool }, "ends", 2);
  const before = Date.now();
  const first = await limiter.consume("project:1", 2);
  const [earliest, latest] = [before + 59_900, Date.now() + 60_100];
  const ends = first.resets_at.getTime();
  assert.ok(first.allowed && first.remaining === 0 && ends >= earliest && ends <= latest);
  const other = makeLimiter({ kind: "postgres", pool }, "ends", 2);
  assert.equal((await other.consume("project:1", 1)).allowed, false);
  await pool.query("update rate_limits set window_ends = now() where subject = 'ends:project:1'");
  const later = makeLimiter({ kind: "postgres", pool }, "ends", 2);
  const again = await later.consume("project:1", 1);
  assert.deepEqual([again.allowed, again.remaining], [true, 1]);
});

test("while the store is away the limit holds in this process", async () => {
  const query = () => Promise.reject(new Error("away"));
  const limiter = makeLimiter({ kind: "postgres", pool: { query } as never }, "away", 1);
  const taken = [await limiter.consume("a", 1), await limiter.consume("a", 1)];
  assert.deepEqual(
    taken.map((one) => one.allowed),
    [true, false],
  );
});

test("points that are given back count no more, where more was asked for than there was, too", async () => {
  for (const store of await everyStore()) {
    const limiter = makeLimiter(store, "given-back", 5);
    const taken = await Promise.all(Array.from({ length: 8 }, () => limiter.consume("user:1", 1)));
    const allowed = taken.filter((one) => one.allowed);
    assert.equal(allowed.length, 5, store.kind);
    for (const _ of allowed) await limiter.consume("user:1", -1);
    const { allowed: again, remaining } = await limiter.consume("user:1", 1);
    assert.deepEqual([again, remaining], [true, 1], `${store.kind}: the three refused ones count`);
  }
});

test("points that are given back after their window make the next one no larger", async () => {
  for (const store of await everyStore()) {
    const limiter = makeLimiter(store, "late", { points: 2, window_seconds: 1 });
    await limiter.consume("user:1", 1);
    await sleep(1_100);
    await limiter.consume("user:1", -1);
    assert.equal((await limiter.consume("user:1", 1)).remaining, 1, store.kind);
  }
});

test("a try that is given back ends the wait that it made, and not the one of those that failed", async () => {
  const { pool } = await makeWorld();
  const delay = makeDelay(pool, "right");
  const passes = async () => (await delay.consume("user:1", 1)).allowed;
  for (let failed = 0; failed < 14; failed++) {
    assert.equal(await passes(), true, `${failed}`);
    await pool.query(
      "update rate_limits set free_at = free_at - interval '1 minute' where subject = 'right:user:1'",
    );
  }
  for (let right = 0; right < 3; right++) {
    assert.equal(await passes(), true, `${right}`);
    await delay.consume("user:1", -1);
  }
  assert.deepEqual([await passes(), await passes()], [true, false]);
  const { rows } = await pool.query(
    "select points from rate_limits where subject = 'right:user:1'",
  );
  assert.deepEqual(rows, [{ points: 15 }]);
});

test("in Redis what is refused gives back nothing that was never taken, whoever refuses it", {
  skip: NO_REDIS,
}, async () => {
  const { url } = await startRedis();
  const stores = [await reachRedis(url), await reachRedis(url)];
  const [one, other] = stores.map((store) => makeLimiter(store, "flood", 5));
  for (let call = 0; call < 60; call++) await one?.consume("user:1", 1);
  for (let call = 0; call < 20; call++) {
    assert.equal((await one?.consume("user:1", 4))?.allowed, false);
  }
  assert.equal((await other?.consume("user:1", 1))?.allowed, false);
});

test("in Redis exactly the limit passes of 500 at once, and several that never fit keep nobody out", {
  skip: NO_REDIS,
}, async () => {
  const { url } = await startRedis();
  const stores = [await reachRedis(url), await reachRedis(url)];
  const processes = stores.map((store) => makeLimiter(store, "exact", 200));
  const taken = await Promise.all(
    Array.from({ length: 500 }, (_, index) => processes[index % 2]?.consume("project:1", 1)),
  );
  assert.equal(taken.filter((one) => one?.allowed).length, 200);
  const few = stores.map((store) => makeLimiter(store, "few", 5))[0];
  const first = await few?.consume("user:1", 100);
  assert.deepEqual([first?.allowed, first?.remaining], [false, 5]);
  assert.equal((await few?.consume("user:1", 5))?.allowed, true);
});

test("two installations on one Redis count apart", { skip: NO_REDIS }, async () => {
  const { url } = await startRedis();
  for (const base_url of ["https://one.example", "https://other.example"]) {
    const limiter = makeLimiter(await reachRedis(url, base_url), "rest", 1);
    assert.equal((await limiter.consume("project:1", 1)).allowed, true, base_url);
    assert.equal((await limiter.consume("project:1", 1)).allowed, false, base_url);
  }
});

test("a batch that does not fit keeps nobody out at another process for longer than a second", async () => {
  const { pool } = await makeWorld();
  const between = Promise.withResolvers<void>();
  const counted = Promise.withResolvers<void>();
  /** The same pool, which waits before it gives a batch back. */
  const query = async (text: string, values: unknown[]) => {
    if (text.includes("greatest(0, points - $2)")) {
      counted.resolve();
      await between.promise;
    }
    return pool.query(text, values);
  };
  const slow = makeLimiter(
    { kind: "postgres", pool: { query } as unknown as pg.Pool },
    "held",
    200,
  );
  const other = makeLimiter({ kind: "postgres", pool }, "held", 200);
  assert.equal((await slow.consume("user:1", 150)).allowed, true);
  const batch = slow.consume("user:1", 100);
  await counted.promise;
  assert.equal((await other.consume("user:1", 1)).allowed, false, "while it is counted");
  between.resolve();
  assert.equal((await batch).allowed, false);
  await sleep(1_100);
  assert.equal((await other.consume("user:1", 1)).allowed, true);
});

test("a Redis that goes away is logged once, however often it is looked for, and once more when it is back", {
  skip: NO_REDIS,
}, async () => {
  const { url, signal, start } = await startRedis();
  const lines: string[] = [];
  const add = (_: unknown, message: string) => void lines.push(message);
  const store = await reachRedis(url, "http://localhost", { info: add, warn: add });
  assert.ok(store.kind === "redis");
  // It was looked for while it started.
  lines.length = 0;
  let looks = 0;
  store.redis.on("reconnecting", () => looks++);
  signal("SIGKILL");
  await waitFor("several looks", async () => looks > 4);
  start();
  await waitFor("Redis is back", async () => lines.includes("Redis is back"));
  assert.deepEqual(lines, ["Redis is away", "Redis is back"]);
});

test("a window and a wait that a clock which was ahead began are over once it is right", async (t) => {
  const { pool } = await makeWorld();
  for (const store of await everyStore()) {
    if (store.kind === "memory") continue;
    const full = makeLimiter(store, "ahead", 2);
    await full.consume("user:1", 2);
    if (store.kind === "redis") await store.redis.pexpire("ahead:user:1", 2.6e9);
    else await pool.query("update rate_limits set window_ends = window_ends + interval '20 days'");
    // Another process, which has not seen that it is full.
    const { allowed, remaining, resets_at } = await makeLimiter(store, "ahead", 2).consume(
      "user:1",
      1,
    );
    assert.deepEqual([allowed, remaining], [true, 1], store.kind);
    assert.ok(resets_at.getTime() <= Date.now() + 60_100, store.kind);
  }
  const delay = makeDelay(pool, "slow");
  for (let failed = 0; failed < 14; failed++) await delay.consume("user:1", 1);
  assert.equal((await delay.consume("user:1", 1)).allowed, false);
  await pool.query(
    "update rate_limits set window_ends = window_ends + interval '30 days', free_at = free_at + interval '30 days'",
  );
  assert.equal((await delay.consume("user:1", 1)).allowed, true);
  for (let failed = 0; failed < 14; failed++) await delay.consume("user:1", 1);
  assert.equal((await delay.consume("user:1", 1)).allowed, false, "it begins from the beginning");

  const limiter = makeLimiter({ kind: "postgres", pool }, "in-process", 1);
  const ahead = t.mock.method(
    Date,
    "now",
    () => performance.timeOrigin + performance.now() + 8.64e7,
  );
  await limiter.consume("user:1", 1);
  ahead.mock.restore();
  await pool.query("delete from rate_limits");
  await sleep(1_100);
  assert.equal(
    (await limiter.consume("user:1", 1)).allowed,
    true,
    "looked at again after a second",
  );
});
