import assert from "node:assert/strict";
import { Resolver } from "node:dns/promises";
import { test } from "node:test";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { makeLaterWorld, type VendorCall } from "../../../../test/kit/later-vendor.ts";
import { claimTask } from "../asking/claim-task.ts";
import { LEASE_SECONDS } from "../capture-task.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { SETTLE_SECONDS } from "./submission-queries.ts";

const COST = 5_000;

/** A vendor of tasks that keeps each under the name it was given, as Cloro does. */
function makeVendor() {
  const state = {
    accepted: new Map<string, string>(),
    looks: 0,
    /** How a request is broken off, if it is. */
    breaks: null as ((call: VendorCall) => boolean) | null,
    status: "COMPLETED",
    response: { text: "Acme makes the best spade.", sources: [] as object[] } as unknown,
  };
  const serve = (call: VendorCall) => {
    if (state.breaks?.(call)) return;
    if (call.method === "POST") {
      const { idempotencyKey } = call.body as { idempotencyKey: string };
      if (state.accepted.has(idempotencyKey)) return call.json({ error: "already used" }, 409);
      const id = `task-${state.accepted.size + 1}`;
      state.accepted.set(idempotencyKey, id);
      return call.json({ success: true, task: { id, status: "QUEUED" } });
    }
    state.looks++;
    const id = call.url.split("/").at(-1);
    const { status, response } = state;
    const isOver = status === "COMPLETED" || status === "FAILED";
    call.json({ task: { id, status }, ...(isOver && { response }) });
  };
  return { state, serve };
}

async function makeCase(prompts = 1, page = "chatgpt") {
  const vendor = makeVendor();
  const given = { provider: `cloro_${page}`, prompts, serve: vendor.serve };
  return { ...vendor, ...(await makeLaterWorld(given)) };
}

const statusOf = ({ status, error }: { status: string; error: string | null }) => [status, error];

test("questions are handed over while others are waited for, and their answers are stored when they come", async () => {
  const { state, tasks, books, drain, advance } = await makeCase(3);
  state.status = "PROCESSING";
  await drain();
  assert.equal(state.accepted.size, 3, "one at a time, and none waits for the one before");
  assert.deepEqual(
    (await tasks()).map((task) => task.status),
    ["submitted", "submitted", "submitted"],
  );
  assert.deepEqual(await books(), { spent: 0, held: 6 * COST, asked: 3, open: 3, answers: 0 });
  advance(6);
  await drain();
  state.status = "COMPLETED";
  advance(60);
  await drain();
  const done = { status: "done", error: null, attempts: 1, is_answered: true, cost: COST, held: 0 };
  assert.deepEqual(await tasks(), [done, done, done]);
  assert.deepEqual(await books(), { spent: 3 * COST, held: 0, asked: 3, open: 0, answers: 3 });
  assert.deepEqual([state.accepted.size, state.looks], [3, 6]);
});

test("a request that broke off before it was accepted is sent again under its name, once", async () => {
  const { state, tasks, books, drain, advance } = await makeCase();
  state.breaks = ({ response }) => {
    response.destroy();
    return true;
  };
  await drain();
  assert.equal((await tasks())[0]?.status, "running");
  assert.equal((await books()).held, 2 * COST, "it may have been accepted");
  state.breaks = null;
  advance(SETTLE_SECONDS - 1);
  await drain();
  assert.equal(state.accepted.size, 0, "what is on its way may still arrive");
  advance(1);
  await drain();
  advance(10);
  await drain();
  assert.equal((await tasks())[0]?.status, "done");
  assert.deepEqual(await books(), { spent: COST, held: 0, asked: 1, open: 0, answers: 1 });
});

for (const [how, breakOff] of [
  ["whose connection broke", ({ response }: VendorCall) => response.destroy()],
  ["whose receipt was cut", ({ response }: VendorCall) => response.end('{"task": {"id": "ta')],
  ["that timed out at a gateway", ({ json }: VendorCall) => json({}, 504)],
] as const) {
  test(`an accepted request ${how} is not asked again: it is told and counted`, async () => {
    const { state, serve, tasks, books, drain, advance } = await makeCase();
    state.breaks = (call) => {
      if (call.method !== "POST") return false;
      state.breaks = null;
      serve({ ...call, json: () => breakOff(call) });
      return true;
    };
    await drain();
    advance(SETTLE_SECONDS);
    await drain();
    assert.deepEqual((await tasks()).map(statusOf), [
      [
        "failed",
        "It may have been accepted and was not asked again. Cloro has it and does not tell under which number.",
      ],
    ]);
    assert.equal(state.accepted.size, 1);
    assert.deepEqual(await books(), { spent: COST, held: 0, asked: 1, open: 0, answers: 0 });
  });
}

test("a request of a worker that died before sending it is sent by another", async () => {
  const { world, state, tasks, drain, advance } = await makeCase();
  assert.equal((await claimTask(jobContext(world))).kind, "hand_over");
  await drain();
  assert.equal(state.accepted.size, 0);
  advance(LEASE_SECONDS + 1);
  await drain();
  advance(100);
  await drain();
  assert.deepEqual([(await tasks())[0]?.status, state.accepted.size], ["done", 1]);
});

test("a request whose server's name nobody told was never sent: it is queued again and costs nothing", async (t) => {
  const { world, tasks, books, drain } = await makeCase();
  await world.pool.query("update capture_targets set base_url = 'http://silent.example'");
  const silence = Object.assign(new Error("queryA ETIMEOUT"), { code: "ETIMEOUT" });
  for (const way of ["resolve4", "resolve6"] as const)
    t.mock.method(Resolver.prototype, way, () => Promise.reject(silence));
  await drain();
  const [task] = await tasks();
  assert.deepEqual([task?.status, task?.error], ["queued", "The connection failed (EAI_AGAIN)."]);
  assert.deepEqual(await books(), { spent: 0, held: 0, asked: 1, open: 0, answers: 0 });
});

test("a refused request costs nothing and is told", async () => {
  const { state, tasks, books, drain } = await makeCase();
  state.breaks = ({ json }) => {
    json({ message: "prompt is not allowed" }, 422);
    return true;
  };
  await drain();
  assert.deepEqual((await tasks()).map(statusOf), [["failed", "HTTP 422: prompt is not allowed"]]);
  assert.deepEqual(await books(), { spent: 0, held: 0, asked: 1, open: 0, answers: 0 });
});

test("an answer that never comes is given up after six hours, at its estimate", async () => {
  const { state, tasks, books, drain, advance } = await makeCase();
  state.status = "QUEUED";
  for (let hour = 0; hour < 60; hour++) {
    await drain();
    advance(360);
  }
  assert.equal((await tasks())[0]?.status, "submitted");
  advance(600);
  await drain();
  assert.deepEqual((await tasks()).map(statusOf), [
    ["failed", "Cloro: ChatGPT app accepted it and did not answer within 6 hours."],
  ]);
  assert.deepEqual(await books(), { spent: COST, held: 0, asked: 1, open: 0, answers: 0 });
  assert.ok(state.looks < 60, `${state.looks} looks`);
});

test("a task that its provider lost is told once that is believed", async () => {
  const { state, tasks, books, drain, advance } = await makeCase();
  await drain();
  state.breaks = ({ json }) => {
    json({ message: "no such task" }, 404);
    return true;
  };
  advance(60);
  await drain();
  assert.equal((await tasks())[0]?.status, "submitted");
  advance(601);
  await drain();
  assert.deepEqual((await tasks()).map(statusOf), [
    ["failed", "Accepted, and lost by its provider. HTTP 404: no such task"],
  ]);
  assert.deepEqual([(await books()).spent, state.accepted.size], [COST, 1]);
});

test("trouble while fetching costs nothing: it is fetched again", async () => {
  const { state, tasks, books, drain, advance } = await makeCase();
  await drain();
  const troubles = [
    ({ response }: VendorCall) => response.end('{"task": {"id": "task-1", "status": "COMP'),
    ({ json }: VendorCall) => json({}, 503),
    ({ response }: VendorCall) => response.destroy(),
    ({ json }: VendorCall) => json({}, 401),
  ];
  for (const trouble of troubles) {
    state.breaks = (call) => {
      trouble(call);
      return true;
    };
    advance(60);
    await drain();
    assert.equal((await tasks())[0]?.status, "submitted");
  }
  state.breaks = null;
  advance(600);
  await drain();
  assert.equal((await tasks())[0]?.status, "done");
  assert.deepEqual([(await books()).spent, state.accepted.size], [COST, 1]);
});

test("a task that failed at its provider is asked again, and costs nothing", async () => {
  const { state, tasks, books, drain, advance } = await makeCase();
  state.status = "FAILED";
  state.response = { error: "blocked" };
  await drain();
  advance(10);
  await drain();
  const [task] = await tasks();
  assert.deepEqual([task?.status, task?.error], ["queued", 'Cloro: {"error":"blocked"}']);
  assert.equal((await books()).spent, 0);
  state.status = "COMPLETED";
  state.response = { text: "Acme." };
  advance(120);
  await drain();
  advance(10);
  await drain();
  assert.equal((await tasks())[0]?.status, "done");
  assert.deepEqual([(await books()).spent, state.accepted.size], [COST, 2]);
});

test("a body in another shape is kept and paid for, and not asked again", async () => {
  const { state, tasks, books, drain, advance } = await makeCase();
  state.response = "nothing as agreed";
  await drain();
  advance(10);
  await drain();
  const [task] = await tasks();
  assert.equal(task?.status, "failed");
  assert.match(task?.error ?? "", /not in the cloro-chatgpt shape/);
  assert.deepEqual(await books(), { spent: COST, held: 0, asked: 1, open: 0, answers: 1 });
});

test("a prompt deleted, archived or edited while its answer is on its way: gone, kept, dropped", async () => {
  for (const [how, expected, answers] of [
    ["delete", undefined, 0],
    ["archive", "done", 1],
    ["edit", "cancelled", 0],
  ] as const) {
    const { world, state, tasks, books, drain, advance } = await makeCase();
    await drain();
    const [{ id }] = (await world.rest("GET", "/prompts")).body.data;
    if (how === "delete") await world.rest("DELETE", `/prompts/${id}`);
    if (how === "archive") await world.rest("POST", "/prompts/archive", { prompt_ids: [id] });
    if (how === "edit") await world.rest("PATCH", `/prompts/${id}`, { text: "Another question?" });
    await planCaptures.handler(jobContext(world), {});
    advance(10);
    await drain();
    assert.equal((await tasks())[0]?.status, expected, how);
    const spent = how === "delete" ? 2 * COST : COST;
    assert.deepEqual(await books(), { spent, held: 0, asked: 1, open: 0, answers }, how);
    assert.equal(state.looks, how === "delete" ? 0 : 1);
  }
});

test("a model switched off, or one asked elsewhere since: what was handed over is fetched, and never from another server", async () => {
  for (const [change, status, looks] of [
    ["update models set is_active = false where project_id = $1", "done", 1],
    [
      "update capture_targets set base_url = 'http://127.0.0.1:9' where project_id = $1",
      "failed",
      0,
    ],
  ] as const) {
    const { state, tasks, query, drain, advance } = await makeCase();
    await drain();
    await query(change);
    advance(700);
    await drain();
    assert.deepEqual([(await tasks())[0]?.status, state.looks], [status, looks]);
  }
});

test("a search without an AI overview is an answer of its own kind, not one that names nobody", async () => {
  const { world, state, drain, advance } = await makeCase(1, "google_ai_overview");
  state.response = { organicResults: [{}], aioverview: null };
  await drain();
  advance(10);
  await drain();
  const chats = await world.rest("GET", "/chats");
  assert.deepEqual([chats.body.data.length, chats.body.data[0]?.status], [1, "no_answer"]);
});
