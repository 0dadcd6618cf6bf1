import assert from "node:assert/strict";
import { test } from "node:test";
import { PROVIDERS } from "#adapters/engines/registry.ts";
import { run } from "#core/run.ts";
import { readMoney } from "../../../../test/kit/failing-provider.ts";
import { makePriced } from "../../../../test/kit/priced-provider.ts";
import { listTargetsForUser } from "../targets/list-targets.ts";
import { updateTarget } from "../targets/update-target.ts";
import { estimateAnswer, type Priced } from "./answer-price.ts";

type Listed = Priced["listed"];

const SOL = { provider: "openai", model: "gpt-6-sol" } as const;

test("after twenty answers an estimate goes by what they used, and the page shows how it turned out", async () => {
  const { world, state, work } = await makePriced({ ...SOL, prompts: 25 });
  // 2 and 10 USD a million: 0.02 USD an answer, where 0.1 is usual.
  state.usage = { input_tokens: 5_000, output_tokens: 1_000 };
  const read = async () => {
    const [row] = (await run(listTargetsForUser, world.context(), {})).data;
    assert.ok(row);
    return row;
  };
  const before = await read();
  assert.deepEqual(
    [before.estimated_cost_usd, before.price_basis, before.measured],
    [0.1, "catalogue", null],
  );
  assert.match(before.price_as_of ?? "", /^2026-/);
  await work();
  assert.equal((await readMoney(world)).spent, 25 * 20_000);
  const after = await read();
  assert.deepEqual([after.estimated_cost_usd, after.estimated_from_answers], [0.02, 25]);
  const { answers, actual_usd, estimated_usd, ratio } = after.measured ?? {};
  assert.deepEqual([answers, actual_usd], [25, 0.5]);
  // Those in flight when the twentieth came were still expected to cost 0.1.
  assert.ok((estimated_usd ?? 0) >= 2 && (estimated_usd ?? 9) <= 2.5, `${estimated_usd}`);
  assert.equal(ratio, Math.round((estimated_usd ?? 0) * 200) / 100);
  const price = { input: 20, output: 100, search: 0, answer: 0 };
  const typed = await run(updateTarget, world.context(), { model_id: "mdl_priced", price });
  assert.deepEqual(
    [typed.price, typed.estimated_cost_usd, typed.price_basis, typed.measured],
    [price, 0.8, "typed", null],
    "a new price begins again",
  );
  const renamed = await run(updateTarget, world.context(), { model_id: "mdl_priced", name: "New" });
  assert.deepEqual(renamed.price, price);
  const listed = await run(updateTarget, world.context(), { model_id: "mdl_priced", price: null });
  assert.deepEqual([listed.price, listed.price_basis], [null, "catalogue"]);
});

test("an answer is booked by the price that was typed in, unless its provider says what it charged", async () => {
  const price = { input: 20, output: 100, search: 0, answer: 0.001 };
  const typed = await makePriced({ ...SOL, prompts: 2, price });
  typed.state.usage = { input_tokens: 5_000, output_tokens: 1_000 };
  await typed.work();
  assert.equal((await readMoney(typed.world)).spent, 2 * 201_000);
  const told = await makePriced({ provider: "openrouter", model: "x/y", prompts: 2, price });
  told.state.usage = { prompt_tokens: 5_000, completion_tokens: 1_000, cost: 0.004 };
  await told.work();
  assert.equal((await readMoney(told.world)).spent, 2 * 4_000);
});

test("an estimate from own answers keeps to its floor, its provider's reports, and the prices of today", () => {
  const asked = (provider: string, model: string, measured: object, listed: Listed = null) =>
    estimateAnswer(PROVIDERS, { provider, requested_model: model, price: null, listed, measured });
  const many = { answers: 40, reported: 0, searches: 0, estimated_micros: 0 };
  const tiny = { ...many, input_tokens: 400, output_tokens: 400, actual_micros: 200 };
  assert.equal(asked("openai", "gpt-6-sol", tiny)?.usd, 0.01, "a tenth of the usual");
  const few = { ...tiny, answers: 19 };
  assert.deepEqual(asked("openai", "gpt-6-sol", few)?.from_answers, 0);
  // What it cost when its price was another one does not count, what it used does.
  const used = { ...many, input_tokens: 400_000, output_tokens: 40_000, actual_micros: 9_000_000 };
  assert.equal(asked("openai", "gpt-6-sol", used)?.usd, 0.03);
  const told = { ...used, reported: 40, actual_micros: 2_000_000 };
  assert.deepEqual(asked("openrouter", "openai/gpt-6-sol", told), {
    ...{ usd: 0.05, basis: "reported", as_of: null, from_answers: 40 },
  });
  assert.equal(asked("openai_compatible", "m", told)?.usd, 0.05);
  assert.equal(asked("openai_compatible", "m", {}), null);
  // A deployment of any name: its answers say which model they are from.
  const deployed = { ...used, actual_micros: 1_200_000 };
  assert.equal(asked("azure_openai", "our-deployment", deployed)?.usd, 0.03);
  const list = { input_usd: 1, output_usd: 2, read_on: "2026-11-22" };
  // 20,000 tokens in, 4,000 out, and two searches at what they cost by the catalogue.
  assert.deepEqual(asked("openrouter", "openai/gpt-6-sol", {}, list), {
    ...{ usd: 0.048, basis: "listed", as_of: "2026-11-22", from_answers: 0 },
  });
  assert.equal(asked("openai_compatible", "m", {}, list)?.usd, 0.028);
});
