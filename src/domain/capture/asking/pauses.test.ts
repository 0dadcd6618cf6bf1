import assert from "node:assert/strict";
import { test } from "node:test";
import { makeVault } from "#adapters/vault.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import {
  countTasks,
  makeTrouble,
  queryProject,
  readTarget,
} from "../../../../test/kit/failing-provider.ts";
import { LEASE_SECONDS } from "../capture-task.ts";
import { claimTask } from "./claim-task.ts";

test("refused questions make no pause longer, and a model that refuses five in a row is reported", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 40 });
  state.reply = { status: 400 };
  for (let count = 0; count < 4; count++) await work();
  assert.equal((await readTarget(world)).failing_since, null);
  for (let count = 4; count < 29; count++) await work();
  assert.ok((await readTarget(world)).failing_since, "whoever looks after it has to know");
  state.reply = { status: 503 };
  await work();
  assert.equal((await readTarget(world)).paused_until, null, "one failure is none in a row");
  for (let count = 0; count < 3; count++) await work();
  state.reply = { status: 400 };
  await work();
  assert.equal((await readTarget(world)).paused_until, null);
  state.reply = { status: 503 };
  await work();
  const { paused_until } = await readTarget(world);
  assert.equal((Date.parse(paused_until) - Date.parse("2026-03-02T20:00:00Z")) / 1000, 900);
});

test("a model that is out of money keeps its questions for when it can be asked again", async () => {
  const { world, state, advance, work } = await makeTrouble({ prompts: 1 });
  const body = JSON.stringify({ error: { code: "insufficient_quota" } });
  state.reply = { status: 429, body };
  for (let hour = 0; hour < 9; hour++) {
    await work();
    advance(3_700);
  }
  assert.deepEqual([state.asked, await countTasks(world)], [9, { queued: 1 }]);
  const { paused_until } = await readTarget(world);
  state.reply = { status: 503 };
  await work();
  assert.deepEqual(await countTasks(world), { queued: 1 }, "none of its tries is used up");
  const since = await readTarget(world);
  assert.equal(since.paused_until, paused_until, "one failure after them is none in a row");
  advance(3_700);
  state.reply = null;
  await work();
  assert.deepEqual(await countTasks(world), { done: 1 });
});

test("a question that waits long for its model's key is not given up when its worker dies", async () => {
  const { world, state, advance, work, plan } = await makeTrouble({ prompts: 1 });
  const { project_id } = world.project;
  const seal = (api_key: Buffer) =>
    world.pool.query("update capture_targets set api_key = $2 where project_id = $1", [
      project_id,
      api_key,
    ]);
  // As after a start with a new ENCRYPTION_KEY and without the one before.
  await seal(makeVault(["another"]).seal("key-0123456789abcdef"));
  for (let time = 0; time < 7; time++) {
    assert.equal(await work(), true);
    advance(301);
  }
  const [waiting] = await queryProject(world, TASKS);
  assert.deepEqual([waiting.status, waiting.attempts, state.asked], ["queued", 0, 0]);
  assert.match(waiting.error, /sealed with another ENCRYPTION_KEY/);
  await queryProject(world, "update projects set schedule_weekdays = '{7}' where project_id = $1");
  await plan();
  assert.deepEqual(await queryProject(world, TASKS), [waiting], "it was begun, so it stays");
  await seal(world.base.vault.seal("key-0123456789abcdef"));
  assert.equal((await claimTask(jobContext(world))).kind, "ask");
  advance(LEASE_SECONDS + 1);
  await work();
  assert.deepEqual(await countTasks(world), { done: 1 });
});

const TASKS = "select status, attempts, error, run_after from capture_tasks where project_id = $1";
