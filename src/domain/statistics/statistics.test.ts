import assert from "node:assert/strict";
import { test } from "node:test";
import { naiveStanding } from "../../../test/kit/naive-changes.ts";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { differenceOf } from "./brand-difference.ts";
import { type CellSums, cellsOfCounts } from "./cell-sums.ts";
import { changeVerdict } from "./change-verdict.ts";
import { correlationOfMeans, dependenceOf, inflation } from "./dependence.ts";
import { standing } from "./false-discoveries.ts";
import { endsForQuestions, endsOfShare, spreadAgain, spreadOfQuestions } from "./row-intervals.ts";

test("of many tests those stand that Benjamini and Hochberg let stand; what is not tested counts nowhere", () => {
  const random = makeRandom(3);
  for (let round = 0; round < 200; round++) {
    const tests = Array.from({ length: random(30) }, () =>
      random(5) === 0 ? null : random(1_000) ** 3 / 1e9,
    );
    assert.deepEqual(standing(tests), naiveStanding(tests));
  }
  assert.deepEqual(standing([0.04, null, 0.9, 0.9]), [false, null, false, false]);
  assert.deepEqual(standing([0.04]), [true]);
});

/** Cells of ten days, all of one model and a prompt each: on how many days the brand is named. */
function cellsOf(named: readonly number[]): CellSums {
  const part = Float64Array.from(named);
  const whole = part.map(() => 10);
  return {
    ...{ answers: whole, units: whole, part, whole, part2: part, product: part, whole2: whole },
  };
}

test("a change that all prompts share is told, one that a single prompt makes is not", () => {
  const prompt = Int32Array.from({ length: 12 }, (_, at) => at);
  const verdict = (before: number[], now: number[]) =>
    changeVerdict({ prompt, prompts: 12, before: cellsOf(before), now: cellsOf(now) });
  const none = Array.from(prompt, () => 0);
  const all = verdict(
    none,
    Array.from(prompt, () => 10),
  );
  assert.ok(typeof all !== "string" && all.value === 1 && all.low > 0.9 && all.p < 1e-9);
  const one = verdict(none, [10, ...none.slice(1)]);
  assert.ok(typeof one !== "string" && one.low < 0 && one.p > 0.3);
  const same = verdict(none, none);
  assert.ok(typeof same !== "string" && same.value === 0 && same.p === 1);
  const few = changeVerdict({
    ...{ prompt: prompt.slice(0, 4), prompts: 4 },
    ...{ before: cellsOf([1, 2, 3, 4]), now: cellsOf([5, 6, 7, 8]) },
  });
  assert.equal(few, "too few prompts");
  const empty = { part: 0, answers: 0 };
  const unasked = cellsOfCounts(Array.from(prompt, () => empty));
  const cells = { prompt, prompts: 12, before: unasked, now: cellsOf(none) };
  assert.equal(changeVerdict(cells), "too few prompts");
});

test("dependence is found in short series, and makes answers worth fewer", () => {
  const random = makeRandom(7);
  for (const repeats of [0, 30, 60, 90]) {
    const sum = { products: 0, pairs: 0, squares: 0, units: 0, cells: 0 };
    for (let cell = 0; cell < 4_000; cell++) {
      const days: number[] = [];
      for (let day = 0; day < 7; day++) {
        const isRepeat = day > 0 && random(100) < repeats;
        days.push(isRepeat ? (days[day - 1] ?? 0) : random(2));
      }
      const mean = days.reduce((all, one) => all + one, 0) / 7;
      if (mean === 0 || mean === 1) continue;
      const off = days.map((one) => one - mean);
      sum.cells++;
      sum.units += 7;
      sum.pairs += 6;
      sum.squares += off.reduce((all, one) => all + one ** 2, 0);
      sum.products += off.slice(1).reduce((all, one, at) => all + one * (off[at] ?? 0), 0);
    }
    const found = dependenceOf(sum);
    assert.ok(found !== null && Math.abs(found - repeats / 100) < 0.05, `${repeats}: ${found}`);
  }
  assert.equal(inflation(0, 30), 1);
  // Three days, each correlated by a half with the next: (3 + 2 (2/2 + 1/4)) / 3.
  assert.ok(Math.abs(inflation(0.5, 3) - 5.5 / 3) < 1e-12);
  assert.equal(dependenceOf({ products: 1, pairs: 10, squares: 4, units: 12, cells: 2 }), null);
});

test("two periods of days that repeat each other differ by less than two that know nothing of each other", () => {
  // Two days and the two after them, each correlated by a half with the next: 1/2 + 1/4 + 1/4 + 1/8 of 2 (1 + 1/2).
  const weeks = { before: 2, now: 2 };
  assert.ok(Math.abs(correlationOfMeans(0.5, weeks) - 0.375) < 1e-12);
  assert.ok(Math.abs(correlationOfMeans(0.5, { ...weeks, apart: 1 }) - 0.1875) < 1e-12);
  assert.equal(correlationOfMeans(0.5, { ...weeks, apart: Number.POSITIVE_INFINITY }), 0);
  assert.equal(correlationOfMeans(0, weeks), 0);
  const prompt = Int32Array.from({ length: 30 }, (_, at) => at);
  const cells = (shift: number) => cellsOf(Array.from(prompt, (at) => 3 + ((at + shift) % 5)));
  const verdict = (correlation: number) => {
    const spread = { variance: 0.01, freedom: 200 };
    const again = { before: spread, now: spread, correlation };
    return changeVerdict({ prompt, prompts: 30, before: cells(0), now: cells(2), again });
  };
  const [apart, together] = [verdict(0), verdict(0.6)];
  assert.ok(typeof apart !== "string" && typeof together !== "string");
  assert.ok(together.high - together.low < 0.8 * (apart.high - apart.low));
});

test("the same prompts again spread less than questions like these; both stay within 0 to 1", () => {
  const cells = cellsOf([0, 0, 1, 5, 9, 10, 10, 10]);
  const prompt = Int32Array.from({ length: 8 }, (_, at) => at);
  const [again, questions] = [
    spreadAgain(cells, { dependence: 0 }),
    spreadOfQuestions(cells, { prompt, prompts: 8 }),
  ];
  assert(again && questions);
  // Of each cell p (1 - p) / 9, each an eighth of the mean.
  const expected = (0.1 * 0.9 * 2 + 0.25) / 9 / 64;
  assert.ok(Math.abs(again.variance - expected) < 1e-12);
  assert.ok(again.variance < questions.variance / 5);
  const dependent = spreadAgain(cells, { dependence: 0.6 });
  assert.ok(dependent && dependent.variance > 3 * again.variance);
  for (const share of [0, 0.01, 0.5, 1]) {
    const narrow = endsOfShare(share, again, { worth: 80 });
    const wide = endsForQuestions(share, questions, { prompts: 8, each: 1 });
    for (const { low, high } of [narrow, wide])
      assert.ok(0 <= low && low <= share && share <= high && high <= 1);
    assert.ok(wide.high - wide.low > narrow.high - narrow.low);
  }
  const four = spreadOfQuestions(cellsOf([1, 2, 3, 4]), { prompt: prompt.slice(0, 4), prompts: 4 });
  assert.equal(four, null);
});

test("a difference of days that are all alike is not taken for certain, whatever is rounded", () => {
  for (const [units, each] of [
    [4, 5],
    [7, 6],
    [28, 10],
  ] as const) {
    const one = (value: number) => Float64Array.of(value);
    const cells = {
      ...{ answers: one(units * each), units: one(units), part: one(units), part2: one(units) },
      ...{ whole: one(units * each), whole2: one(units * each ** 2), product: one(units * each) },
    };
    const of = { prompt: Int32Array.of(0), prompts: 1, dependence: 0 };
    const { low = 0, high = 0 } = differenceOf(cells, of) ?? {};
    assert.ok(high - low > 0.1, `${units} days of ${each}: ${low} to ${high}`);
  }
});
