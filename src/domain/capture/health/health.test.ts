import assert from "node:assert/strict";
import { after, test } from "node:test";
import { run } from "#core/run.ts";
import { insertPrompts } from "#domain/prompts/prompt-queries.ts";
import { jobContext, watch } from "../../../../test/kit/event-checks.ts";
import { startProviderServer } from "../../../../test/kit/provider-server.ts";
import { workOnce } from "../asking/capture-worker.ts";
import { setBudget } from "../budget/set-budget.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { insertTarget } from "../targets/target-queries.ts";
import { updateTarget } from "../targets/update-target.ts";
import { askCanaries, CANARY_QUESTION } from "./ask-canaries.ts";
import { watchHealth } from "./check-health.ts";
import { listHealth } from "./list-health.ts";

const MODEL = "mdl_assistant";
const WORDS = "Good boots are light and dry. ";

/** A provider on loopback in the shape of OpenAI's responses, to be changed as it is asked. */
async function startChanging() {
  const state = {
    ...{ status: 200, error: "Incorrect API key provided: sk-abcdefgh12345678" },
    ...{ model: "model-1", searches: true, words: 20, asked: [] as string[] },
  };
  const provider = await startProviderServer((response, { body }) => {
    const { input } = body as { input: string };
    state.asked.push(input);
    const { status, model, searches, error } = state;
    const json = { "content-type": "application/json" };
    if (status !== 200) {
      return void response
        .writeHead(status, json)
        .end(JSON.stringify({ error: { message: error } }));
    }
    // Answers differ a little in length, as real ones do.
    const text = WORDS.repeat(state.words) + "Truly. ".repeat(state.asked.length % 3);
    const search = {
      ...{ type: "web_search_call", id: "ws", status: "completed" },
      action: {
        type: "search",
        query: "boots",
        sources: [{ type: "url", url: "https://a.example/" }],
      },
    };
    const message = {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text, annotations: [] }],
    };
    const output = searches ? [search, message] : [message];
    const usage = { input_tokens: 100, output_tokens: 100 };
    response
      .writeHead(200, json)
      .end(JSON.stringify({ id: "r", model, status: "completed", output, usage }));
  });
  after(() => provider.close());
  return { state, base_url: `${provider.base_url}/v1` };
}

/** A project whose one assistant is asked `prompts` questions a day, by its day and by its nights. */
async function makeAssistant(prompts: number) {
  const { world, clock, sent } = await watch();
  const { state, base_url } = await startChanging();
  await world.pool.query("update projects set status = 'paused' where project_id <> $1", [
    world.project.project_id,
  ]);
  const texts = Array.from({ length: prompts }, (_, n) => ({
    ...{ text: `Which boots are best for walk ${n}?`, country_code: "US", language_code: "en" },
    is_branded: false,
    brand_ids: [],
  }));
  if (prompts > 0) await insertPrompts(world.db, world.project, texts);
  await insertTarget(world.db, world.project, {
    ...{ slug: "assistant", name: "Assistant", provider: "openai", surface: "api" },
    supports: { search_queries: true, retrieved: true, cited: true, location: true },
    ...{ requested_model: "model", base_url, parameters: {} },
    ...{ api_key: world.base.vault.seal("sk-abcdefgh12345678"), api_key_hint: "…5678" },
    ...{ samples_per_day: 1, concurrency: 8, requests_per_minute: null },
    price: null,
  });
  const context = jobContext(world);
  /** One day from 9 to 9: the plan is asked, then the night comes. */
  const live = async () => {
    await planCaptures.handler(context, {});
    clock.advance(4 * 3600);
    for (let n = 0; n < 60 && (await workOnce(context)); n++);
    await world.runJobs();
    clock.advance(14 * 3600);
    await askCanaries.handler(context, {});
    await watchHealth.handler(context, {});
    await world.runJobs();
    clock.advance(6 * 3600);
  };
  const lives = async (count: number) => {
    for (let n = 0; n < count; n++) await live();
  };
  const wrong = async () => {
    const { data } = await run(listHealth, world.context(), {});
    return data;
  };
  const told = async () =>
    (await sent())
      .filter(({ type }) => type === "assistant.health_changed")
      .map(({ data }) => `${data.problem} ${data.state}`);
  return { world, clock, state, lives, wrong, told, sent };
}
const problems = (found: { problem: string }[]) => found.map(({ problem }) => problem);

test("an assistant that the plan asks is asked nothing beside; its real answers tell", async () => {
  const { state, lives, wrong, world } = await makeAssistant(3);
  await lives(3);
  assert.ok(!state.asked.includes(CANARY_QUESTION));
  assert.equal(state.asked.length, 9);
  assert.deepEqual(await wrong(), []);
  const { rows } = await world.pool.query("select from canaries where project_id = $1", [
    world.project.project_id,
  ]);
  assert.equal(rows.length, 0);
});

test("a canary question is asked once a night, is paid from the budget, and is no answer", async () => {
  const { state, lives, world } = await makeAssistant(0);
  await lives(2);
  await askCanaries.handler(jobContext(world), {});
  await Promise.all([world.runJobs(), world.runJobs()]);
  assert.deepEqual(state.asked, [CANARY_QUESTION, CANARY_QUESTION]);
  const count = async (table: string) =>
    (
      await world.pool.query(`select * from ${table} where project_id = $1`, [
        world.project.project_id,
      ])
    ).rows;
  assert.deepEqual(
    [await count("answers"), await count("capture_tasks"), await count("mentions")],
    [[], [], []],
  );
  const [canary] = await count("canaries");
  const { status, served_model, search_ran, source_count } = canary;
  assert.deepEqual(
    [status, served_model, search_ran, source_count],
    ["answered", "model-1", true, 1],
  );
  assert.ok(canary.answer_bytes >= WORDS.length * 20 && canary.latency_ms >= 0);
  const ledger = await count("capture_ledger");
  assert.ok(
    ledger.every(({ spent_micros, reserved_micros }) => spent_micros > 0 && reserved_micros === 0),
  );
  const { body } = await world.rest("POST", "/reports/brands", {
    date_from: "2026-03-01",
    date_to: "2026-03-31",
  });
  assert.equal(body.population.answers, 0);
  await run(setBudget, world.context(), { daily_cap_usd: 0, monthly_cap_usd: null });
  await lives(1);
  assert.equal(state.asked.length, 2, "a full budget");
  assert.equal((await count("canaries")).at(-1)?.status, "skipped_budget");
});

test("who is asked in batches is asked the canary question at once; switched off, it is asked none", async () => {
  const { state, lives, world } = await makeAssistant(0);
  await run(updateTarget, world.context(), { model_id: MODEL, parameters: { batch: true } });
  await lives(1);
  assert.deepEqual(state.asked, [CANARY_QUESTION]);
  const saved = await run(updateTarget, world.context(), { model_id: MODEL, has_canary: false });
  assert.equal(saved.has_canary, false);
  await lives(2);
  assert.equal(state.asked.length, 1);
});

test("canary questions are kept for 90 days", async () => {
  const { lives, world, clock } = await makeAssistant(0);
  await lives(1);
  clock.advance(91 * 86_400);
  await askCanaries.handler(jobContext(world), {});
  const { rows } = await world.pool.query("select day from canaries where project_id = $1", [
    world.project.project_id,
  ]);
  assert.deepEqual(rows, []);
});

test("a refused key is told at once with the provider's words and what waits; a canary finds out that it is mended", async () => {
  const { state, lives, wrong, told, sent } = await makeAssistant(4);
  await lives(1);
  state.status = 401;
  await lives(1);
  const [problem, ...more] = await wrong();
  assert.deepEqual(more, []);
  assert(problem);
  assert.deepEqual(
    [problem.problem, problem.is_down, problem.waiting, problem.resumes_at],
    ["key_refused", true, 4, null],
  );
  assert.equal(problem.model_id, MODEL);
  assert.equal(problem.said, "HTTP 401: Incorrect API key provided: [redacted]");
  await lives(2);
  assert.deepEqual(await told(), ["key_refused started"], "once");
  state.status = 200;
  await lives(1);
  assert.equal(
    state.asked.at(-1),
    CANARY_QUESTION,
    "nothing else asks one that is paused until it is mended",
  );
  assert.deepEqual(await wrong(), []);
  assert.deepEqual(await told(), ["key_refused started", "key_refused ended"]);
  const last = (await sent()).findLast(({ type }) => type === "assistant.health_changed");
  assert.deepEqual([last.data.message, last.data.todo], ["It answers again.", null]);
});

test("saved settings do not end a trouble; an answer does", async () => {
  const { state, lives, wrong, world } = await makeAssistant(6);
  await lives(1);
  state.status = 503;
  state.error = "Overloaded.";
  await lives(1);
  assert.deepEqual(problems(await wrong()), ["stopped_answering"]);
  await run(updateTarget, world.context(), { model_id: MODEL, samples_per_day: 1 });
  await watchHealth.handler(jobContext(world), {});
  await world.runJobs();
  assert.deepEqual(problems(await wrong()), ["stopped_answering"]);
  state.status = 200;
  await lives(1);
  assert.deepEqual(await wrong(), []);
});

test("another version, no more searches and short answers are told after days of it, and when they are over", async () => {
  const { state, lives, wrong, told } = await makeAssistant(12);
  await lives(9);
  assert.deepEqual(await wrong(), []);
  Object.assign(state, { model: "model-2", searches: false, words: 8 });
  await lives(1);
  assert.deepEqual(await wrong(), [], "one day");
  await lives(3);
  const found = await wrong();
  assert.deepEqual(problems(found), ["search_stopped", "answers_shrank", "model_changed"]);
  assert.deepEqual(
    found.map(({ message }) => message.replaceAll(/\d+\s%/g, "N %")),
    [
      "Of 36 new answers it searched for 0, before for N %.",
      "Its answers are N % shorter than before.",
      "It answers with model-2, before with model-1.",
    ],
  );
  assert.ok(found.every(({ since, is_down }) => since.startsWith("2026-03-11") && !is_down));
  Object.assign(state, { model: "model-1", searches: true, words: 20 });
  await lives(4);
  assert.deepEqual(await wrong(), []);
  const events = await told();
  for (const problem of problems(found)) {
    const mine = events.filter((event) => event.startsWith(problem));
    assert.deepEqual(mine, [`${problem} started`, `${problem} ended`]);
  }
});

test("canaries alone tell an assistant that stops answering, and that it answers again", async () => {
  const { state, lives, wrong, told } = await makeAssistant(0);
  await lives(2);
  state.status = 500;
  state.error = "Oops.";
  await lives(2);
  assert.deepEqual(await wrong(), [], "two bad nights");
  await lives(1);
  assert.deepEqual(problems(await wrong()), ["stopped_answering"]);
  state.status = 200;
  await lives(1);
  assert.deepEqual(await told(), ["stopped_answering started", "stopped_answering ended"]);
});

test("a budget that is used up names what it left out, until there is room; one that is switched off is not told of", async () => {
  const { lives, wrong, told, world } = await makeAssistant(5);
  await run(setBudget, world.context(), { daily_cap_usd: 0, monthly_cap_usd: null });
  const context = jobContext(world);
  await planCaptures.handler(context, {});
  await lives(0);
  for (let n = 0; n < 20; n++) {
    await world.pool.query(
      "update capture_tasks set run_after = '2026-03-02T08:00:00Z' where project_id = $1",
      [world.project.project_id],
    );
    if (!(await workOnce(context))) break;
  }
  await world.runJobs();
  const [problem] = await wrong();
  assert.deepEqual([problem?.problem, problem?.waiting], ["budget_used_up", 5]);
  assert.equal(problem?.message, "The daily budget leaves no room for it.");
  await run(updateTarget, world.context(), { model_id: MODEL, is_active: false });
  assert.deepEqual(
    await run(listHealth, world.context(), {}).then(({ data }) => data),
    [],
    "at once",
  );
  await watchHealth.handler(context, {});
  await world.runJobs();
  assert.deepEqual(await wrong(), []);
  assert.deepEqual(await told(), ["budget_used_up started", "budget_used_up ended"]);
});
