import assert from "node:assert/strict";
import { test } from "node:test";
import { betweenStatements } from "../../../../test/kit/between-statements.ts";
import {
  countTasks,
  makeTrouble,
  queryProject as query,
  readMoney,
} from "../../../../test/kit/failing-provider.ts";
import { askPaid } from "../budget/ask-paid.ts";
import { LEASE_SECONDS } from "../capture-task.ts";

test("an answer of a worker that was taken for dead is stored, unless its question was asked again meanwhile", async () => {
  const { world, work, advance, askOpen } = await makeTrouble({ prompts: 1 });
  const turn = (status: string) =>
    query(world, `update projects set status = '${status}' where project_id = $1`);
  const { end } = await askOpen();
  const { held } = await readMoney(world);
  advance(LEASE_SECONDS + 1);
  // Nothing is asked just now, so the question only waits.
  await turn("paused");
  await work();
  assert.deepEqual(await countTasks(world), { queued: 1 });
  await end();
  assert.deepEqual(await countTasks(world), { done: 1 });
  assert.equal((await query(world, "select from answers where project_id = $1")).length, 1);
  const money = await readMoney(world);
  assert.deepEqual(
    money,
    { spent: held, held: 0, tasks: held },
    "counted once, as it was set aside",
  );
  await turn("active");
  assert.equal(await work(), false);
});

test("an answer that comes while its question is asked again is dropped, and paid for", async () => {
  const { world, work, advance, askOpen } = await makeTrouble({ prompts: 1 });
  const { end } = await askOpen();
  advance(LEASE_SECONDS + 1);
  while (await work());
  assert.deepEqual(await countTasks(world), { done: 1 });
  const before = await readMoney(world);
  await end();
  assert.deepEqual(await readMoney(world), before);
  assert.equal((await query(world, "select from answers where project_id = $1")).length, 1);
});

test("what a question outside the schedule cost is counted though the database goes away as its answer comes", async () => {
  const { world } = await makeTrouble({ prompts: 1 });
  const { project } = world;
  const [model] = await query(world, "select model_id from models where project_id = $1");
  const context = world.context();
  const db = betweenStatements(world.db, "set reserved_micros = reserved_micros -", (time) =>
    time === 1
      ? Promise.reject(Object.assign(new Error("the server closes"), { code: "57P01" }))
      : Promise.resolve(),
  );
  const asked = { usage: { cost_usd: 0.5 } } as never;
  const paid = await askPaid(
    { ...context, db },
    { ...project, day: "2026-03-02", ...model, typical_usd: 0.1, costliest_micros: 0 },
    () => Promise.resolve(asked),
  );
  assert.deepEqual(paid, { captured: asked });
  const { spent, held } = await readMoney(world);
  assert.deepEqual([spent, held], [500_000, 0]);
});
