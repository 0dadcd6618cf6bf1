import assert from "node:assert/strict";
import { test } from "node:test";
import { countTasks, makeTrouble, readTarget } from "../../../../test/kit/failing-provider.ts";

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
  state.reply = null;
  await work();
  assert.deepEqual(await countTasks(world), { done: 1 });
});
