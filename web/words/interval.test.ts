import assert from "node:assert/strict";
import { test } from "node:test";
import { sayBrackets, sayInterval } from "./interval.ts";
import { decimal, points } from "./numbers.ts";

test("an interval has the sign of each end and no unit, and none that leaves out 0 reads as if it did not", () => {
  assert.equal(sayInterval({ low: 0.136, high: 0.218 }, points), "+13.6 to +21.8");
  assert.equal(sayInterval({ low: -0.012, high: 0.03 }, points), "−1.2 to +3.0");
  assert.equal(sayInterval({ low: -0.0301, high: -0.0003 }, points), "−3.01 to −0.03");
  assert.equal(sayInterval({ low: -0.0002, high: 0.03 }, points), "0.0 to +3.0");
  assert.equal(sayInterval({ low: -0.4, high: -0.1 }, decimal), "−0.4 to −0.1");
  assert.equal(sayInterval({ low: null, high: 0.03 }, points), null);
});

test("what stands in brackets is said, and why a change may be chance whose interval leaves out 0", () => {
  const change = { low: 0.01, high: 0.2, significant: true };
  assert.equal(sayBrackets(change), "In brackets: the 95\u00A0% interval of the change.");
  assert.match(
    sayBrackets({ ...change, significant: false }),
    /change\. By itself .* by chance\.$/,
  );
  assert.equal(sayBrackets({ low: null, high: null, significant: null }), "");
});
