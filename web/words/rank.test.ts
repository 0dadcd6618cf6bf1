import assert from "node:assert/strict";
import { test } from "node:test";
import { ordinal, ownRank } from "./rank.ts";

const rowsOf = (own: number | null, ...others: (number | null)[]) =>
  [own, ...others].map((visibility, n) => ({
    visibility,
    brand: { is_own: n === 0 },
  }));

test("the own brand's rank is one more than the brands before it, none without answers", () => {
  assert.equal(ownRank(rowsOf(0.4, 0.5, 0.4, 0.1, null)), 2);
  assert.equal(ownRank(rowsOf(null, 0.5)), null);
  assert.deepEqual([1, 2, 3, 4, 11, 22].map(ordinal), ["1st", "2nd", "3rd", "4th", "11th", "22nd"]);
});
