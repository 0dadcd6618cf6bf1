import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../test/kit/world.ts";
import { makeLimiter } from "./limiter.ts";

test("two processes that share PostgreSQL let exactly the limit pass, of 500 at once", async () => {
  const { pool } = await makeWorld();
  const processes = [1, 2].map(() => makeLimiter({ kind: "postgres", pool }, "exact", 200));
  const taken = await Promise.all(
    Array.from({ length: 500 }, (_, index) => processes[index % 2]?.consume("project:1", 1)),
  );
  assert.equal(taken.filter((one) => one?.allowed).length, 200);
});

test("points taken together that do not fit spend nothing, in memory and in PostgreSQL", async () => {
  const { pool } = await makeWorld();
  for (const store of [{ kind: "memory" }, { kind: "postgres", pool }] as const) {
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
  const { pool } = await makeWorld();
  for (const store of [{ kind: "memory" }, { kind: "postgres", pool }] as const) {
    const limiter = makeLimiter(store, "given-back", 5);
    const taken = await Promise.all(Array.from({ length: 8 }, () => limiter.consume("user:1", 1)));
    const allowed = taken.filter((one) => one.allowed);
    assert.equal(allowed.length, 5, store.kind);
    for (const _ of allowed) await limiter.consume("user:1", -1);
    const { allowed: again, remaining } = await limiter.consume("user:1", 1);
    assert.deepEqual([again, remaining], [true, 1], `${store.kind}: the three refused ones count`);
  }
});
