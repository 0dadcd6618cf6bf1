import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSimulatedServer } from "#adapters/engines/simulated-server.ts";
import type { Asked } from "#core/answer-engine.ts";
import { run } from "#core/run.ts";
import { fillCaptureProject } from "../../../../test/kit/capture-project.ts";
import { jobContext, watch } from "../../../../test/kit/event-checks.ts";
import { countTasks, queryProject as query } from "../../../../test/kit/failing-provider.ts";
import { workOnce } from "../asking/capture-worker.ts";
import { planCaptures } from "../planning/plan-captures.ts";
import { askPaid } from "./ask-paid.ts";
import { setBudget } from "./set-budget.ts";

const DAY = "2026-03-02";

/** A world with a cap of 1 USD a day; `ask` asks a question for which 0.8 USD are set aside, and which costs `usd`. */
async function makeCapped() {
  const { world, clock, sent } = await watch();
  const server = await startSimulatedServer({ seed: "paid", now: clock.now });
  after(() => server.close());
  await fillCaptureProject(world, { server, prompts: 1, models: 1 });
  await run(setBudget, world.context(), { daily_cap_usd: 1, monthly_cap_usd: null });
  const [model] = await query(world, "select model_id from models where project_id = $1");
  const ask = (usd: number, until: Promise<unknown> = Promise.resolve()) =>
    askPaid(
      jobContext(world),
      { ...world.project, day: DAY, ...model, typical_usd: 0.4, costliest_micros: 0 },
      async () => {
        await until;
        return { usage: { cost_usd: usd } } as Asked;
      },
    );
  const told = async () =>
    (await sent())
      .filter(({ type }) => type === "budget.reached")
      .map(({ data }) => [data.threshold_percent, data.spent_usd]);
  return { world, clock, ask, told };
}

/** Sets money aside for a question that is under way until `end` is called. */
async function askOpen({ world, ask }: Awaited<ReturnType<typeof makeCapped>>, usd: number) {
  const gate = Promise.withResolvers<void>();
  const asked = ask(usd, gate.promise);
  for (let held = 0; held === 0; ) {
    const rows = await query(
      world,
      "select sum(reserved_micros)::int as held from capture_ledger where project_id = $1",
    );
    held = rows[0]?.held ?? 0;
  }
  return {
    end: () => {
      gate.resolve();
      return asked;
    },
  };
}

test("money that is only set aside uses no budget up: who finds it in the way waits, and the true 80 and 100 % are told", async () => {
  const capped = await makeCapped();
  const { ask, told } = capped;
  const first = await askOpen(capped, 0.1);
  assert.deepEqual(await ask(0.1), { blocked: "wait" });
  assert.deepEqual(await told(), []);
  await first.end();
  await ask(0.7);
  assert.deepEqual(await told(), [[80, 0.8]], "what it spent is told at once");
  assert.deepEqual(await ask(0.1), { blocked: "daily" });
  assert.deepEqual(await told(), [
    [80, 0.8],
    [100, 0.8],
  ]);
});

test("a capture waits for the money of a question outside the schedule, and is asked when it comes back", async () => {
  const capped = await makeCapped();
  const { world, clock, told } = capped;
  await query(world, "update capture_targets set costliest_micros = 500000 where project_id = $1");
  await planCaptures.handler(jobContext(world), {});
  const open = await askOpen(capped, 0);
  await workOnce(jobContext(world));
  assert.deepEqual([await countTasks(world), await told()], [{ queued: 1 }, []]);
  await open.end();
  for (let round = 0; round < 10 && (await countTasks(world))["queued"]; round++) {
    clock.advance(60);
    await workOnce(jobContext(world));
  }
  assert.deepEqual(await countTasks(world), { done: 1 });
});

test("what a process that died has set aside stays so, and uses up what it leaves no room in", async () => {
  const capped = await makeCapped();
  const { world, clock, ask, told } = capped;
  const open = await askOpen(capped, 0);
  clock.advance(3_600);
  assert.deepEqual(await ask(0.1), { blocked: "daily" });
  assert.deepEqual(await told(), [[100, 0]]);
  await open.end();
  assert.equal((await query(world, "select from capture_ledger where project_id = $1")).length, 1);
});

test("money that a batch holds is said to be that: nobody is told to try again in a minute", async () => {
  const capped = await makeCapped();
  const { world, ask, told } = capped;
  await planCaptures.handler(jobContext(world), {});
  await query(
    world,
    "update capture_tasks set status = 'submitted', submission_id = null where project_id = $1 returning task_id",
  );
  await query(
    world,
    `insert into capture_ledger (project_id, day, model_id, reserved_micros)
     select project_id, day, model_id, 900000 from capture_tasks where project_id = $1`,
  );
  assert.deepEqual(await ask(0.1), { blocked: "batch" });
  assert.deepEqual(await told(), []);
});
