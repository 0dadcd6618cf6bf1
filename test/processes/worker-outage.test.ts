import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makePool } from "#adapters/database/pool.ts";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import { startServer, urlOf } from "../kit/real-server.ts";
import { waitFor, waitForLock } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

const AWAY_MS = 6_000;

test("a worker whose database goes away says so once, and once when it is back", async () => {
  const world = await makeWorld();
  const server = await startServer(world, { WORKER: "on" });
  const { database } = world.pool.options;
  const admin = makePool({ url: urlOf(world, "postgres") }, { size: 1 });
  const linesOf = () => (server.output().match(/^\{.*\}$/gm) ?? []).map((line) => JSON.parse(line));
  const logged = () =>
    linesOf()
      .filter(({ level, msg }) => level >= 40 || /^the database/.test(msg))
      .map(({ msg }) => msg);
  // A job is running then, which can neither end nor be noted as failed.
  const blocker = await world.pool.connect();
  await blocker.query("begin");
  await blocker.query("lock table suggestions in access exclusive mode");
  await world.base
    .queueOn(world.db)
    .add({ name: "suggest", attempts: 3, work: "project" }, world.project);
  await waitForLock(world.pool);
  try {
    await admin.query(`alter database ${database} with allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      database,
    ]);
    await waitFor("a word of it", () => logged().length > 0);
    await sleep(AWAY_MS);
    assert.deepEqual(logged(), ["the database is away"]);
  } finally {
    blocker.release(true);
    await admin.query(`alter database ${database} with allow_connections true`);
    await admin.end();
  }
  await waitFor("a word of the return", () => logged().length > 1);
  assert.deepEqual(logged(), ["the database is away", "the database is back"]);
  const done = linesOf().filter(({ msg }) => msg === "job").length;
  await world.base.queueOn(world.db).add(SWEEP_IDENTITY, {});
  const jobs = () => linesOf().filter(({ msg }) => msg === "job").length;
  await waitFor("another job", () => jobs() > done);
});
