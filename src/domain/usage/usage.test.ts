import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../../test/kit/world.ts";

test("usage tells the plan, its limits and what is used of them", async () => {
  const world = await makeWorld({ plan: "agency/growth" });
  await world.rest("POST", "/brands", { name: "Umbra" });
  const { status, body } = await world.rest("GET", "/usage");
  assert.equal(status, 200);
  assert.deepEqual([body.plan, body.limits.brands, body.limits.projects], ["agency/growth", 25, 9]);
  assert.deepEqual(body.used, {
    prompts: 0,
    brands: 2,
    projects: 1,
    members: 1,
    captures_per_month: 0,
  });
  assert.deepEqual(body.recalculation, { is_running: false, brand_count: 0 });
  assert.deepEqual(body.runs, []);
  assert.deepEqual([body.budget.daily_cap_usd, body.budget.spent_this_month_usd], [null, 0]);
});

test("a plan without limits says so with null", async () => {
  const { body } = await (await makeWorld()).rest("GET", "/usage");
  assert.deepEqual([...new Set(Object.values(body.limits))], [null]);
});
