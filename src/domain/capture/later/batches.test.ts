import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateCost } from "#adapters/engines/prices/estimate-cost.ts";
import { run } from "#core/run.ts";
import { makeLaterWorld, type VendorCall } from "../../../../test/kit/later-vendor.ts";
import { toMicros } from "../capture-task.ts";
import { createTarget } from "../targets/create-target.ts";
import { SETTLE_SECONDS } from "./submission-queries.ts";

type Line = { custom_id: string; body: { input: string; model: string } };

const USED = { input_tokens: 20_000, output_tokens: 1_000, searches: 1 };
const LIST_MICROS = toMicros(estimateCost("openai", "gpt-5.4", { used: USED })?.usd ?? 0);
const SEARCH_MICROS = 10_000;
const HALF_MICROS = (LIST_MICROS - SEARCH_MICROS) / 2 + SEARCH_MICROS;

const answerOf = ({ custom_id, body }: Line) => ({
  id: `r_${custom_id}`,
  custom_id,
  error: null,
  response: {
    status_code: 200,
    body: {
      ...{ model: "gpt-5.4", status: "completed" },
      usage: { input_tokens: USED.input_tokens, output_tokens: USED.output_tokens },
      output: [
        { type: "web_search_call", action: { type: "search", queries: ["q"] } },
        {
          type: "message",
          content: [{ type: "output_text", text: `Acme. ${body.input}`, annotations: [] }],
        },
      ],
    },
  },
});

/** OpenAI's files and batches, as far as they are used. */
function makeOpenai() {
  const state = {
    batches: [] as { id: string; metadata: object; lines: Line[] }[],
    status: "completed",
    /** The files of results that a batch gives for its lines. */
    write: (lines: Line[]): object[] => lines.map(answerOf),
    breaks: null as ((call: VendorCall) => boolean) | null,
  };
  let file: Line[] = [];
  const describe = ({ id, metadata }: { id: string; metadata: object }) => {
    const files = state.status === "in_progress" ? {} : { output_file_id: `file_${id}` };
    return { id, metadata, status: state.status, ...files };
  };
  const serve = (call: VendorCall) => {
    const { method, url, json, response } = call;
    if (method === "POST" && url.startsWith("/files")) {
      const text = String(call.body);
      assert.match(text, /name="purpose"\r\n\r\nbatch/);
      file = text
        .split(/\r?\n/)
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line));
      return json({ id: "file_in" });
    }
    if (method === "POST") {
      const { metadata } = call.body as { metadata: object };
      state.batches.push({ id: `b${state.batches.length}`, metadata, lines: file });
      if (state.breaks?.(call)) return;
      return json({ id: state.batches.at(-1)?.id, status: "validating" });
    }
    if (url.startsWith("/batches?")) {
      return json({ data: state.batches.map(describe), has_more: false });
    }
    const id = url.split("/")[2] ?? "";
    const batch = state.batches.find((one) => id === one.id || id === `file_${one.id}`);
    if (!batch) return json({ error: { message: "no such thing" } }, 404);
    if (url.startsWith("/batches/")) return json(describe(batch));
    response.end(
      state
        .write(batch.lines)
        .map((line) => JSON.stringify(line))
        .join("\n"),
    );
  };
  return { state, serve };
}

async function makeCase(prompts: number) {
  const openai = makeOpenai();
  const given = { requested_model: "gpt-5.4", parameters: { batch: true } };
  const world = await makeLaterWorld({
    provider: "openai",
    prompts,
    serve: openai.serve,
    ...given,
  });
  const statuses = async () => (await world.tasks()).map((task) => task.status);
  return { ...openai, ...world, statuses };
}

test("all that a model is asked on a day goes in one batch, and comes in any order at half the price", async () => {
  const { state, statuses, tasks, books, drain, advance, query } = await makeCase(5);
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
  const { state, tasks, drain, advance } = await makeCase(4);
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
  const { state, statuses, drain, advance, query } = await makeCase(2);
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
  const empty = await makeCase(2);
  empty.state.write = () => [];
  await empty.drain();
  empty.advance(10);
  await empty.drain();
  for (const { error, cost } of await empty.tasks()) {
    assert.deepEqual([error, cost > 0], ["The request to OpenAI came back empty.", true]);
  }
  const late = await makeCase(2);
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
  const { state, statuses, books, drain, advance } = await makeCase(3);
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
  const { state, statuses, books, drain, advance } = await makeCase(3);
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
  const { world, state, statuses, books, drain, advance } = await makeCase(6);
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
  const { world } = await makeCase(1);
  const given = { provider: "xai", name: "Grok", requested_model: "grok-4.7", api_key: "k" };
  const made = run(createTarget, world.context(), { ...given, parameters: { batch: true } });
  await assert.rejects(made, { message: "parameters: xAI takes no batches" });
});

test("an empty batch is one failure of its model, however many questions it held", async () => {
  const { state, statuses, drain, advance, query } = await makeCase(8);
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
