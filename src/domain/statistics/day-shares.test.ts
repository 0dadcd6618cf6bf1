import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { type Counted, differenceOfDays, eachAgainstOthers } from "./day-shares.ts";
import { standing } from "./false-discoveries.ts";

const dayOf = (at: number) => addDays("2026-03-01", at);
const seriesOf = (days: readonly Counted[]) => new Map(days.map((one, at) => [dayOf(at), one]));

test("a difference by days is that of the pooled shares, its variance what days leave over", () => {
  const [four, ten] = [4, 10].map(
    (whole) =>
      (part: number): Counted => ({ part, whole }),
  );
  assert.ok(four && ten);
  // Off by (1, -1, 1, -1) / 16 of the one, and by nothing of the other.
  const pairs = [3, 1, 3, 1].map((part) => ({ one: four(part), other: ten(3) }));
  const { value, variance, days } = differenceOfDays(pairs);
  assert.ok(Math.abs(value - (8 / 16 - 12 / 40)) < 1e-12);
  assert.equal(days, 4);
  assert.ok(Math.abs(variance - (4 / 3) * 4 * (1 / 16) ** 2) < 1e-12, `${variance}`);
  // In pairs, neighbours are alike: of the squares 1/4 is the products' part, and 1/4 is put back.
  const alike = [3, 3, 1, 1].map((part) => ({ one: four(part), other: ten(3) }));
  assert.ok(Math.abs(differenceOfDays(alike).variance / variance - 3) < 1e-12);
});

test("each is held against all others on the days of both, and nothing is said of fewer than seven", () => {
  const days = (part: number, count: number) =>
    seriesOf(Array.from({ length: count }, (_, at) => ({ part: part - (at % 2), whole: 10 })));
  const [low, high, short] = eachAgainstOthers([days(5, 8), days(9, 9), days(9, 6)]);
  assert.equal(short, null);
  assert.ok(low && high);
  // On eight days one of the others answers, on six of them the second, too.
  const [own, others] = [36 / 80, (68 + 51) / 140];
  assert.ok(low.high < 0 && low.p < 0.001);
  assert.ok(Math.abs(low.value - (own - others)) < 1e-12, `${low.value}`);
  assert.ok(high.low > 0);
  assert.deepEqual(eachAgainstOthers([days(5, 30)]), [null], "there are no others");
});

/** Days of some assistants whose outages begin by chance and last; `worse`: how much more the first fails. */
function simulate(
  random: () => number,
  {
    models,
    days,
    start,
    lasts,
    worse = 0,
  }: Record<"models" | "days" | "start" | "lasts", number> & {
    worse?: number;
  },
) {
  return Array.from({ length: models }, (_, model) => {
    let [left, outage] = [0, 0];
    return seriesOf(
      Array.from({ length: days }, (): Counted => {
        if (left > 0) left--;
        else if (random() < start)
          [left, outage] = [Math.floor(-Math.log(1 - random()) * lasts), random()];
        else outage = 0;
        const fails = 0.01 + outage + (model === 0 ? worse : 0);
        const part = Array.from({ length: 24 }, () => random() >= fails).filter(Boolean).length;
        return { part, whole: 24 };
      }),
    );
  });
}

test("where all fail alike, in bursts, at most about 5 % of looks call any assistant different; one that fails more is found", () => {
  const below = makeRandom(31);
  const random = () => below(2 ** 31) / 2 ** 31;
  const looks = 200;
  const tell = (asked: Parameters<typeof simulate>[1]) => {
    let [any, first] = [0, 0];
    for (let look = 0; look < looks; look++) {
      const tests = eachAgainstOthers(simulate(random, asked)).map((one) => one?.p ?? null);
      const stands = standing(tests);
      if (stands.some(Boolean)) any++;
      if (stands[0]) first++;
    }
    return { any, first };
  };
  for (const models of [2, 4, 8])
    for (const days of [7, 14, 30])
      for (const [start, lasts] of [
        [0, 0],
        [0.1, 0.5],
        [0.05, 2],
      ] as const) {
        const { any } = tell({ models, days, start, lasts });
        assert.ok(any <= 0.06 * looks, `${any} of ${looks}: ${models}, ${days}, ${start}`);
      }
  for (const models of [2, 4]) {
    const { first } = tell({ models, days: 30, start: 0.05, lasts: 0.5, worse: 0.2 });
    assert.ok(first >= 0.85 * looks, `${first} of ${looks} with ${models}`);
  }
});
