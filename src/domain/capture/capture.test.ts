import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { AccountContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { fillCaptureProject } from "../../../test/kit/capture-project.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";
import { workOnce } from "./asking/capture-worker.ts";
import { claimTask } from "./asking/claim-task.ts";
import { LEASE_SECONDS } from "./capture-task.ts";
import { planCaptures } from "./planning/plan-captures.ts";
import { createTarget } from "./targets/create-target.ts";

/** A clock that tests move. */
function makeClock(start: string) {
  let time = Date.parse(start);
  return {
    now: () => new Date(time),
    advance: (seconds: number) => {
      time += seconds * 1000;
    },
  };
}

const jobContext = (world: World): AccountContext => ({
  ...world.base,
  actor: { kind: "system", door: "job", access: new Set(["read", "write"] as const) },
});

async function drain(world: World, clock: ReturnType<typeof makeClock>, rounds = 400) {
  const context = jobContext(world);
  for (let round = 0; round < rounds; round++) {
    const worked = await Promise.all([1, 2, 3, 4].map(() => workOnce(context)));
    if (worked.some(Boolean)) continue;
    const { rows } = await world.pool.query(
      "select 1 from capture_tasks where project_id = $1 and status in ('queued','running') limit 1",
      [world.project.project_id],
    );
    if (rows.length === 0) return;
    clock.advance(120);
  }
}

async function countTasks(world: World) {
  const { rows } = await world.pool.query(
    "select status, count(*)::int as count from capture_tasks where project_id = $1 group by 1",
    [world.project.project_id],
  );
  return Object.fromEntries(rows.map((row) => [row.status, row.count]));
}

test("every planned question is answered once, or failed for a stated reason, and the ledger adds up", async () => {
  const clock = makeClock("2026-03-02T09:00:00Z");
  const world = await makeWorld({ now: clock.now });
  const server = await startSimulatedServer({
    seed: "faults",
    now: clock.now,
    faults: {
      rate: 0.2,
      kinds: ["rate_limited", "overloaded", "unavailable", "truncated", "reset"],
    },
  });
  try {
    await fillCaptureProject(world, { server, prompts: 20, models: 2 });
    await planCaptures.handler(jobContext(world), {});
    await planCaptures.handler(jobContext(world), {});
    assert.deepEqual(await countTasks(world), { queued: 40 });
    await drain(world, clock);
    const counts = await countTasks(world);
    assert.equal((counts["done"] ?? 0) + (counts["failed"] ?? 0), 40);
    assert.ok((counts["done"] ?? 0) >= 35, JSON.stringify(counts));
    const { rows } = await world.pool.query(
      `select (select count(*)::int from answers where project_id = $1) as answers,
        (select count(distinct answer_id)::int from capture_tasks where project_id = $1) as linked,
        (select coalesce(sum(cost_micros), 0)::bigint from capture_tasks where project_id = $1) as tasks,
        (select coalesce(sum(spent_micros), 0)::bigint from capture_ledger where project_id = $1) as ledger,
        (select coalesce(sum(reserved_micros), 0)::bigint from capture_ledger where project_id = $1) as held`,
      [world.project.project_id],
    );
    const [facts] = rows;
    assert.deepEqual([facts.answers, facts.linked], [counts["done"], counts["done"]]);
    assert.deepEqual([Number(facts.tasks), Number(facts.held)], [Number(facts.ledger), 0]);
    await world.runJobs();
    const runs = await world.rest("GET", "/runs");
    assert.equal(runs.body.data[0].done, counts["done"]);
    assert.ok(runs.body.data[0].completed_at);
  } finally {
    await server.close();
  }
});

test("a budget is never passed; what does not fit is skipped and shown", async () => {
  const clock = makeClock("2026-03-02T09:00:00Z");
  const world = await makeWorld({ now: clock.now });
  const server = await startSimulatedServer({ seed: "budget", now: clock.now });
  try {
    await fillCaptureProject(world, { server, prompts: 30, models: 1 });
    await world.pool.query("insert into capture_budgets values ($1, 40000, null)", [
      world.project.project_id,
    ]);
    await planCaptures.handler(jobContext(world), {});
    await drain(world, clock);
    const { rows } = await world.pool.query(
      "select sum(spent_micros)::bigint as spent from capture_ledger where project_id = $1",
      [world.project.project_id],
    );
    assert.ok(Number(rows[0].spent) <= 40_000, `spent ${rows[0].spent}`);
    const counts = await countTasks(world);
    assert.ok((counts["done"] ?? 0) > 0 && (counts["skipped_budget"] ?? 0) > 0);
    await world.runJobs();
    assert.equal((await world.rest("GET", "/runs")).body.data[0].status, "partial");
  } finally {
    await server.close();
  }
});

test("the question of a worker that died is asked again", async () => {
  const clock = makeClock("2026-03-02T09:00:00Z");
  const world = await makeWorld({ now: clock.now });
  const server = await startSimulatedServer({ seed: "lease", now: clock.now });
  try {
    await fillCaptureProject(world, { server, prompts: 1, models: 1 });
    await planCaptures.handler(jobContext(world), {});
    clock.advance(3 * 3600);
    const lost = await claimTask(jobContext(world));
    assert.equal(lost.kind, "ask");
    assert.equal(await workOnce(jobContext(world)), false);
    clock.advance(LEASE_SECONDS + 1);
    assert.equal(await workOnce(jobContext(world)), true);
    assert.deepEqual(await countTasks(world), { done: 1 });
  } finally {
    await server.close();
  }
});

test("asking now says what it costs before it is spent, and adds samples to the day", async () => {
  const clock = makeClock("2026-03-02T09:00:00Z");
  const world = await makeWorld({ now: clock.now });
  const server = await startSimulatedServer({ seed: "now", now: clock.now });
  try {
    const none = await world.rest("POST", "/runs", {});
    assert.equal(none.status, 409);
    await fillCaptureProject(world, { server, prompts: 2, models: 2 });
    const dry = await world.rest("POST", "/runs", { dry_run: true, samples: 2 });
    assert.deepEqual([dry.body.planned, dry.body.run_id], [8, null]);
    const noted = await world.pool.query(
      "select from audit_log where project_id = $1 and operation = 'run_captures'",
      [world.project.project_id],
    );
    assert.equal(noted.rowCount, 0, "a dry run leaves no row");
    assert.ok(dry.body.estimated_cost_usd > 0);
    const wet = await world.rest("POST", "/runs", { model_ids: ["mdl_simulated-a"] });
    assert.equal(wet.body.planned, 2);
    await drain(world, clock);
    const chats = await world.rest("GET", "/chats");
    assert.equal(chats.body.total_count, 2);
    assert.equal(chats.body.data[0].model_id, "mdl_simulated-a");
    const readRun = () => world.rest("GET", `/runs/${wet.body.run_id}`);
    const answered = await readRun();
    assert.deepEqual([answered.body.done, answered.body.status], [2, "running"], "not counted yet");
    await world.runJobs();
    const run = await readRun();
    assert.deepEqual([run.body.done, run.body.status], [2, "completed"]);
    const day = { date_from: "2026-03-02", date_to: "2026-03-02" };
    const { body: report } = await world.rest("POST", "/reports/brands", day);
    assert.equal(
      report.population.answers,
      2,
      "who sees it completed finds its answers in reports",
    );
    const usage = await world.rest("GET", "/usage");
    assert.deepEqual(usage.body.runs, [run.body]);
    assert.ok(usage.body.budget.spent_today_usd > 0);
    const { body: budget } = await world.rest("GET", "/budget");
    const { spent_today_usd, spent_this_month_usd } = budget;
    assert.deepEqual(budget.models, [
      { model_id: "mdl_simulated-a", spent_today_usd, spent_this_month_usd },
    ]);
  } finally {
    await server.close();
  }
});

test("what an import asks that is longer is not sent, and its run says why", async () => {
  const world = await makeWorld({ now: () => new Date("2026-03-02T23:00:00Z") });
  await run(createTarget, world.context(), {
    ...{ provider: "dataforseo_chatgpt", name: "ChatGPT app", requested_model: "chat_gpt" },
    ...{ api_key: "login:0123456789abcdef", base_url: "http://127.0.0.1:9" },
  });
  const line = { captured_at: "2026-03-01T08:00:00Z", model: "ChatGPT", answer: "Yes." };
  const given = JSON.stringify({ ...line, prompt: `${"👟".repeat(500)}?` });
  const { body } = await world.rest("POST", "/chats/import", given);
  assert.equal(body.imported, 1, "the answer is kept");
  await planCaptures.handler(jobContext(world), {});
  while (await workOnce(jobContext(world)));
  const { rows } = await world.pool.query(
    "select status, error from capture_tasks where project_id = $1",
    [world.project.project_id],
  );
  const error =
    "DataForSEO: ChatGPT app takes at most 500 characters; this has 501. Archive the prompt, or ask a shorter one.";
  assert.deepEqual(rows, [{ status: "failed", error }]);
});
