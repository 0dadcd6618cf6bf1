import assert from "node:assert/strict";
import { test } from "node:test";
import { leavesOutZero, verdictOf } from "./doubt.ts";

test("a change is more than chance, may be chance, or was not tested, with the reason where one is known", () => {
  assert.equal(verdictOf({ significant: true }), "more than chance");
  assert.equal(verdictOf({ significant: false }), "may be chance");
  assert.equal(verdictOf({ significant: null }), "not tested");
  assert.equal(
    verdictOf({ significant: null, reason: "too few days" }),
    "not tested: too few days",
  );
});

test("an interval leaves out 0 where both ends lie on one side of it", () => {
  assert(leavesOutZero({ low: 0.01, high: 0.2 }) && leavesOutZero({ low: -0.2, high: -0.01 }));
  assert(!leavesOutZero({ low: -0.1, high: 0.02 }) && !leavesOutZero({ low: 0, high: 0.02 }));
  assert(!leavesOutZero({ low: null, high: null }));
});
