import assert from "node:assert/strict";
import { Resolver } from "node:dns/promises";
import { test } from "node:test";
import { jobContext } from "../../../../test/kit/event-checks.ts";
import { makeLaterWorld, type VendorCall } from "../../../../test/kit/later-vendor.ts";
import { workOnce } from "../asking/capture-worker.ts";
import { claimTask } from "../asking/claim-task.ts";
import { LEASE_SECONDS } from "../capture-task.ts";

const COST = 5_000;

/** Cloro, of which nobody knows whether it took a request while `is_away`. */
async function makeCase(prompts: number) {
  const state = { is_away: true, accepted: new Set<string>() };
  const serve = ({ method, body, json, response }: VendorCall) => {
    if (state.is_away) return response.destroy();
    const { idempotencyKey = "" } = (body ?? {}) as { idempotencyKey?: string };
    if (method === "POST") state.accepted.add(idempotencyKey);
    const task = { id: "task-1", status: "COMPLETED" };
    json({ success: true, task, response: { text: "Acme makes the best spade.", sources: [] } });
  };
  const given = await makeLaterWorld({ provider: "cloro_chatgpt", prompts, serve });
  const statuses = async () => (await given.tasks()).map(({ status }) => status);
  return { state, statuses, ...given };
}

test("money that a request nobody knows of may give back makes questions wait, and skips none", async () => {
  const { state, statuses, books, query, drain, advance } = await makeCase(2);
  await query(`insert into capture_budgets values ($1, ${3 * COST}, null)`);
  await drain();
  advance(LEASE_SECONDS + 1);
  await drain();
  assert.deepEqual((await statuses()).toSorted(), ["queued", "running"]);
  state.is_away = false;
  for (let round = 0; round < 10; round++) {
    advance(120);
    await drain();
  }
  assert.deepEqual(await statuses(), ["done", "done"]);
  assert.deepEqual([(await books()).spent, state.accepted.size], [2 * COST, 2]);
  const told = await query(
    "select fact from events_told where project_id = $1 and fact like '%:100:%'",
  );
  assert.deepEqual(told, []);
});

test("a request that nobody knows of takes its place in the plan", async () => {
  const { statuses, query, drain, advance } = await makeCase(2);
  await query(`update organisations set plan = 'brand/starter' where organisation_id =
    (select organisation_id from projects where project_id = $1)`);
  await query(`insert into capture_ledger (project_id, day, model_id, deleted)
    select project_id, '2026-03-02', model_id, 5999 from models where project_id = $1`);
  await drain();
  advance(LEASE_SECONDS + 1);
  await drain();
  assert.deepEqual((await statuses()).toSorted(), ["running", "skipped_budget"]);
});

test("a vendor that hangs takes two places for looks, and is left alone and told after five failures", async () => {
  const { world, state, query, drain, advance } = await makeCase(12);
  await query("update capture_targets set concurrency = 8 where project_id = $1");
  await drain();
  const [target] = await query(
    "select failure_streak, paused_until, failing_since from capture_targets where project_id = $1",
  );
  assert.equal(target.failure_streak, 5);
  assert.ok(target.failing_since);
  assert.ok(Date.parse(target.paused_until) > Date.parse("2026-03-02T20:10:00Z"));
  assert.equal((await query("select from capture_submissions where project_id = $1")).length, 5);
  advance(60);
  const claims = [];
  for (let n = 0; n < 4; n++) claims.push((await claimTask(jobContext(world), 7)).kind);
  assert.deepEqual(claims, ["look", "look", "idle", "idle"]);
  assert.equal(state.accepted.size, 0);
});

test("looks that fail now and then are no failures in a row; those that fail again are", async () => {
  const state = { looks: 0, failsAlways: false };
  const serve = ({ method, json, response }: VendorCall) => {
    if (method === "POST") return json({ success: true, task: { id: "t1", status: "QUEUED" } });
    state.looks++;
    if (state.failsAlways || state.looks % 2 === 1) return response.destroy();
    json({ success: true, task: { id: "t1", status: "PROCESSING" } });
  };
  const given = { provider: "cloro_chatgpt", prompts: 1, serve };
  const { query, drain, advance } = await makeLaterWorld(given);
  const look = async (times: number) => {
    for (const until = state.looks + times; state.looks < until; advance(600)) await drain();
    const [target] = await query(
      "select failure_streak, failing_since from capture_targets where project_id = $1",
    );
    return [target.failure_streak, target.failing_since !== null];
  };
  assert.deepEqual(await look(12), [0, false]);
  state.failsAlways = true;
  assert.deepEqual(await look(6), [5, true]);
});

test("answers whose pages are still being read when a process stops are read whole by the next", async (t) => {
  const stopping = new AbortController();
  t.mock.method(Resolver.prototype, "resolve4", async () => {
    stopping.abort();
    return new Promise<never>(() => {});
  });
  t.mock.method(Resolver.prototype, "resolve6", () => new Promise<never>(() => {}));
  const web = { uri: "https://vertexaisearch.cloud.google.com/x", title: "a.example" };
  const sent = { keys: [] as string[] };
  const serve = ({ method, body, json }: VendorCall) => {
    if (method === "POST") {
      const { requests } = Object(body).batch.inputConfig.requests;
      sent.keys = requests.map(({ metadata }: { metadata: { key: string } }) => metadata.key);
      return json({ name: "batches/b1" });
    }
    const candidates = [
      {
        content: { parts: [{ text: "Acme." }] },
        finishReason: "STOP",
        groundingMetadata: { groundingChunks: [{ web }] },
      },
    ];
    const inlinedResponses = sent.keys.map((key) => ({
      metadata: { key },
      response: { modelVersion: "gemini-x", candidates },
    }));
    json({
      name: "batches/b1",
      metadata: { state: "BATCH_STATE_SUCCEEDED" },
      response: { inlinedResponses: { inlinedResponses } },
    });
  };
  const given = { provider: "gemini", parameters: { batch: true }, prompts: 1, serve };
  const { world, tasks, books, drain, advance } = await makeLaterWorld(given);
  await drain();
  advance(10);
  await workOnce(jobContext(world), { process_id: null, signal: stopping.signal });
  assert.ok(stopping.signal.aborted, "it was read");
  assert.deepEqual([(await tasks())[0]?.status, (await books()).answers], ["submitted", 0]);
  advance(60);
  await drain();
  assert.deepEqual([(await tasks())[0]?.status, (await books()).answers], ["done", 1]);
});
