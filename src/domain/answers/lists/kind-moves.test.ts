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

test("after versions side by side a third that gives all answers is a change, whichever range is asked", () => {
  for (const [holds, mixed, then] of [
    [SERVED, { "v-1": 20, "v-2": 20 }, { "v-3": 40 }],
    [ASKED_FOR, { told: 20, not_told: 20 }, { from_there: 40 }],
  ] as const) {
    const days = daysOf([...Array(120).fill(mixed), ...Array(30).fill(then)]);
    const { date } = days[120] as KindDay;
    const [value, previous_value] = [Object.keys(then)[0], [...Object.keys(mixed)].sort()[0]];
    for (let start = 0; start < 120; start++) {
      const found = findKindMoves(days.slice(start), holds);
      assert.deepEqual(found, [{ date, value, previous_value }], `from day ${start} on`);
    }
  }
});

test("what is told of a day depends on the three months before it, not on where the days begin", () => {
  const sides = ["1", "2", "3", "12", "23", "133"];
  for (let seed = 1; seed <= 20; seed++) {
    const random = makeRandom(seed);
    const counts = Array.from({ length: 8 }).flatMap(() => {
      const side = sides[Math.floor(random() * sides.length)] ?? "";
      return Array.from({ length: 10 + Math.floor(random() * 80) }, () => {
        const of: Record<string, number> = {};
        for (let answer = 0; answer < 40; answer++) {
          const kind = `v-${side[Math.floor(random() * side.length)]}`;
          of[kind] = (of[kind] ?? 0) + 1;
        }
        return of;
      });
    });
    const days = daysOf(counts);
    const all = findKindMoves(days, SERVED);
    for (let start = 0; start < days.length - 92; start += 23) {
      const from = days[start + 92]?.date ?? "";
      const since = <Move extends { date: string }>(moves: Move[]) =>
        moves.filter(({ date }) => date >= from);
      const found = since(findKindMoves(days.slice(start), SERVED));
      assert.deepEqual(found, since(all), `${seed}, from day ${start} on`);
    }
  }
});
