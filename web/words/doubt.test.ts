import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { asShown, leavesOutZero, readsAsNone, saySigned, verdictOf, whyUnshown } from "./doubt.ts";
import { decimal, points } from "./numbers.ts";

test("a change is more than chance, may be chance, or was not tested, with the reason where one is known", () => {
  const change = { low: -0.1, high: 0.2, significant: false };
  assert.equal(verdictOf({ ...change, low: 0.1, significant: true }), "more than chance");
  assert.equal(verdictOf(change), "may be chance");
  const untested = { low: null, high: null, significant: null };
  assert.equal(verdictOf(untested), "not tested");
  assert.equal(verdictOf({ ...untested, reason: "too few days" }), "not tested: too few days");
});

test("an interval leaves out 0 where both ends lie on one side of it", () => {
  assert(leavesOutZero({ low: 0.01, high: 0.2 }) && leavesOutZero({ low: -0.2, high: -0.01 }));
  assert(!leavesOutZero({ low: -0.1, high: 0.02 }) && !leavesOutZero({ low: 0, high: 0.02 }));
  assert(!leavesOutZero({ low: null, high: null }));
});

test("no change whose interval leaves out 0 is plainly called chance, and none that does not is called so among many", () => {
  const end = fc.double({ min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(end, end, (one, other) => {
      const change = { low: Math.min(one, other), high: Math.max(one, other), significant: false };
      const said = leavesOutZero(change) ? "may be chance among so many" : "may be chance";
      assert.equal(verdictOf(change), said);
    }),
  );
});

test("a change over too few days or too little data is not shown, one of few prompts and one that was tested are", () => {
  assert.equal(
    whyUnshown({ significant: null, reason: "too few days" }),
    "too few days to compare",
  );
  assert.equal(
    whyUnshown({ significant: null, reason: "not enough data" }),
    "too little data to compare",
  );
  assert.equal(whyUnshown({ significant: null, reason: "too few prompts" }), null);
  assert.equal(whyUnshown({ significant: null }), null);
  assert.equal(whyUnshown({ significant: false }), null);
});

test("a difference agrees with the two numbers as they are shown, unless other answers count in it", () => {
  const rank = (value: number) => value.toFixed(1);
  assert.equal(asShown({ value: 0.18 }, [1.86, 2.04], rank).value?.toFixed(1), "0.1");
  assert.equal(asShown({ value: 0.01 }, [2.149, 2.159], rank).value?.toFixed(1), "0.1");
  const share = (value: number) => `${(value * 100).toFixed(1)}\u00A0%`;
  assert.equal(asShown({ value: 0.0012 }, [0.3004, 0.3016], share).value?.toFixed(3), "0.002");
  assert.equal(asShown({ value: 0.05 }, [0.3, 0.4], share).value, 0.05, "of other answers");
  assert.equal(asShown({ value: null }, [0.3, 0.4], share).value, null);
  assert.equal(asShown({ value: 0.05 }, [null, 0.4], share).value, 0.05);
});

test("a change that reads as 0 is none, unless it is certain: then it has a digit more", () => {
  const none = { value: 0, significant: false };
  assert(readsAsNone(none, points) && readsAsNone({ value: -0.0004, significant: null }, points));
  assert(!readsAsNone({ value: 0.001, significant: false }, points));
  assert(!readsAsNone({ value: null, significant: null }, points));
  const least = asShown({ value: -0.04, significant: true }, [2.03, 1.99], decimal);
  assert(!readsAsNone(least, decimal));
  assert.equal(saySigned(least, decimal), "−0.04");
  assert.equal(saySigned({ value: 0.12, significant: true }, decimal), "+0.1");
});
