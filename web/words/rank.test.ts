import assert from "node:assert/strict";
import { test } from "node:test";
import { newestRank, ordinal, ownRank } from "./rank.ts";

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

test("the newest days have a rank of their own where it is another than the range's", () => {
  const all = rowsOf(0.4, 0.5, 0.6);
  assert.equal(newestRank(all, rowsOf(0.558, 0.5, 0.1)), 1);
  assert.equal(newestRank(all, rowsOf(0.3, 0.5, 0.6)), null);
  assert.equal(newestRank(all, rowsOf(null, 0.5, 0.6)), null);
});
