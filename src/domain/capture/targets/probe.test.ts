import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { makeTrouble, readTarget } from "../../../../test/kit/failing-provider.ts";
import { listTargetsForUser } from "./list-targets.ts";
import { tryTarget } from "./try-target.ts";
import { updateTarget } from "./update-target.ts";

const model_id = "mdl_simulated-a";

/** A provider that refuses these parts, one in each answer, as providers do. */
const refuse = (parts: string[]) => (body: unknown) => {
  const sent = JSON.stringify(body);
  const part = parts.find((one) => sent.includes(`"${one}"`));
  const error = { message: `${part} is not supported for this model.` };
  return part ? { status: 400, body: JSON.stringify({ error }) } : null;
};

async function setUp() {
  const { world, state } = await makeTrouble({ prompts: 1 });
  const probed = async () => (await run(listTargetsForUser, world.context(), {})).data[0]?.probe;
  const probe = async () => {
    const before = state.asked;
    await run(tryTarget, world.context(), { model_id });
    return { ...(await probed()), calls: state.asked - before };
  };
  return { world, state, probe, probed };
}

test("a test tells what a model takes with one answered question, and keeps it with its day", async () => {
  const { state, probe, probed } = await setUp();
  assert.equal(await probed(), null);
  const all = await probe();
  assert.deepEqual(
    [all.calls, all.is_working, all.search, all.search_ran, all.location, all.left_out],
    [1, true, "forced", true, "taken", []],
  );
  assert.equal(all.tested_at, "2026-03-02T20:00:00.000Z");
  assert((all.source_count ?? 0) > 0);
  state.reply = refuse(["user_location", "tool_choice", "max_output_tokens"]);
  const less = await probe();
  assert.deepEqual([less.calls, less.search, less.location], [4, "chosen", "refused"]);
  assert.deepEqual(less.left_out?.sort(), ["max_output_tokens", "tool_choice", "user_location"]);
});

test("a test sends again what was refused before, and forgets what is taken now; another country's place stays", async () => {
  const { world, state, probe } = await setUp();
  state.reply = refuse(["tool_choice"]);
  await probe();
  const fr = { said: "no", since: "2026-03-01T10:00:00Z" };
  await world.pool.query(
    "update capture_targets set refusals = refusals || $2::jsonb where project_id = $1",
    [world.project.project_id, JSON.stringify({ "user_location FR": fr })],
  );
  state.reply = null;
  const again = await probe();
  assert.deepEqual([again.calls, again.search, again.left_out], [1, "forced", []]);
  assert.deepEqual((await readTarget(world)).refusals, { "user_location FR": fr });
});

test("a test that fails keeps why, and what was refused before; other settings forget the test", async () => {
  const { world, state, probe, probed } = await setUp();
  state.reply = refuse(["tool_choice"]);
  await probe();
  state.reply = { status: 401, body: JSON.stringify({ error: { message: "No such key." } }) };
  const failed = await probe();
  assert.deepEqual(
    [failed.is_working, failed.message, failed.search],
    [false, "HTTP 401: No such key.", null],
  );
  assert.deepEqual(Object.keys((await readTarget(world)).refusals), ["tool_choice"]);
  await run(updateTarget, world.context(), { model_id, name: "Renamed", samples_per_day: 2 });
  assert.equal((await probed())?.is_working, false);
  await run(updateTarget, world.context(), { model_id, parameters: { search: "auto" } });
  assert.equal(await probed(), null);
});
