import assert from "node:assert/strict";
import { test } from "node:test";
import { countFilters, leadsInput, readScope, reportInput } from "./scope.ts";

test("a rival that is mentioned and an own brand that is not are kept in the address and choose answers together", () => {
  const scope = readScope({ mentioned: ["brd_rival"], not_mentioned: ["brd_own"] });
  assert.deepEqual(reportInput(scope, "UTC").filters, [
    { field: "not_brand_id", operator: "not_in", values: ["brd_rival"] },
    { field: "not_brand_id", operator: "in", values: ["brd_own"] },
  ]);
  assert.equal(countFilters(scope), 2);
});

test("leads are looked for in answers whatever brands they mention, and it is said", () => {
  const scope = readScope({ topic: "tpc_1", mentioned: "brd_rival", not_mentioned: "brd_own" });
  const { input, cut } = leadsInput(scope, "UTC");
  assert.deepEqual(input.filters, [{ field: "topic_id", operator: "in", values: ["tpc_1"] }]);
  assert.match(cut, /these two filters do not count here/);
  assert.equal(leadsInput(readScope({ topic: "tpc_1" }), "UTC").cut, "");
});
