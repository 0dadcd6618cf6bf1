import assert from "node:assert/strict";
import { test } from "node:test";
import { type Mover, sortMovers } from "./movers.ts";

const mover = (id: string, before: number, now: number, significant: boolean | null = null) =>
  ({
    ...{ id, name: id, before, now, counts: { before: 1, now: 1 } },
    change: { value: now - before, low: null, high: null, significant },
  }) satisfies Mover;

test("what moved is up, down, new or lost, and what is more than chance comes first", () => {
  const found = sortMovers([
    mover("a", 0.1, 0.9),
    mover("b", 0.1, 0.2, true),
    mover("c", 0.1, 0.4, false),
    mover("d", 0.5, 0.4, true),
    mover("e", 0, 0.3),
    mover("f", 0, 0.4),
    mover("g", 0.2, 0),
    mover("h", 0.2, 0.2),
    mover("i", 0, 0),
  ]);
  const ids = (list: Mover[]) => list.map(({ id }) => id).join("");
  assert.deepEqual(
    [ids(found.up), ids(found.down), ids(found.fresh), ids(found.lost)],
    ["bca", "d", "fe", "g"],
  );
});

test("a change of the prompts that both periods have decides what is up and down", () => {
  const other = (value: number | null) => ({
    ...mover("j", 0.4, 0.5),
    change: { value, low: null, high: null, significant: null },
  });
  const { up, down } = sortMovers([other(-0.02)]);
  assert.deepEqual([up.length, down.length], [0, 1]);
});
