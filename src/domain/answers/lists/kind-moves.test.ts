import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { makeRandom } from "../../../../bench/seeded-worlds.ts";
import { ASKED_FOR, findKindMoves, type KindDay, SERVED } from "./kind-moves.ts";

const daysOf = (counts: readonly Record<string, number>[]): KindDay[] =>
  counts.map((of, at) => ({
    date: addDays("2026-03-01", at),
    counts: new Map(Object.entries(of)),
  }));

test("versions that a provider serves side by side are no change, whichever leads on a day", () => {
  for (const share of [0.5, 0.4]) {
    for (let seed = 1; seed <= 20; seed++) {
      const random = makeRandom(seed);
      const days = Array.from({ length: 365 }, () => {
        const second = Array.from({ length: 40 }, random).filter((one) => one < share).length;
        return { "v-1": 40 - second, "v-2": second };
      });
      assert.deepEqual(findKindMoves(daysOf(days), SERVED), [], `${share}, ${seed}`);
    }
  }
});

test("ways of asking that go on side by side, as of two countries, are no change either", () => {
  const days = Array.from({ length: 60 }, (_, day) => ({ US: 10 - (day % 3), DE: 10 - (day % 2) }));
  assert.deepEqual(findKindMoves(daysOf(days), ASKED_FOR), []);
});

test("a version is another from the first day on which it leads and after which it stays", () => {
  const [old, fresh] = [{ "v-1": 40 }, { "v-2": 40 }];
  const found = [{ date: "2026-03-15", value: "v-2", previous_value: "v-1" }];
  const switched = [...Array(14).fill(old), ...Array(14).fill(fresh)];
  assert.deepEqual(findKindMoves(daysOf(switched), SERVED), found);
  assert.deepEqual(
    findKindMoves(daysOf(switched.slice(0, 16)), SERVED),
    found,
    "on its second day",
  );
  assert.deepEqual(findKindMoves(daysOf(switched.slice(0, 15)), SERVED), []);
  const one = [...Array(14).fill(old), fresh, ...Array(14).fill(old)];
  assert.deepEqual(findKindMoves(daysOf(one), SERVED), [], "one day of another");
  // Little by little, over six weeks.
  const rolled = Array.from({ length: 56 }, (_, day) => {
    const second = Math.max(0, Math.min(40, day - 7));
    return { "v-1": 40 - second, "v-2": second };
  });
  const [only, ...others] = findKindMoves(daysOf(rolled), SERVED);
  assert.deepEqual([only?.value, others], ["v-2", []]);
  assert.ok(only && only.date > "2026-03-28" && only.date < "2026-04-15", only?.date);
});
