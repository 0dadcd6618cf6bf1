import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { countTasks, makeTrouble } from "../../../../test/kit/failing-provider.ts";
import { getRunModels } from "./get-run-models.ts";
import { listRunTasks } from "./list-run-tasks.ts";
import { listRuns } from "./list-runs.ts";

test("a run opens to its questions: each with its state, why, when and its answer, paged and by state and model", async () => {
  const { world, state, work } = await makeTrouble({ prompts: 5 });
  const { data } = await run(listRuns, world.context(), {});
  const run_id = data[0]?.id ?? "";
  const list = (more = {}) => run(listRunTasks, world.context(), { run_id, ...more });
  await work();
  state.reply = { status: 401, body: '{"error": {"message": "No such key."}}' };
  await work();
  assert.deepEqual(await countTasks(world), { done: 1, queued: 4 });
  const all = await list();
  assert.equal(all.total_count, 5);
  assert.deepEqual(
    all.data.map(({ status }) => status),
    ["queued", "queued", "queued", "queued", "done"],
  );
  for (const { says, due_at, chat_id } of all.data.slice(0, 4)) {
    assert.deepEqual([says, due_at, chat_id], ["HTTP 401: No such key.", null, null]);
  }
  const [answered] = (await list({ status: "done", model_id: "mdl_simulated-a" })).data;
  const { body } = await world.rest("GET", `/chats/${answered?.chat_id}`);
  assert.equal(body.prompt_id, answered?.prompt_id);
  assert.equal(body.sample, answered?.chat_sample, "one numbering");
  assert.deepEqual([answered?.chat_status, all.data[0]?.chat_status], ["answered", null]);
  assert.equal((await list({ model_id: "mdl_other" })).total_count, 0);
  const pages = [await list({ limit: 3 }), await list({ limit: 3, offset: 3 })];
  assert.deepEqual(
    pages.flatMap((page) => page.data),
    all.data,
  );
  const { models } = await run(getRunModels, world.context(), { run_id });
  const [model, ...others] = models;
  assert.deepEqual(
    [model?.model_id, model?.done, model?.queued, others],
    ["mdl_simulated-a", 1, 4, []],
  );
  const neighbour = await world.neighbour();
  const foreign = { code: "NOT_FOUND" };
  await assert.rejects(run(listRunTasks, neighbour.context(), { run_id }), foreign);
  await assert.rejects(run(getRunModels, neighbour.context(), { run_id }), foreign);
});
