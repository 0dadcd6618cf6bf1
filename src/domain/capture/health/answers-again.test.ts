import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { makeTrouble, readTarget } from "../../../../test/kit/failing-provider.ts";
import { waitFor } from "../../../../test/kit/wait-for.ts";
import { tryTarget } from "../targets/try-target.ts";
import { updateTarget } from "../targets/update-target.ts";
import { watchHealth } from "./check-health.ts";
import { listHealth } from "./list-health.ts";

const model_id = "mdl_simulated-a";
const REFUSED = { status: 401, body: '{"error": {"message": "No such key."}}' };

/** A project whose one assistant's key is refused; one question waits. */
async function refuseKey() {
  const trouble = await makeTrouble({ prompts: 1 });
  const { world, state, work, advance } = trouble;
  const wrong = async () => (await run(listHealth, world.context(), {})).data;
  state.reply = REFUSED;
  await work();
  await world.runJobs();
  const [problem] = await wrong();
  assert.deepEqual(
    [problem?.label, problem?.waiting, problem?.said],
    ["Key refused", 1, "HTTP 401: No such key."],
  );
  advance(5);
  const saveKey = () => run(updateTarget, world.context(), { model_id, api_key: "sk-good" });
  const probe = () => run(tryTarget, world.context(), { model_id });
  const check = async () => {
    await watchHealth.handler(jobContext(world), {});
    await world.runJobs();
  };
  return { ...trouble, wrong, saveKey, probe, check };
}

test("a test that is answered ends a refused key at once, has its questions asked and tells that it is over", async () => {
  const { world, state, wrong, probe, work } = await refuseKey();
  state.reply = null;
  await probe();
  assert.deepEqual(await wrong(), []);
  const { paused_until, failing_since, last_error, last_success_at } = await readTarget(world);
  assert.deepEqual([paused_until, failing_since, last_error], [null, null, null]);
  assert.ok(last_success_at);
  await world.runJobs();
  const { rows } = await world.pool.query("select from health_problems where project_id = $1", [
    world.project.project_id,
  ]);
  assert.equal(rows.length, 0, "looked at again at once, which tells webhooks");
  assert.equal(await work(), false, "a minute after it was refused");
});

test("after a new key is saved it is not tested yet, also when it is looked at again, until an answer comes", async () => {
  const { state, wrong, saveKey, check, work, advance } = await refuseKey();
  await saveKey();
  for (const _ of [1, 2]) {
    const [problem, ...more] = await wrong();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [problem?.label, problem?.message, problem?.said],
      ["Not tested yet", "A new key was saved, and it has not answered since.", null],
    );
    assert.match(problem?.todo ?? "", /Questions that wait are asked within a minute/);
    await check();
  }
  state.reply = null;
  advance(60);
  await work();
  assert.deepEqual(await wrong(), []);
});

test("a new key that is refused, too, is told as refused: by its test, and by the plan", async () => {
  const { wrong, saveKey, probe, check, work, advance } = await refuseKey();
  await saveKey();
  await probe();
  for (const _ of [1, 2]) {
    const [problem] = await wrong();
    assert.deepEqual([problem?.label, problem?.said], ["Key refused", "HTTP 401: No such key."]);
    await check();
  }
  await saveKey();
  advance(60);
  await work();
  await check();
  assert.deepEqual(
    (await wrong()).map(({ label }) => label),
    ["Key refused"],
  );
});

test("a test with a key that was changed meanwhile tells nothing of the new one", async () => {
  const { state, wrong, saveKey, probe } = await refuseKey();
  state.reply = null;
  let open = () => {};
  state.gate = new Promise((resolve) => {
    open = resolve;
  });
  const before = state.asked;
  const tested = probe();
  await waitFor("the question", () => state.asked > before);
  await saveKey();
  open();
  await tested;
  assert.deepEqual(
    (await wrong()).map(({ label }) => label),
    ["Not tested yet"],
  );
});
