import assert from "node:assert/strict";
import { test } from "node:test";
import { hasFeature, LEVELS, TIERS } from "#core/plans.ts";
import { hasApi } from "./plan.ts";

test("which plans have the REST API is as the server has it", () => {
  for (const tier of TIERS) {
    for (const level of LEVELS) {
      const plan = `${tier}/${level}` as const;
      assert.equal(hasApi(plan), hasFeature(plan, "rest_api"), plan);
    }
  }
});
