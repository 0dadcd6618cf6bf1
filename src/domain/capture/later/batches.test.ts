import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateCost } from "#adapters/engines/prices/estimate-cost.ts";
import { run } from "#core/run.ts";
import {
  answerOf,
  HALF_MICROS,
  type Line,
  makeBatchWorld,
} from "../../../../test/kit/batch-world.ts";
import { toMicros } from "../capture-task.ts";
import { createTarget } from "../targets/create-target.ts";
import { SETTLE_SECONDS } from "./submission-queries.ts";

test("all that a model is asked on a day goes in one batch, and comes in any order at half the price", async () => {
  const { state, statuses, tasks, books, drain, advance, query } = await makeBatchWorld(5);
  state.status = "in_progress";
  await drain();
  assert.deepEqual([state.batches.length, state.batches[0]?.lines.length], [1, 5]);
  assert.deepEqual(await statuses(), Array(5).fill("submitted"));
  advance(3_600);
  await drain();
  state.status = "completed";
  // In any order, one of them twice, one line cut in the middle of a write.
  state.write = (lines) => {
    const [first, ...others] = lines.map(answerOf);
    return [...others.toReversed(), first ?? {}, first ?? {}, { custom_id: "unknown" }];
  };
  advance(3_600);
  await drain();
  assert.deepEqual(await statuses(), Array(5).fill("done"));
  const { spent, held, answers, open } = await books();
  assert.deepEqual([spent, held, answers, open], [5 * HALF_MICROS, 0, 5, 0]);
  assert.ok((await tasks()).every(({ cost }) => cost === HALF_MICROS));
  const matched = await query(
    `select a.answer_id from answers a join capture_tasks t using (project_id, answer_id)
     join prompts p on p.project_id = t.project_id and p.prompt_id = t.prompt_id
     where a.project_id = $1 and a.answer = 'Acme. ' || p.text`,
  );
  assert.equal(matched.length, 5, "each answer is its question's");
});

test("each line of a batch fares alone: answered, refused, failed, or left out", async () => {
  const { state, tasks, drain, advance } = await makeBatchWorld(4);
  state.write = ([one, two, three]) => {
    const failed = { custom_id: three?.custom_id, response: null };
    return [
      one ? answerOf(one) : {},
      {
        custom_id: two?.custom_id,
        response: { status_code: 400, body: { error: { message: "input is too long" } } },
        error: null,
      },
      { ...failed, error: { code: "server_error", message: "try later" } },
    ];
  };
  await drain();
  advance(10);
  await drain();
  assert.deepEqual(
    (await tasks()).map(({ status, error, cost }) => [status, error, cost > 0]),
    [
      ["done", null, true],
      ["failed", "In the batch: input is too long", false],
      ["queued", "In the batch: try later", false],
      ["queued", "The request to OpenAI came back without this answer.", true],
    ],
  );
});

test("a search that cannot be forced is refused line by line, and asked again without being forced", async () => {
  const { state, statuses, drain, advance, query } = await makeBatchWorld(2);
  const message = "tool_choice: 'required' is not supported with this model.";
  const refuse = ({ custom_id }: Line) => ({
    custom_id,
    response: { status_code: 400, body: { error: { message } } },
    error: null,
  });
  state.write = (lines) =>
    lines.map((line) => (JSON.stringify(line).includes("tool_choice") ? refuse : answerOf)(line));
  await drain();
  advance(10);
  await drain();
  assert.deepEqual(await statuses(), ["queued", "queued"]);
  advance(90);
  await drain();
  advance(90);
  await drain();
  assert.deepEqual(await statuses(), ["done", "done"]);
  const asked = await query(
    "select distinct search_asked, asked_without from answers where project_id = $1",
  );
  assert.deepEqual(asked, [{ search_asked: "chosen", asked_without: ["tool_choice"] }]);
});

test("an empty batch is told and paid as if it were answered; one that expired costs nothing", async () => {
  const empty = await makeBatchWorld(2);
  empty.state.write = () => [];
  await empty.drain();
  empty.advance(10);
  await empty.drain();
  for (const { error, cost } of await empty.tasks()) {
    assert.deepEqual([error, cost > 0], ["The request to OpenAI came back empty.", true]);
  }
  const late = await makeBatchWorld(2);
  late.state.status = "expired";
  late.state.write = ([one]) => (one ? [answerOf(one)] : []);
  await late.drain();
  late.advance(10);
  await late.drain();
  assert.deepEqual(
    (await late.tasks()).map(({ status, error, cost }) => [status, error, cost > 0]),
    [
      ["done", null, true],
      ["queued", "The batch at OpenAI ended as expired.", false],
    ],
  );
});

test("a batch whose receipt was lost is found by its name, and not sent twice", async () => {
  const { state, statuses, books, drain, advance } = await makeBatchWorld(3);
  state.breaks = ({ response }) => {
    state.breaks = null;
    response.destroy();
    return true;
  };
  await drain();
  assert.deepEqual(await statuses(), Array(3).fill("running"));
  advance(SETTLE_SECONDS);
  await drain();
  advance(60);
  await drain();
  assert.deepEqual([await statuses(), state.batches.length], [Array(3).fill("done"), 1]);
  assert.equal((await books()).spent, 3 * HALF_MICROS);
});

test("a batch that was never taken is put back, and sent again", async () => {
  const { state, statuses, books, drain, advance } = await makeBatchWorld(3);
  state.breaks = ({ response }) => {
    state.breaks = null;
    state.batches.pop();
    response.destroy();
    return true;
  };
  await drain();
  advance(SETTLE_SECONDS);
  await drain();
  advance(60);
  await drain();
  assert.deepEqual([await statuses(), state.batches.length], [Array(3).fill("done"), 1]);
  const { spent, held } = await books();
  assert.deepEqual([spent, held], [3 * HALF_MICROS, 0]);
});

test("a cap holds for a batch: what does not fit waits for it, and is asked with what it left", async () => {
  const { world, state, statuses, books, drain, advance } = await makeBatchWorld(6);
  // The first at what is set aside for one, the next at five times that: nothing is known of the model yet.
  const cap = Math.floor(6.5 * 2 * toMicros(estimateCost("openai", "gpt-5.4")?.usd ?? 0));
  await world.pool.query("insert into capture_budgets values ($1, $2, null)", [
    world.project.project_id,
    cap,
  ]);
  await world.pool.query("update capture_tasks set run_after = '-infinity'");
  state.status = "in_progress";
  await drain();
  assert.equal(state.batches[0]?.lines.length, 2);
  const { spent, held } = await books();
  assert.ok(spent + held <= cap, `${spent} and ${held}`);
  state.status = "completed";
  for (let round = 0; round < 20; round++) {
    advance(120);
    await drain();
  }
  assert.deepEqual(await statuses(), Array(6).fill("done"));
  const after = await books();
  assert.deepEqual([after.spent, after.held], [6 * HALF_MICROS, 0]);
  assert.ok(after.spent <= cap);
});

test("batches are refused where a provider takes none", async () => {
  const { world } = await makeBatchWorld(1);
  const given = { provider: "xai", name: "Grok", requested_model: "grok-4.7", api_key: "k" };
  const made = run(createTarget, world.context(), { ...given, parameters: { batch: true } });
  await assert.rejects(made, { message: "parameters: xAI takes no batches" });
});

test("an empty batch is one failure of its model, however many questions it held", async () => {
  const { state, statuses, drain, advance, query } = await makeBatchWorld(8);
  state.write = () => [];
  await drain();
  advance(10);
  await drain();
  assert.deepEqual(new Set(await statuses()), new Set(["queued"]));
  assert.deepEqual(
    await query("select failure_streak, paused_until from capture_targets where project_id = $1"),
    [{ failure_streak: 1, paused_until: null }],
  );
});

test("an answer to a question that is another one meanwhile is booked at what it cost", async () => {
  const { drain, advance, query, tasks } = await makeBatchWorld(1);
  await drain();
  await query("update prompts set text = 'Another one?' where project_id = $1");
  advance(10);
  await drain();
  const [late] = await tasks();
  assert.deepEqual([late?.status, late?.cost], ["cancelled", HALF_MICROS]);
});
