import assert from "node:assert/strict";
import { test } from "node:test";
import { zeros } from "./zeros.ts";

test("lists of zeros are as long as was asked for, and none is part of another", () => {
  const lengths = Array.from({ length: 2_000 }, (_, at) => (at * 37) % 300);
  const lists = lengths.map((length, at) => {
    const list = zeros(length);
    assert.deepEqual([list.length, list.every((value) => value === 0)], [length, true]);
    return list.fill(at + 1);
  });
  for (const [at, list] of lists.entries()) assert.ok(list.every((value) => value === at + 1));
});
