import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import { loginOf, startServer } from "../kit/real-server.ts";
import { startSilentProxy } from "../kit/silent-proxy.ts";
import { makeWorld } from "../kit/world.ts";

/** The time-out of statements; the real one takes a minute. */
const TIMEOUT_SECONDS = "2";
const BACK_MS = 90_000;

test("connections that go silent are given up: calls and jobs work again, readiness tells the truth", async (t) => {
  const world = await makeWorld();
  const { host = "", port = 0, database } = world.pool.options;
  const proxy = await startSilentProxy(
    host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port },
  );
  const server = await startServer(world, {
    DATABASE_URL: `postgresql://${loginOf(world)}@127.0.0.1:${proxy.port}/${database}`,
    DATABASE_TIMEOUT_SECONDS: TIMEOUT_SECONDS,
    WORKER: "on",
  });
  const call = async () => {
    const answer = await fetch(`${server.origin}/api/v1/brands`, {
      headers: { "x-api-key": world.key },
    });
    return answer.status;
  };
  const isReady = async () => (await fetch(`${server.origin}/readyz`)).ok;
  const callMany = () => Promise.all(Array.from({ length: 30 }, call));
  const jobsDone = () => server.output().match(/"msg":"job"/g)?.length ?? 0;

  assert.deepEqual(new Set(await callMany()), new Set([200]));
  assert.equal(await isReady(), true);
  const swallowed = proxy.silence();
  assert.ok(swallowed > 5, `${swallowed} connections were open`);
  const began = Date.now();
  const lost = callMany();
  assert.equal(await isReady(), false, "not ready while nothing answers");
  await world.base.queueOn(world.db).add(SWEEP_IDENTITY, {});
  const done = jobsDone();

  const deadline = began + BACK_MS;
  const waitFor = async (what: string, isSo: () => Promise<boolean> | boolean) => {
    while (!(await isSo())) {
      assert.ok(Date.now() < deadline, `${what}: ${server.output().slice(-3_000)}`);
      await sleep(100);
    }
    t.diagnostic(`${what} after ${((Date.now() - began) / 1_000).toFixed(1)} s`);
  };
  await waitFor("ready", isReady);
  await waitFor("calls work", async () => (await call()) === 200);
  assert.ok((await lost).every((status) => [200, 503].includes(status)));
  assert.deepEqual(new Set(await callMany()), new Set([200]));
  await waitFor("jobs are worked on", () => jobsDone() > done);
});
