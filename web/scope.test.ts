import assert from "node:assert/strict";
import { test } from "node:test";
import { countFilters, readScope, reportInput } from "./scope.ts";

test("a rival that is mentioned and an own brand that is not are kept in the address and choose answers together", () => {
  const scope = readScope({ mentioned: ["brd_rival"], not_mentioned: ["brd_own"] });
  assert.deepEqual(reportInput(scope, "UTC").filters, [
    { field: "not_brand_id", operator: "not_in", values: ["brd_rival"] },
    { field: "not_brand_id", operator: "in", values: ["brd_own"] },
  ]);
  assert.equal(countFilters(scope), 2);
});
