import assert from "node:assert/strict";
import { test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import { run } from "#core/run.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { makeWorld, type World } from "../../../../test/kit/world.ts";
import { getBudget } from "../budget/get-budget.ts";
import { setBudget } from "../budget/set-budget.ts";
import { estimateCaptures } from "./estimate-captures.ts";

const estimate = (world: World, input: Record<string, unknown> = {}) =>
  run(estimateCaptures, world.context({ access: ["read"], role: "viewer" }), input);

async function withModels(work: (world: World) => Promise<void>) {
  const server = await startSimulatedServer({ seed: "estimate" });
  try {
    const world = await makeWorld();
    await fillCaptureProject(world, { server, prompts: 10, models: 2 });
    await work(world);
  } finally {
    await server.close();
  }
}

test("an estimate tells answers and cost as asking would, asks nothing, and is free without a cap", async () => {
  await withModels(async (world) => {
    const found = await estimate(world, { samples: 2 });
    const dry = await world.rest("POST", "/runs", { dry_run: true, samples: 2 });
    const { run_id: _, asked_lately, ...same } = dry.body;
    assert.equal(asked_lately, 0);
    assert.deepEqual(
      {
        planned: found.planned,
        estimated_cost_usd: found.estimated_cost_usd,
        models: found.models,
      },
      same,
    );
    assert.deepEqual([found.planned, found.affordable, found.is_complete], [40, 40, true]);
    assert.deepEqual([found.left_today_usd, found.left_this_month_usd], [null, null]);
    const { rows } = await world.pool.query(
      "select count(*)::int as count from capture_tasks where project_id = $1",
      [world.project.project_id],
    );
    assert.equal(rows[0].count, 0);
  });
});

test("an estimate tells what the tighter cap leaves room for, with what is spent taken off", async () => {
  await withModels(async (world) => {
    const caps = { daily_cap_usd: 0.05, monthly_cap_usd: 1 };
    await run(setBudget, world.context(), caps);
    // A simulated answer is estimated at $0.004 and reserved at twice that: eleven fit, the last with its reserve.
    const fresh = await estimate(world);
    assert.deepEqual([fresh.planned, fresh.left_today_usd, fresh.affordable], [20, 0.05, 11]);
    await world.pool.query(
      `insert into capture_ledger (project_id, day, model_id, spent_micros)
       select project_id, (now() at time zone 'UTC')::date, min(model_id), 45000 from models where project_id = $1 group by 1`,
      [world.project.project_id],
    );
    const spent = await estimate(world);
    assert.deepEqual([spent.left_today_usd, spent.left_this_month_usd], [0.005, 0.955]);
    assert.equal(spent.affordable, 0);
    const few = await estimate(world, { model_ids: ["mdl_simulated-a"] });
    assert.deepEqual([few.planned, few.models.length], [10, 1]);
  });
});

test("an unknown price is no 0: the budget and an estimate count its answers beside", async () => {
  await withModels(async (world) => {
    await world.pool.query(
      `update models set provider = 'openai-compatible' where project_id = $1 and slug = 'simulated-a'`,
      [world.project.project_id],
    );
    const found = await estimate(world);
    assert.deepEqual(
      [found.is_complete, found.models.map(({ estimated_cost_usd }) => estimated_cost_usd)],
      [false, [null, 0.04]],
    );
    const budget = await run(getBudget, world.context(), {});
    assert.deepEqual(
      [
        budget.planned_answers_per_day,
        budget.unpriced_answers_per_day,
        budget.estimated_cost_per_day_usd,
      ],
      [20, 10, 0.04],
    );
  });
});

test("a paused project, one without a model, and unknown prompts cannot be estimated", async () => {
  const world = await makeWorld();
  await assert.rejects(estimate(world), { code: "NO_ASSISTANT" });
  await withModels(async (other) => {
    const given = { prompt_ids: ["prm_nowhere1", "prm_nowhere2", "prm_nowhere1"] };
    const refusal = {
      code: "NOT_FOUND",
      message: "There is no active prompt prm_nowhere1, prm_nowhere2.",
    };
    await assert.rejects(estimate(other, given), refusal, "each is named once");
    const models = { model_ids: ["mdl_none", "mdl_none"] };
    const noModel = { code: "NOT_FOUND", message: "There is no model mdl_none to ask." };
    await assert.rejects(estimate(other, models), noModel);
    await other.rest("PATCH", `/projects/${other.project.id}`, { status: "paused" });
    await assert.rejects(estimate(other), { code: "PROJECT_NOT_ACTIVE" });
  });
});
