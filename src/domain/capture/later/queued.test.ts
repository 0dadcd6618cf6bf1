import assert from "node:assert/strict";
import { test } from "node:test";
import { makeLaterWorld, type VendorCall } from "../../../../test/kit/later-vendor.ts";
import { SETTLE_SECONDS } from "./submission-queries.ts";

const COST = 1_200;

/** DataForSEO's queue of ChatGPT pages, as far as it is used. */
function makeQueue() {
  const state = {
    tags: [] as string[],
    is_ready: true,
    breaks: null as ((call: VendorCall) => void) | null,
  };
  const serve = (call: VendorCall) => {
    const around = (task: object) =>
      call.json({ status_code: 20_000, status_message: "Ok.", tasks: [task] });
    if (call.url.endsWith("/id_list")) {
      const result = state.tags.map((tag, n) => ({ id: `t${n}`, cost: 0.0012, metadata: { tag } }));
      return around({ status_code: 20_000, result });
    }
    if (call.method === "POST") {
      const [{ tag }] = call.body as [{ tag: string }];
      state.tags.push(tag);
      const id = `t${state.tags.length - 1}`;
      return state.breaks
        ? state.breaks(call)
        : around({ id, status_code: 20_100, status_message: "Task Created.", cost: 0.0012 });
    }
    if (!state.is_ready) return around({ status_code: 40_602, status_message: "Task In Queue." });
    const result = [{ markdown: "Acme makes the best spade.", sources: [] }];
    around({ status_code: 20_000, cost: 0, result });
  };
  return { state, serve };
}

async function makeCase(prompts = 1) {
  const queue = makeQueue();
  const given = { provider: "dataforseo_chatgpt", parameters: { batch: true }, prompts };
  return { ...queue, ...(await makeLaterWorld({ ...given, serve: queue.serve })) };
}

for (const [what, asked, breakOff] of [
  ["whose connection broke is found by its name", 1, ({ response }) => response.destroy()],
  [
    "whose receipt was cut is found by its name",
    1,
    ({ response }) => response.end('{"tasks": [{"id": "t'),
  ],
  [
    "that was never accepted is set again, once",
    2,
    ({ response }, tags) => {
      tags.pop();
      response.destroy();
    },
  ],
] as [string, number, (call: VendorCall, tags: string[]) => void][]) {
  test(`a queued task ${what}, and paid once`, async () => {
    const { state, tasks, books, drain, advance } = await makeCase();
    state.breaks = (call) => breakOff(call, state.tags);
    await drain();
    assert.equal((await tasks())[0]?.status, "running", "nobody knows whether it was accepted");
    state.breaks = null;
    advance(SETTLE_SECONDS);
    await drain();
    advance(60);
    await drain();
    assert.deepEqual([(await tasks())[0]?.status, state.tags.length], ["done", 1]);
    assert.deepEqual(await books(), { spent: COST, held: 0, asked, open: 0, answers: 1 });
  });
}

test("a queued task that never ends is told, and counted", async () => {
  const { state, tasks, books, drain, advance } = await makeCase();
  state.is_ready = false;
  await drain();
  advance(26 * 3_600);
  await drain();
  const [task] = await tasks();
  assert.equal(task?.status, "failed");
  assert.match(
    task?.error ?? "",
    /DataForSEO: ChatGPT app accepted it and did not answer within 26 hours/,
  );
  const { spent, open, answers } = await books();
  assert.ok(spent > 0, "it may be billed");
  assert.deepEqual([state.tags.length, open, answers], [1, 0, 0]);
});

test("a question longer than the provider takes is not handed over, and costs nothing", async () => {
  const { state, tasks, books, query, drain } = await makeCase(2);
  // As an import of answers makes them.
  await query(`update prompts set text = repeat('long ', 101) where project_id = $1
    and prompt_id = (select min(prompt_id) from prompts where project_id = $1)`);
  await drain();
  const [long, short] = await tasks();
  assert.equal(long?.status, "failed");
  assert.match(
    long?.error ?? "",
    /takes at most 500 characters; this has 505\. Archive the prompt/,
  );
  assert.deepEqual([short?.status, state.tags.length], ["submitted", 1]);
  assert.deepEqual([long?.cost, long?.held], [0, 0]);
  const { spent, open, answers } = await books();
  assert.deepEqual([spent, open, answers], [0, 1, 0]);
});
