import assert from "node:assert/strict";
import { test } from "node:test";
import { run } from "#core/run.ts";
import { countTasks, queryProject, readMoney } from "../../../../test/kit/failing-provider.ts";
import { makePriced } from "../../../../test/kit/priced-provider.ts";
import { adviceOf } from "../health/problem.ts";
import { setBudget } from "./set-budget.ts";

// An answer is estimated at 0.01 USD and costs 0.1: its price is wrong by ten times.
const WRONG = {
  ...({ provider: "openrouter", model: "openai/gpt-6-sol" } as const),
  price: { input: 0, output: 0, search: 0, answer: 0.01 },
};
const COST = 100_000;

for (const [cap_usd, prompts, done] of [
  [0.35, 12, 3],
  [1, 20, 10],
  [0.11, 5, 1],
] as const) {
  test(`with prices wrong by ten times a cap of ${cap_usd} USD is never passed`, async () => {
    const { world, state, work } = await makePriced({ ...WRONG, prompts });
    state.usage = { cost: COST / 1e6 };
    await run(setBudget, world.context(), { daily_cap_usd: cap_usd, monthly_cap_usd: null });
    await work();
    const spent = done * COST;
    assert.deepEqual(await readMoney(world), { spent, held: 0, tasks: spent });
    assert.deepEqual(await countTasks(world), { done, skipped_budget: prompts - done });
    assert.equal(state.asked, done);
  });
}

test("a cap smaller than one answer is passed by that one answer and no other", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 5 });
  state.usage = { cost: COST / 1e6 };
  await run(setBudget, world.context(), { daily_cap_usd: 0.05, monthly_cap_usd: null });
  await work();
  assert.deepEqual(await readMoney(world), { spent: COST, held: 0, tasks: COST });
});

test("a cap smaller than one answer says so, on the next day too, when it is waited for in vain", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 2 });
  state.usage = { cost: COST / 1e6 };
  await run(setBudget, world.context(), { daily_cap_usd: 0.05, monthly_cap_usd: 5 });
  await work();
  await queryProject(world, "update capture_ledger set day = day - 1 where project_id = $1");
  await run(setBudget, world.context(), { daily_cap_usd: 0.06, monthly_cap_usd: 5 });
  await work();
  const skipped = "select error from capture_tasks where project_id = $1 and answer_id is null";
  const message = "The daily budget is 0.06 USD, and one answer may cost 0.1 USD.";
  assert.deepEqual(await queryProject(world, skipped), [{ error: message }]);
  const { todo } = adviceOf({ problem: "budget_used_up", message, said: null });
  assert.equal(todo, "Raise the budget: it is not asked until then.");
});

test("what is only set aside makes questions wait, and skips none that there is room for", async () => {
  const { world, state, work } = await makePriced({
    ...WRONG,
    ...{ prompts: 6, price: { ...WRONG.price, answer: 0.1 } },
  });
  state.usage = { cost: COST / 1e6 };
  await run(setBudget, world.context(), { daily_cap_usd: 0.8, monthly_cap_usd: null });
  await work();
  assert.deepEqual(await countTasks(world), { done: 6 });
  assert.ok(state.most_open <= 4, `${state.most_open} at once`);
});

test("without a cap nobody waits for the first answer", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 16 });
  state.usage = { cost: COST / 1e6 };
  state.together = 4;
  await work();
  assert.deepEqual(await countTasks(world), { done: 16 });
  assert.ok(state.most_open >= 4);
});

test("an answer that failed and was billed all the same is counted, and held by the cap", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 4 });
  state.usage = { prompt_tokens: 20_000, completion_tokens: 3_000, cost: COST / 1e6 };
  state.error = { code: 502, message: "Upstream error" };
  await run(setBudget, world.context(), { daily_cap_usd: 0.35, monthly_cap_usd: null });
  await work();
  assert.equal(state.asked, 3);
  assert.deepEqual(await readMoney(world), { spent: 3 * COST, held: 0, tasks: 3 * COST });
});

test("a question whose answers fail and are billed is asked again once", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 1 });
  state.usage = { cost: COST / 1e6 };
  state.error = { code: 502, message: "Upstream error" };
  await work();
  assert.deepEqual([state.asked, await countTasks(world)], [2, { failed: 1 }]);
});

test("a question whose answer fails for want of credit, and is billed, is asked again once", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 1 });
  state.idle_ms = 300_000;
  state.usage = { cost: COST / 1e6 };
  state.error = { code: 402, message: "Insufficient credits" };
  await work(1);
  assert.deepEqual([state.asked, await countTasks(world)], [2, { failed: 1 }]);
});

test("a question that was told to wait, and costs then, is asked again once", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 1 });
  const isFirst = () => state.asked === 1;
  const error = () => ({ code: isFirst() ? 429 : 502, message: "Not now" });
  const usage = () => (isFirst() ? {} : { cost: COST / 1e6 });
  Object.defineProperties(state, { error: { get: error }, usage: { get: usage } });
  await work();
  assert.deepEqual([state.asked, await countTasks(world)], [3, { failed: 1 }]);
});

test("a failure inside an answer that names no cost is counted at nothing", async () => {
  const { world, state, work } = await makePriced({ ...WRONG, prompts: 1 });
  state.usage = { prompt_tokens: 0, completion_tokens: 0, cost: 0 };
  state.error = { code: 400, message: "No such field" };
  await work();
  assert.deepEqual(await readMoney(world), { spent: 0, held: 0, tasks: 0 });
});
