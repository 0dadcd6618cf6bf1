import assert from "node:assert/strict";
import { test } from "node:test";
import { type CellSums, emptyCells } from "./cell-sums.ts";
import { changeAgain } from "./change-again.ts";
import { standing } from "./false-discoveries.ts";

/** Numbers between 0 and 1 that come in the same order each time. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Asked = { days: number; repeats?: number; last?: boolean[] };

/**
 * Cells of one answer a day, each naming the brand as often as `shares` says; one `repeats` the day before's so often,
 * the first of a cell the `last` of it, which are then the last of these.
 */
function ask(
  shares: readonly number[],
  { days, repeats = 0, last = [] }: Asked,
  random: () => number,
): CellSums {
  const cells = emptyCells(shares.length);
  for (const [at, share] of shares.entries()) {
    let named = 0;
    for (let day = 0; day < days; day++) {
      const isKept = repeats > 0 && last[at] !== undefined && random() < repeats;
      if (!isKept) last[at] = random() < share;
      named += last[at] ? 1 : 0;
    }
    for (const [series, value] of Object.entries({
      ...{ answers: days, units: days, whole: days, whole2: days },
      ...{ part: named, part2: named, product: named },
    })) {
      cells[series as keyof CellSums][at] = value;
    }
  }
  return cells;
}
const NONE = { dependence: { before: 0, now: 0 }, apart: 0 };
const verdictOf = (before: CellSums, now: CellSums, chosen: number[], dependent = NONE) => {
  const verdict = changeAgain({ before, now }, chosen, dependent);
  assert.ok(typeof verdict !== "string");
  return verdict;
};

test("where nothing changed, hardly a split calls a part of it changed; a real change is found", () => {
  const random = makeRandom(7);
  const [splits, prompts] = [300, 40];
  let [wrong, found, covered] = [0, 0, 0];
  for (let split = 0; split < splits; split++) {
    // Two models a prompt.
    const shares = Array.from({ length: 2 * prompts }, () => random() ** 2);
    const [before, same] = [ask(shares, { days: 7 }, random), ask(shares, { days: 7 }, random)];
    const verdicts = Array.from({ length: prompts }, (_, at) =>
      verdictOf(before, same, [2 * at, 2 * at + 1]),
    );
    covered += verdicts.filter(({ low, high }) => low <= 0 && high >= 0).length;
    if (standing(verdicts.map(({ p }) => p)).some((stands) => stands)) wrong++;
    const risen = ask([0.95, 0.95], { days: 7 }, random);
    const fallen = ask([0.05, 0.05], { days: 7 }, random);
    if (verdictOf(fallen, risen, [0, 1]).p < 0.05 / prompts) found++;
  }
  assert.ok(wrong / splits <= 0.05, `${wrong} of ${splits} splits`);
  assert.ok(covered / (splits * prompts) >= 0.95, `${covered} intervals hold zero`);
  assert.ok(found / splits > 0.9, `${found} of ${splits} changes found`);
});

test("where days repeat each other, weeks next to each other are expected to differ by less, but no less than they do", () => {
  const random = makeRandom(11);
  const [worlds, repeats] = [4_000, 0.9];
  const dependence = { before: repeats, now: repeats };
  const outside = { next: 0, apart: 0 };
  for (let world = 0; world < worlds; world++) {
    const shares = Array.from({ length: 12 }, () => 0.3 + 0.4 * random());
    const last = shares.map((share) => random() < share);
    const [before, now] = [1, 2].map(() => ask(shares, { days: 7, repeats, last }, random));
    if (!before || !now) throw new Error("two weeks were asked");
    const chosen = [...shares.keys()];
    const differs = (apart: number) =>
      verdictOf(before, now, chosen, { dependence, apart }).p < 0.05;
    if (differs(0)) outside.next++;
    if (differs(1_000)) outside.apart++;
  }
  assert.ok(outside.next / worlds <= 0.07, `${outside.next} of ${worlds} weeks differ`);
  assert.ok(outside.next > 2 * outside.apart, `${outside.apart} without what weeks share`);
});

test("answers of which nobody knows how they repeat each other call chance no change", () => {
  const random = makeRandom(13);
  const [worlds, prompts, repeats] = [400, 4, 0.9];
  const wrong = { free: 0, unknown: 0 };
  for (let world = 0; world < worlds; world++) {
    const shares = Array.from({ length: prompts }, () => random());
    const last = shares.map((share) => random() < share);
    const [before, now] = [1, 2].map(() => ask(shares, { days: 28, repeats, last }, random));
    if (!before || !now) throw new Error("two months were asked");
    const isTold = (dependence: { before: number | null; now: number | null }) => {
      const ps = shares.map((_, at) => {
        const change = changeAgain({ before, now }, [at], { dependence, apart: 0 });
        return typeof change === "string" ? null : change.p;
      });
      return standing(ps).some((stands) => stands);
    };
    if (isTold(NONE.dependence)) wrong.free++;
    if (isTold({ before: null, now: null })) wrong.unknown++;
  }
  assert.ok(wrong.free / worlds > 0.2, `${wrong.free} of ${worlds} if they were independent`);
  assert.ok(wrong.unknown / worlds <= 0.05, `${wrong.unknown} of ${worlds} as they are taken`);
});

test("a cell of a single unit tells nothing, and no change at all is no discovery", () => {
  const random = makeRandom(3);
  const one = ask([0.5], { days: 1 }, random);
  assert.equal(changeAgain({ before: one, now: one }, [0], NONE), "not enough data");
  const never = ask([0], { days: 7 }, random);
  const { value, low, high, p } = verdictOf(never, never, [0]);
  assert.deepEqual([value, p], [0, 1]);
  assert.ok(low < 0 && high > 0);
});
