import assert from "node:assert/strict";
import { test } from "node:test";
import { doubtOf, verdictOf } from "./doubt.ts";

test("noise is said where the interval holds 0; where it leaves out 0, that chance may be why among so many", () => {
  assert.equal(doubtOf({ low: -0.154, high: -0.012 }), "may be chance among so many");
  assert.equal(doubtOf({ low: 0.01, high: 0.2 }), "may be chance among so many");
  assert.equal(doubtOf({ low: -0.1, high: 0.02 }), "noise");
  assert.equal(doubtOf({ low: 0, high: 0.02 }), "noise");
  assert.equal(doubtOf({ low: null, high: null }), "noise");
});

test("a change is called certain, chance, noise or untested, with the reason where one is known", () => {
  const change = { value: 0.1, low: 0.02, high: 0.2, significant: false };
  assert.equal(verdictOf({ ...change, significant: true }), "more than noise");
  assert.equal(verdictOf(change), "may be chance");
  assert.equal(verdictOf({ ...change, low: -0.02 }), "noise");
  assert.equal(verdictOf({ ...change, significant: null }), "not tested");
  assert.equal(verdictOf({ ...change, significant: null, reason: "too few days" }), "too few days");
});
