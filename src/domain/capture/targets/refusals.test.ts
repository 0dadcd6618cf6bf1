import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { getChat } from "#domain/answers/lists/get-chat.ts";
import { listChats } from "#domain/answers/lists/list-chats.ts";
import {
  countTasks,
  makeTrouble,
  queryProject as query,
  readTarget,
} from "../../../../test/kit/failing-provider.ts";
import { listTargetsForUser } from "./list-targets.ts";
import { listRefused } from "./refusals.ts";
import { tryTarget } from "./try-target.ts";
import { updateTarget } from "./update-target.ts";

const SAID = 'tool_choice: type "tool" and "any" are not supported for this model.';
const model_id = "mdl_simulated-a";
const refuseForced = (body: unknown) =>
  Reflect.get(body as object, "tool_choice")
    ? { status: 400, body: JSON.stringify({ error: { message: SAID } }) }
    : null;

test("a refused forced search is asked by choice at once, remembered, told, and forgotten with other settings", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 3 });
  state.reply = refuseForced;
  await work();
  await work();
  assert.equal(state.asked, 3, "refused once, answered twice");
  assert.deepEqual(await countTasks(world), { done: 2, queued: 1 });
  const { data } = await run(listTargetsForUser, world.context(), {});
  const [left_out] = data[0]?.left_out ?? [];
  assert.deepEqual([left_out?.part, left_out?.said], ["tool_choice", `HTTP 400: ${SAID}`]);
  assert.equal(data[0]?.last_error, null);
  const chats = await run(listChats, world.context(), { date_from: "2026-03-01" });
  for (const { id } of chats.data) {
    const chat = await run(getChat, world.context(), { chat_id: id });
    assert.deepEqual([chat.search_asked, chat.asked_without], ["chosen", ["tool_choice"]]);
  }
  await run(updateTarget, world.context(), { model_id, parameters: { search: "auto" } });
  assert.deepEqual((await readTarget(world)).refusals, {});
  state.reply = null;
  await work();
  const [answer] = await query(
    world,
    `select search_asked, asked_without, search_tool, effort, country_asked
     from answers where project_id = $1 order by answer_id desc limit 1`,
  );
  assert.deepEqual(answer, {
    ...{ search_asked: "chosen", asked_without: null, search_tool: "web_search" },
    ...{ effort: "default", country_asked: "told" },
  });
});

test("what was refused is remembered where the answer without it comes half-written, too", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 2 });
  state.reply = (body) => refuseForced(body) ?? { status: 200, body: '{"content": [' };
  await work();
  assert.equal(state.asked, 2, "refused, then answered by half");
  assert.deepEqual(Object.keys((await readTarget(world)).refusals), ["tool_choice"]);
  state.reply = refuseForced;
  await work();
  assert.equal(state.asked, 3, "not refused again");
});

test("a test finds out what is refused, for the questions after it; changed settings meanwhile keep nothing", async () => {
  const { world, state, work, askOpen } = await makeTrouble({ prompts: 2 });
  state.reply = refuseForced;
  const open = await askOpen();
  await run(updateTarget, world.context(), { model_id, requested_model: "simulated-b" });
  await open.end();
  assert.deepEqual((await readTarget(world)).refusals, {}, "another model was asked");
  const tried = await run(tryTarget, world.context(), { model_id });
  assert.deepEqual([tried.search_asked, tried.asked_without], ["chosen", ["tool_choice"]]);
  const { asked } = state;
  await work();
  assert.equal(state.asked, asked + 1);
});

test("what was refused is tried again after a week", () => {
  const refusals = { thinking: { said: "no", since: "2026-03-02T10:00:00.000Z" } };
  const at = (time: string) => listRefused(refusals, new Date(time)).length;
  assert.deepEqual([at("2026-03-09T09:00:00Z"), at("2026-03-09T11:00:00Z")], [1, 0]);
});
