import assert from "node:assert/strict";
import { after, test } from "node:test";
import { planCaptures } from "#domain/capture/planning/plan-captures.ts";
import { fillCaptureProject } from "../kit/capture-project.ts";
import { jobContext } from "../kit/event-checks.ts";
import { startProviderServer } from "../kit/provider-server.ts";
import { startServer } from "../kit/real-server.ts";
import { waitFor } from "../kit/wait-for.ts";
import { makeWorld } from "../kit/world.ts";

test("a server that stops waits neither for a slow answer nor a long job; both are left to others", async () => {
  // Late in the day: what is planned for it is due.
  const world = await makeWorld({
    now: () => new Date(`${new Date().toISOString().slice(0, 10)}T23:59:00Z`),
  });
  const { pool, project } = world;
  let asked = () => {};
  const underWay = new Promise<void>((resolve) => (asked = resolve));
  const provider = await startProviderServer(() => asked());
  after(() => provider.close());
  const base_url = `${provider.base_url}/v1`;
  const server = { base_url, requests: () => 0, close: provider.close };
  await fillCaptureProject(world, { server, prompts: 1, models: 1 });
  await planCaptures.handler(jobContext(world), {});
  await pool.query("update capture_tasks set run_after = now(), asked_at = now()");
  const blocker = await pool.connect();
  await blocker.query("begin");
  await blocker.query("lock table suggestions in access exclusive mode");
  await world.base
    .queueOn(world.db)
    .add({ name: "suggest", attempts: 3, work: "project" }, project);
  const locked = async () => {
    const { rows } = await pool.query(
      `select j.locked_by from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'suggest'`,
    );
    return rows.map(({ locked_by }) => locked_by !== null);
  };
  const started = await startServer(world);
  await underWay;
  await waitFor("a running job", async () => (await locked()).includes(true));
  assert.equal(await started.stop(), 0);
  const held = await locked();
  await blocker.query("rollback");
  blocker.release();
  assert.deepEqual(held, [false]);
  const { rows } = await pool.query(
    "select status, worker, cost_micros::int > 0 as is_charged, reserved_micros::int from capture_tasks",
  );
  assert.deepEqual(rows, [
    { status: "queued", worker: null, is_charged: true, reserved_micros: 0 },
  ]);
  assert.equal((await pool.query("select from worker_processes")).rows.length, 0);
});
