import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { markDirty } from "#domain/sums/dirty-days.ts";
import { startFrozenProxy } from "../kit/frozen-proxy.ts";
import { nodeOf } from "../kit/node-of.ts";
import { startServer } from "../kit/real-server.ts";
import { isCluster } from "../kit/test-database.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld, type World } from "../kit/world.ts";

const onCluster = { skip: isCluster ? false : "TEST_DATABASE_URL names no cluster" };
const MARCH = { date_from: "2026-03-01", date_to: "2026-03-31" };
/** What nobody waits longer for, on a machine that is busy; a statement may take a minute. */
const LONG_MS = 25_000;
const SOON_MS = 5_000;

/** Calls a server as a project, and how long that took. */
const callOf = (origin: string) => {
  const call = async ({ key }: World, method: string, path: string, body?: unknown) => {
    const isText = typeof body === "string";
    const type = isText ? "application/x-ndjson" : "application/json";
    const began = performance.now();
    const answer = await fetch(`${origin}/api/v1${path}`, {
      ...{
        method,
        headers: { "x-api-key": key, ...(body !== undefined && { "content-type": type }) },
      },
      ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
    });
    const said = await answer.json();
    return { status: answer.status, body: said, ms: performance.now() - began };
  };
  let stored = 0;
  const store = (of: World) =>
    call(
      of,
      "POST",
      "/chats/import",
      JSON.stringify({
        ...{ captured_at: "2026-03-01T06:00:00Z", prompt: `Kettle ${++stored}?`, model: "ChatGPT" },
        answer: "Acme is good, says https://kettles.example/best.",
      }),
    );
  const report = (of: World) => call(of, "POST", "/reports/brands", MARCH);
  return { call, store, report };
};

test(
  "while a server hangs, projects on the others are served and nobody waits for ever; its own go on when it does",
  onCluster,
  async (t) => {
    const world = await makeWorld();
    const { pool, db } = world;
    const node = await nodeOf(world);
    const there = [world];
    const beside: World[] = [];
    while (there.length < 3 || beside.length < 2) {
      const one = await world.neighbour();
      ((await nodeOf(one)).nodeid === node.nodeid ? there : beside).push(one);
    }
    const proxy = await startFrozenProxy({ host: node.nodename, port: node.nodeport });
    const move = "update pg_dist_node set nodename = $2, nodeport = $3 where nodeid = $1";
    await pool.query(move, [node.nodeid, "127.0.0.1", proxy.port]);
    t.after(() => pool.query(move, [node.nodeid, node.nodename, node.nodeport]));
    const { origin, output, stop } = await startServer(world, { LOG_LEVEL: "info", WORKER: "on" });
    const { call, store, report } = callOf(origin);
    const ready = async () => (await fetch(`${origin}/readyz`)).status;
    for (const one of [...there, ...beside]) assert.equal((await store(one)).status, 200);

    proxy.freeze();
    try {
      // More than there are connections.
      const waiting = there.flatMap((one) =>
        Array.from({ length: 6 }, () => [
          report(one),
          store(one),
          call(one, "GET", "/chats"),
        ]).flat(),
      );
      const served: { status: number; ms: number; what: string }[] = [];
      const readiness: number[] = [];
      const serve = async (one: World) => {
        const note = async (what: string, asked: ReturnType<typeof call>) => {
          const { status, ms } = await asked;
          served.push({ what, status, ms });
        };
        for (const end = Date.now() + LONG_MS; Date.now() < end; await sleep(100)) {
          await note("topics", call(one, "GET", "/topics"));
          await note("import", store(one));
          await note("report", report(one));
          await note("answers", call(one, "GET", "/chats"));
          readiness.push(await ready());
        }
      };
      await Promise.all(beside.map(serve));
      const slowest = served.toSorted((a, b) => b.ms - a.ms)[0];
      t.diagnostic(`${served.length} calls of the others, the slowest ${JSON.stringify(slowest)}`);
      assert.deepEqual(
        served.filter(({ status }) => status !== 200),
        [],
      );
      assert.ok((slowest?.ms ?? Infinity) < LONG_MS, JSON.stringify(slowest));
      assert.deepEqual([...new Set(readiness)], [200]);
      const lost = await Promise.all(waiting);
      t.diagnostic(`of those that waited the longest ${Math.max(...lost.map(({ ms }) => ms))} ms`);
      // 429: too much of that project waited already.
      assert.deepEqual(
        lost.filter(({ status }) => status !== 503 && status !== 429),
        [],
      );
      assert.ok(lost.every(({ ms }) => ms < LONG_MS));

      // What is refused holds nothing up and leaves nothing behind on the coordinator.
      const backends = async () =>
        (await pool.query("select from pg_stat_activity where datname = current_database()"))
          .rowCount;
      const before = await backends();
      for (const one of there) {
        for (const asked of [report(one), store(one), call(one, "GET", "/chats")]) {
          const { status, ms } = await asked;
          assert.equal(status, 503);
          assert.ok(ms < SOON_MS, `refused after ${ms} ms`);
        }
        assert.equal((await call(one, "GET", "/topics")).status, 200);
      }
      assert.ok(((await backends()) ?? 0) <= (before ?? 0) + 2);

      // Jobs of the others are done: answers are read again, and days summed.
      const [other] = beside as [World, ...World[]];
      // Settings can be changed, unless who has them waits.
      const changed = await call(there[1] as World, "POST", "/brands", { name: "Other" });
      assert.ok([201, 503].includes(changed.status));
      assert.equal((await call(other, "POST", "/brands", { name: "Other" })).status, 201);
      await markDirty(db, other.project, ["2026-03-01"]);
      await waitFor("brands of others are read again", async () => {
        const { body } = await call(other, "GET", "/brands");
        return body.data.every(({ status }: { status: string }) => status === "ready");
      });
      await waitFor("days of others are summed", async () => {
        const { project_id } = other.project;
        const left = "select from rollup_dirty where project_id = $1";
        return (await pool.query(left, [project_id])).rowCount === 0;
      });
      assert.match(output(), /a server of the cluster does not answer/);
    } catch (error) {
      t.diagnostic(output().slice(-4_000));
      throw error;
    } finally {
      proxy.thaw();
    }

    await waitFor("its own projects are served", async () => (await report(world)).status === 200);
    for (const one of there) {
      assert.equal((await store(one)).status, 200);
      const { status, body } = await report(one);
      assert.equal(status, 200);
      // What was stored before, after, and perhaps some that were not acknowledged.
      assert.ok(body.population.answers >= 2, JSON.stringify(body.population));
    }
    await waitFor("brands that were added meanwhile are read", async () => {
      const { body } = await call(there[1] as World, "GET", "/brands");
      return body.data.every(({ status }: { status: string }) => status === "ready");
    });
    assert.equal(await stop(), 0);
  },
);
