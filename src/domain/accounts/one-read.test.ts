import assert from "node:assert/strict";
import { test } from "node:test";
import { makeWorld } from "../../../test/kit/world.ts";
import { inOneRead } from "./one-read.ts";

test("lookups of one turn share a read that begins after them, and its failure; each gets its own answer", async () => {
  const { base } = await makeWorld();
  const reads: number[][] = [];
  const half = inOneRead<number, number>(async (_, numbers) => {
    reads.push(numbers);
    if (numbers.includes(13)) throw new Error("no luck");
    return numbers.map((number) => (number % 2 === 0 ? number / 2 : undefined));
  });
  assert.deepEqual(await Promise.all([half(base.db, 4), half(base.db, 5), half(base.db, 4)]), [
    2,
    undefined,
    2,
  ]);
  const failed = await Promise.allSettled([half(base.db, 13), half(base.db, 2)]);
  assert.deepEqual(
    failed.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  assert.equal(await half(base.db, 2), 1);
  assert.deepEqual(reads, [[4, 5, 4], [13, 2], [2]]);
  const many = await Promise.all(Array.from({ length: 450 }, (_, n) => half(base.db, 2 * n + 100)));
  assert.equal(many[449], 499);
  assert.deepEqual(
    reads.slice(3).map(({ length }) => length),
    [200, 200, 50],
  );
});
