import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makePool } from "#adapters/database/pool.ts";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const AWAY_MS = 6_000;
const BACK_MS = 60_000;

test("a worker whose database goes away says so once, and once when it is back", async () => {
  const world = await makeWorld();
  const server = await startServer(world, { WORKER: "on" });
  const { host = "", port = 0, user = "", database } = world.pool.options;
  const admin = makePool({ host, port, user, database: "postgres" }, { size: 1 });
  const linesOf = () => (server.output().match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line));
  const told = () =>
    linesOf()
      .filter(({ level, msg }) => level >= 40 || /^the database/.test(msg))
      .map(({ msg }) => msg);
  // A job is under way then, which can neither end nor be noted as failed.
  const blocker = await world.pool.connect();
  await blocker.query("begin");
  await blocker.query("lock table suggestions in access exclusive mode");
  await world.base.queueOn(world.db).add({ name: "suggest", attempts: 3 }, world.project);
  const waits = async () =>
    (
      await admin.query(
        "select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'",
        [database],
      )
    ).rows;
  while ((await waits()).length === 0) await sleep(20);
  try {
    await admin.query(`alter database ${database} with allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      database,
    ]);
    const deadline = Date.now() + BACK_MS;
    while (told().length === 0 && Date.now() < deadline) await sleep(100);
    await sleep(AWAY_MS);
    assert.deepEqual(told(), ["the database is away"]);
  } finally {
    blocker.release(true);
    await admin.query(`alter database ${database} with allow_connections true`);
    await admin.end();
  }
  const deadline = Date.now() + BACK_MS;
  while (told().length < 2 && Date.now() < deadline) await sleep(100);
  assert.deepEqual(told(), ["the database is away", "the database is back"]);
  const done = linesOf().filter(({ msg }) => msg === "job").length;
  await world.base.queueOn(world.db).add(SWEEP_IDENTITY, {});
  while (linesOf().filter(({ msg }) => msg === "job").length === done) {
    assert.ok(Date.now() < deadline, `jobs are worked on again: ${server.output().slice(-3_000)}`);
    await sleep(100);
  }
});
