import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { addModel, addPrompt, putTask } from "../../../../test/kit/facts.ts";
import { countTasks, makeTrouble } from "../../../../test/kit/failing-provider.ts";
import { makePriced } from "../../../../test/kit/priced-provider.ts";
import { makeWorld } from "../../../../test/kit/world.ts";
import { runCaptures } from "../planning/run-captures.ts";
import { getRun } from "./get-run.ts";
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
  const unanswered = async () => (await run(getRun, world.context(), { run_id })).unanswered;
  assert.equal(await unanswered(), 0);
  await world.pool.query("update answers set status = 'refused'");
  assert.equal(await unanswered(), 1, "came back, and is no answer");
  const neighbour = await world.neighbour();
  const foreign = { code: "NOT_FOUND" };
  await assert.rejects(run(listRunTasks, neighbour.context(), { run_id }), foreign);
  await assert.rejects(run(getRunModels, neighbour.context(), { run_id }), foreign);
});

test("what failed and was asked again says so, waiting or answered, wherever it is counted; it stays in what failed", async () => {
  const { world, state, work, advance } = await makeTrouble({ prompts: 2 });
  const { data } = await run(listRuns, world.context(), {});
  const run_id = data[0]?.id ?? "";
  state.reply = { status: 400, body: '{"error": {"message": "Not this question."}}' };
  await work();
  await work();
  const list = async (more = {}) =>
    (await run(listRunTasks, world.context(), { run_id, ...more })).data;
  const counts = async (asked = 2) => {
    const { failed, asked_again, errors, questions } = await run(getRun, world.context(), {
      run_id,
    });
    assert.equal(questions, asked);
    const { models } = await run(getRunModels, world.context(), { run_id });
    const [error] = errors;
    assert.equal(error?.failed, failed - asked_again, "each question once");
    came_back = error.came_back;
    return [failed, asked_again, error?.asked_again, models[0]?.asked_again];
  };
  let came_back = 0;
  const states = async () =>
    (await list({ status: "failed" })).map(({ asked_again }) => asked_again);
  assert.deepEqual(
    [await states(), await counts()],
    [
      [null, null],
      [2, 0, 0, 0],
    ],
  );
  const [first, second] = await list();
  const again = async (prompt_id = "") => {
    advance(1);
    await run(runCaptures, world.context(), { prompt_ids: [prompt_id] });
  };
  await again(first?.prompt_id);
  assert.deepEqual(
    [await states(), await counts()],
    [
      [null, "waiting"],
      [2, 1, 1, 1],
    ],
  );
  const [, , last] = await list();
  assert.deepEqual([last?.prompt_id, last?.status], [first?.prompt_id, "failed"], "behind others");
  assert.deepEqual(
    (await list({ prompt_id: second?.prompt_id })).map(({ status }) => status),
    ["failed"],
  );
  await work();
  assert.deepEqual(
    [await states(), await counts()],
    [
      [null, null, "failed"],
      [3, 1, 1, 1],
    ],
    "failed again: still two questions",
  );
  assert.equal(came_back, 0);
  state.reply = null;
  await again(first?.prompt_id);
  await work();
  assert.deepEqual(
    [await states(), await counts()],
    [
      [null, "answered", "answered"],
      [3, 2, 2, 2],
    ],
  );
  assert.equal(came_back, 1, "asked twice more, it is one question");
  await again(first?.prompt_id);
  await work();
  const more = await run(getRun, world.context(), { run_id });
  assert.deepEqual([more.questions, more.done], [3, 2], "asked once more after it came back");
  // Asked again on another day, as answers of that day.
  advance(86_400);
  await again(second?.prompt_id);
  assert.deepEqual((await counts(3)).slice(0, 2), [3, 3]);
});

test("samples that are asked at once are questions of their own, however often one is tried; a repeat that is tried again is one", async () => {
  const { world, state, work, advance } = await makeTrouble({ prompts: 1 });
  const fail = (status: number) => {
    state.reply = { status, body: '{"error": {"message": "Not now."}}' };
  };
  const read = async () => {
    const { data } = await run(listRuns, world.context(), {});
    const { questions, failed, asked_again, done } = data[0] ?? assert.fail("no run");
    return [questions, failed, asked_again, done];
  };
  advance(1);
  await run(runCaptures, world.context(), { samples: 2 });
  fail(400);
  await work();
  fail(500);
  advance(1);
  await work();
  assert.deepEqual(await countTasks(world), { failed: 1, queued: 1 });
  assert.deepEqual(await read(), [2, 1, 0, 0], "waits to be tried again");
  state.reply = null;
  advance(60);
  await work();
  assert.deepEqual(await read(), [2, 1, 0, 1]);

  advance(1);
  await run(runCaptures, world.context(), {});
  fail(500);
  await work();
  assert.deepEqual(await read(), [2, 1, 1, 1], "a repeat, which waits to be tried again");
  state.reply = null;
  advance(60);
  await work();
  assert.deepEqual(await read(), [2, 1, 1, 2]);
  // What was another question when it was asked is asked again, too, where it fails.
  for (const questions of [3, 3]) {
    fail(400);
    advance(1);
    await run(runCaptures, world.context(), {});
    await work();
    assert.equal((await read())[0], questions);
  }
});

test("a repeat that was never asked repeats nothing, in runs and in reports", async () => {
  const { world, state, work, advance } = await makeTrouble({ prompts: 1 });
  state.reply = { status: 400, body: '{"error": {"message": "Not now."}}' };
  await work();
  const again = async () => {
    advance(1);
    await run(runCaptures, world.context(), {});
  };
  const read = async () => {
    const { data } = await run(listRuns, world.context(), {});
    const range = { date_from: "2026-03-02", date_to: "2026-03-02" };
    const { body } = await world.rest("POST", "/reports/models", range);
    return [data[0]?.questions, body.data[0]?.without_reply ?? 0];
  };
  await again();
  assert.deepEqual(await read(), [1, 0], "waits");
  for (const status of ["cancelled", "skipped_budget"]) {
    await world.pool.query(
      `update capture_tasks set status = '${status}', finished_at = run_after, error_kind = 'budget', error = 'No.'
       where project_id = $1 and is_repeat`,
      [world.project.project_id],
    );
    assert.deepEqual(await read(), [2, 1], status);
  }
  await again();
  assert.deepEqual(await read(), [2, 0], "asked again after all");
  for (const daily_cap_usd of [0, null]) {
    await world.rest("PATCH", "/budget", { daily_cap_usd, monthly_cap_usd: null });
  }
  assert.deepEqual(await countTasks(world), { failed: 1, queued: 2 });
  assert.deepEqual(await read(), [2, 0], "what a cap had left out is another question by now");
});

test("of samples that failed as many are asked again as were, on their day or a later one", async () => {
  const { world, state, work, advance } = await makeTrouble({ prompts: 1 });
  const [first] = (await run(listRuns, world.context(), {})).data;
  const run_id = first?.id ?? "";
  const ask = async (samples = 1) => {
    advance(1);
    await run(runCaptures, world.context(), { samples });
  };
  const read = async () => {
    const { questions, failed, asked_again, errors, done } = await run(getRun, world.context(), {
      run_id,
    });
    const [error] = errors;
    assert.equal(error?.failed, failed - asked_again);
    const { body } = await world.rest("POST", "/reports/models", {
      ...{ date_from: "2026-03-02", date_to: "2026-03-02" },
    });
    return [questions, done, error?.failed, error?.came_back, body.data[0]?.without_reply];
  };
  state.reply = { status: 400, body: '{"error": {"message": "Not now."}}' };
  await ask(4);
  for (let sample = 0; sample < 4; sample++) await work();
  assert.deepEqual(await read(), [4, 0, 4, 0, 4]);
  await ask();
  assert.deepEqual(await read(), [4, 0, 3, 0, 3], "one waits");
  await work();
  assert.deepEqual(await read(), [4, 0, 4, 0, 4], "and failed again");
  state.reply = null;
  await ask(2);
  await work();
  assert.deepEqual(await read(), [4, 1, 2, 1, 2], "one came back, one waits");
  await work();
  assert.deepEqual(await read(), [4, 2, 2, 2, 2]);
  advance(86_400);
  await ask();
  await work();
  assert.deepEqual(await read(), [4, 2, 1, 3, 2], "as an answer of the next day");
});

test("what each assistant of a run cost adds up to what the run cost", async () => {
  const price = { input: 20, output: 100, search: 0, answer: 0.001 };
  const priced = { provider: "openai", model: "gpt-6-sol", price } as const;
  const { world, state, work } = await makePriced({ ...priced, prompts: 3 });
  state.usage = { input_tokens: 5_000, output_tokens: 1_000 };
  await work();
  const [day] = (await run(listRuns, world.context(), {})).data;
  const run_id = day?.id ?? "";
  const { models } = await run(getRunModels, world.context(), { run_id });
  const costs = models.map(({ cost_usd }) => cost_usd);
  assert.deepEqual(costs, [0.603]);
  assert.equal((await run(getRun, world.context(), { run_id })).cost_usd, 0.603);
});

test("a run says when its next question is due, until one is being asked", async () => {
  const { world, askOpen } = await makeTrouble({ prompts: 2 });
  await world.pool.query("update capture_tasks set run_after = $2 where project_id = $1", [
    world.project.project_id,
    "2026-03-02T20:00:00Z",
  ]);
  const due = async () => (await run(listRuns, world.context(), {})).data[0]?.next_due_at;
  assert.equal(await due(), "2026-03-02T20:00:00Z");
  const open = await askOpen();
  assert.equal(await due(), null);
  await open.end();
  assert.equal(await due(), "2026-03-02T20:00:00Z");
});

test("a run tells what went wrong with each of its models, however many there are", async () => {
  const world = await makeWorld();
  const { db, project } = world;
  const prompt_id = await addPrompt(db, project.project_id, { text: "Which?" });
  const day = "2026-03-05";
  for (let at = 0; at < 25; at++) {
    const model_id = await addModel(db, project.project_id, `model-${at}`);
    await putTask(db, project.project_id, { day, model_id, prompt_id });
  }
  const { data } = await run(listRuns, world.context(), {});
  assert.deepEqual([data[0]?.failed, data[0]?.errors.length], [25, 25]);
});
