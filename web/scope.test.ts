import assert from "node:assert/strict";
import { test } from "node:test";
import { countFilters, leadsInput, monthBefore, readScope, reportInput } from "./scope.ts";

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

test("days are compared with the same ones a month earlier, a month with the whole one before", () => {
  const before = (from: string, to: string) => {
    const days = monthBefore({ from, to }, "UTC");
    return days && [days.vs_from, days.vs_to];
  };
  assert.deepEqual(before("2026-11-01", "2026-11-25"), ["2026-10-01", "2026-10-25"]);
  assert.deepEqual(before("2026-03-01", "2026-03-31"), ["2026-02-01", "2026-02-28"]);
  assert.deepEqual(before("2026-02-01", "2026-02-28"), ["2026-01-01", "2026-01-31"]);
  assert.deepEqual(before("2026-03-01", "2026-03-15"), ["2026-02-01", "2026-02-15"]);
  // Longer than a month: some of them would be in both.
  assert.equal(before("2026-10-01", "2026-11-25"), undefined);
});
