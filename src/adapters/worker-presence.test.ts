import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type pg from "pg";
import { urlOf } from "../../test/kit/real-server.ts";
import { testLog } from "../../test/kit/secret-trail.ts";
import { waitFor } from "../../test/kit/wait-for.ts";
import { makeWorld } from "../../test/kit/world.ts";
import { makePool } from "./database/pool.ts";
import { enterWorkers, removeDead } from "./worker-presence.ts";

/** A world, and another process's pool on its database. */
async function twoProcesses() {
  const world = await makeWorld();
  const other = makePool({ url: urlOf(world) }, { size: 3 });
  /** A job that a worker has locked, as long ago as given. */
  const lockJob = async (worker_id: string, seconds_ago: number) => {
    const { rows } = await world.pool.query(
      "select id from graphile_worker.add_job('sweep_identity', '{}')",
    );
    await world.pool.query(
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - make_interval(secs => $3)
       where id = $1`,
      [rows[0].id, worker_id, seconds_ago],
    );
  };
  const locked = async () => {
    const { rows } = await world.pool.query(
      "select locked_by from graphile_worker._private_jobs where locked_by is not null order by 1",
    );
    return rows.map(({ locked_by }) => locked_by);
  };
  return { world, other, lockJob, locked };
}

test("the jobs of a process that died are free at once, those of one that lives stay its own", async () => {
  const { world, other, lockJob, locked } = await twoProcesses();
  const living = await enterWorkers(world.pool, testLog);
  const dying = await enterWorkers(other, testLog);
  living.nameWorkers(["worker-living"]);
  dying.nameWorkers(["worker-dying"]);
  const number = dying.process_id();
  await lockJob("worker-living", 3_600);
  await lockJob("worker-dying", 1);
  while (
    (await world.pool.query("select from worker_processes where worker_ids = '{}'")).rows.length
  ) {
    // Naming a worker is not waited for by those who name it.
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.deepEqual(await removeDead(world.db), []);
  assert.deepEqual(await locked(), ["worker-dying", "worker-living"]);
  await dying.leave();
  assert.deepEqual(await removeDead(world.db), [number]);
  assert.deepEqual(await removeDead(world.db), []);
  assert.deepEqual(await locked(), ["worker-living"]);
  await living.leave();
  await other.end();
});

test("a lock that no process owns is kept for a minute, then freed", async () => {
  const { world, other, lockJob, locked } = await twoProcesses();
  await world.pool.query("delete from graphile_worker._private_jobs");
  await world.pool.query("delete from worker_processes");
  await lockJob("worker-just-made", 30);
  await lockJob("worker-of-long-ago", 61);
  await removeDead(world.db);
  assert.deepEqual(await locked(), ["worker-just-made"]);
  await other.end();
});

test("a process whose connection breaks counts as dead, and enters again under another number", async () => {
  const { world, other } = await twoProcesses();
  const presence = await enterWorkers(other, testLog);
  const number = presence.process_id();
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and objid = $1::oid and objsubid = 2`,
    [number],
  );
  const dead: number[] = [];
  while (presence.process_id() === number || presence.process_id() === null) {
    dead.push(...(await removeDead(world.db)));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.deepEqual(dead, [number]);
  assert.deepEqual(await removeDead(world.db), []);
  await presence.leave();
  await other.end();
});

test("a process whose connection broke is itself again where nobody took it for dead", async () => {
  const { world, other } = await twoProcesses();
  await removeDead(world.db);
  const presence = await enterWorkers(other, testLog);
  const number = presence.process_id();
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and objid = $1::oid and objsubid = 2`,
    [number],
  );
  await waitFor("its connection to break", () => presence.process_id() === null);
  await waitFor("another one", () => presence.process_id() !== null);
  assert.equal(presence.process_id(), number, "what it asks is still its own");
  assert.deepEqual(await removeDead(world.db), []);
  await presence.leave();
  assert.deepEqual(await removeDead(world.db), [number]);
  await other.end();
});

test("a process that names its workers while it enters again is known by their new names", async () => {
  const { world, other, lockJob, locked } = await twoProcesses();
  const named = async () => {
    const { rows } = await world.pool.query("select worker_ids from worker_processes");
    return rows.flatMap(({ worker_ids }) => worker_ids);
  };
  await removeDead(world.db);
  const presence = await enterWorkers(other, testLog);
  presence.nameWorkers(["worker-old"]);
  await waitFor("its first name", async () => (await named()).includes("worker-old"));
  const connect = other.connect.bind(other);
  const asked = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  other.connect = (async () => {
    asked.resolve();
    await open.promise;
    return connect();
  }) as typeof other.connect;
  await world.pool.query(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and objid = $1::oid and objsubid = 2`,
    [presence.process_id()],
  );
  await asked.promise;
  presence.nameWorkers(["worker-new"]);
  open.resolve();
  await waitFor("its new name", async () => (await named()).includes("worker-new"));
  await lockJob("worker-new", 61);
  await removeDead(world.db);
  assert.ok((await locked()).includes("worker-new"), "its job is its own");
  await presence.leave();
  await other.end();
});

test("names that were not written are written with the next look", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const { world, other } = await twoProcesses();
  const presence = await enterWorkers(other, testLog);
  const named = async () => {
    const { rows } = await world.pool.query(
      "select worker_ids from worker_processes where process_id = $1",
      [presence.process_id()],
    );
    return rows[0].worker_ids.includes("worker");
  };
  presence.nameWorkers(["worker"]);
  await waitFor("its name", named);
  await world.pool.query("update worker_processes set worker_ids = '{}'");
  t.mock.timers.tick(15_000);
  await waitFor("its name again", named);
  await presence.leave();
  await other.end();
});

test("a process keeps its seat while the database takes no changes, and its number with a connection that may make them", async () => {
  const { world, other } = await twoProcesses();
  await removeDead(world.db);
  const opened = once(other, "connect");
  const said: string[] = [];
  const warn = (_: unknown, message: string) => void said.push(message);
  const presence = await enterWorkers(other, { ...testLog, warn });
  const number = presence.process_id();
  const [seat] = (await opened) as pg.PoolClient[];
  const admin = makePool({ url: urlOf(world, "postgres") }, { size: 1 });
  const setReadOnly = (value: "on" | "off") =>
    admin.query(
      `alter database ${world.pool.options.database} set default_transaction_read_only = ${value}`,
    );
  try {
    await setReadOnly("on");
    await seat?.query("set default_transaction_read_only = on");
    for (const tries of [1, 2]) {
      presence.nameWorkers([`worker-${tries}`]);
      await waitFor("a try", () => said.length === tries);
    }
    assert.deepEqual([presence.process_id(), ...new Set(said)], [number, "worker not named"]);
  } finally {
    await setReadOnly("off");
    await admin.end();
  }
  presence.nameWorkers(["worker-3"]);
  await waitFor("another connection", () => presence.process_id() === null);
  await waitFor("its seat", () => presence.process_id() === number);
  await presence.leave();
  await other.end();
});

test("a lost job whose key was given to another meanwhile is gone: that one does its work", async () => {
  const { world, other } = await twoProcesses();
  const add = () =>
    world.pool.query(
      "select graphile_worker.add_job('sweep_identity', '{}', job_key := 'one', max_attempts := 10)",
    );
  await world.pool.query("delete from worker_processes; delete from graphile_worker._private_jobs");
  const dying = await enterWorkers(other, testLog);
  dying.nameWorkers(["worker-dying"]);
  await add();
  await world.pool.query(
    "update graphile_worker._private_jobs set locked_by = 'worker-dying', locked_at = now(), attempts = 1",
  );
  await waitFor("it is named", async () => {
    const { rows } = await world.pool.query("select worker_ids from worker_processes");
    return rows[0]?.worker_ids[0] === "worker-dying";
  });
  await add();
  await dying.leave();
  await removeDead(world.db);
  const { rows } = await world.pool.query(
    "select key, attempts from graphile_worker._private_jobs",
  );
  assert.deepEqual(rows, [{ key: "one", attempts: 0 }]);
  await other.end();
});
