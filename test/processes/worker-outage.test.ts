import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makePool } from "#adapters/database/pool.ts";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import { startProcess } from "../kit/own-process.ts";
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

test("a database that takes no changes is told in a line; what only reads is answered, and all goes on after it", async () => {
  const world = await makeWorld();
  const server = await startServer(world, { WORKER: "on" });
  const { database } = world.pool.options;
  const admin = makePool({ url: urlOf(world, "postgres") }, { size: 1 });
  const setReadOnly = async (value: "on" | "off") => {
    await admin.query(`alter database ${database} set default_transaction_read_only = ${value}`);
  };
  const reconnect = () =>
    admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      database,
    ]);
  const logged = () =>
    (server.output().match(/^\{.*\}$/gm) ?? [])
      .map((line) => JSON.parse(line))
      .filter(({ level, msg }) => level >= 40 || /^the database/.test(msg))
      .map(({ msg }) => msg);
  const headers = { "x-api-key": world.key, "content-type": "application/json" };
  const read = async () => (await fetch(`${server.origin}/api/v1/brands`, { headers })).status;
  const write = (name: string) =>
    fetch(`${server.origin}/api/v1/topics`, {
      method: "POST",
      headers,
      body: JSON.stringify({ name }),
    });
  const ready = async () => (await fetch(`${server.origin}/readyz`)).status;
  try {
    await setReadOnly("on");
    await reconnect();
    await waitFor("a word of it", () => logged().length > 0);
    await sleep(AWAY_MS);
    assert.deepEqual(logged(), ["the database takes no changes"]);
    assert.equal(await read(), 200);
    const refused = await write("Refused");
    assert.equal(refused.status, 503);
    assert.match(await refused.text(), /takes no changes: see its disk/);
    assert.equal(await ready(), 200, "what is read is answered");
    const words = ["src/commands/earshot.ts", "doctor"];
    const doctor = await startProcess(words, { DATABASE_URL: urlOf(world) }).ended;
    assert.match(doctor.output, /^PROBLEM {2}Database: it takes no changes/m);
  } finally {
    await setReadOnly("off");
    await admin.end();
  }
  // Connections that were opened meanwhile stay as they were.
  await waitFor("a word of the return", () => logged().includes("the database is back"));
  await waitFor("changes", async () => (await write("Taken")).status === 201);
  const jobs = () => (server.output().match(/"msg":"job"/g) ?? []).length;
  const done = jobs();
  await world.base.queueOn(world.db).add(SWEEP_IDENTITY, {});
  await waitFor("another job", () => jobs() > done);
});
