import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { comparableOf, type Effect, type Series, shippedEffect } from "./shipped-effect.ts";

const below = makeRandom(15);
const random = () => below(2 ** 31) / 2 ** 31;
const DAYS = Array.from({ length: 56 }, (_, at) => at - 28);

/** Days around a shipping: the touched prompt has 4 answers a day, all others 60, and their moods have days in common. */
function simulateMoods({ rise }: { rise: number }): Series[] {
  let mood = 0;
  const common = new Map(
    DAYS.map((day) => {
      mood = 0.5 * mood + 0.1 * (random() - 0.5);
      // All prompts rise by a tenth at once, which is nothing the action did.
      return [day, (day >= 0 ? 0.1 : 0) + mood];
    }),
  );
  const draw = (share: number) => Array.from({ length: 4 }, () => random() < share);
  return Array.from({ length: 16 }, (_, prompt): Series => {
    const isTouched = prompt === 0;
    const units = DAYS.map((day) => {
      const share = (isTouched ? 0.3 + (day >= 0 ? rise : 0) : 0.4) + (common.get(day) ?? 0);
      return { day, part: draw(share).filter(Boolean).length, whole: 4 };
    });
    return { isTouched, units };
  });
}

test("what all prompts have in common is no effect, and the interval holds the truth in about 95 of 100 cases", () => {
  for (const rise of [0, 0.25]) {
    const found = Array.from({ length: 400 }, () =>
      shippedEffect(comparableOf(simulateMoods({ rise }))),
    );
    const held = found.filter((one) => one && one.low <= rise && rise <= one.high).length;
    assert.ok(held >= 364 && held <= 396, `${held} of 400 with a rise of ${rise}`);
  }
});

type World = {
  touched: number;
  models: number;
  /** Visibility of touched prompts before; of others it is 40 %. */
  share: number;
  rise?: number;
  /** How likely a day's answer is the one of the day before. */
  repeats: number;
  /** Answers that a model gives to a prompt on a day, all alike; 1 unless said. */
  each?: number;
  /** Days from the shipping on with answers. */
  after?: number;
  /** The last model names the brand in so much fewer answers to touched prompts, and answers on these days only. */
  last?: { less: number; from: number; until: number };
};

/** Twelve prompts that each model answers every day. */
function simulate({
  touched,
  models,
  share,
  rise = 0,
  repeats,
  each = 1,
  after = 28,
  last,
}: World): Series[] {
  return Array.from({ length: 12 * models }, (_, at): Series => {
    const isTouched = at < touched * models;
    const isLast = last !== undefined && at % models === models - 1;
    const before = isTouched ? share - (isLast ? last.less : 0) : 0.4;
    let drawn = random();
    const units = DAYS.filter((day) => day < after).flatMap((day) => {
      if (random() >= repeats) drawn = random();
      const isAsked = !isLast || (day >= last.from && day < last.until);
      const now = before + (isTouched && day >= 0 ? rise : 0);
      return isAsked ? [{ day, part: drawn < now ? each : 0, whole: each }] : [];
    });
    return { isTouched, units };
  });
}

/** Effects in so many worlds alike: their mean, and how many are said to be more than chance. */
function look(world: World, worlds: number) {
  const found = Array.from({ length: worlds }, () => shippedEffect(comparableOf(simulate(world))));
  const known = found.filter((one): one is Effect => one !== null);
  assert.equal(known.length, worlds);
  return {
    sure: known.filter(({ low, high }) => low > 0 || high < 0).length,
    mean: known.reduce((sum, { value }) => sum + value, 0) / worlds,
  };
}

test("where nothing changes, however much answers repeat each other, about 5 % of effects are more than chance at most", () => {
  for (const repeats of [0, 0.6, 0.9])
    for (const after of [28, 10]) {
      const worlds = [1, 3].map((models) => ({ touched: 1, models, share: 0.3, repeats, after }));
      const sure = worlds.reduce((sum, world) => sum + look(world, 100).sure, 0);
      assert.ok(sure <= 14, `${sure} of 200 that repeat with ${repeats}, ${after} days after`);
    }
});

test("a change is found: of one prompt by four assistants by 30 points, of five prompts by 15, less surely where answers repeat", () => {
  const one = { touched: 1, models: 4, share: 0.1, rise: 0.3 };
  const five = { touched: 5, models: 4, share: 0.2, rise: 0.15 };
  for (const world of [one, five])
    for (const [repeats, least] of [
      [0, 95],
      [0.3, 65],
      [0.6, 35],
    ] as const) {
      const { sure, mean } = look({ ...world, repeats }, 100);
      assert.ok(sure >= least, `${sure} of 100 that repeat with ${repeats}`);
      assert.ok(Math.abs(mean - world.rise) < 0.04, `${mean}`);
    }
});

test("an assistant that was added some days before, or is away for some days after, moves no effect", () => {
  const world = { touched: 3, models: 2, share: 0.5, repeats: 0 };
  for (const days of [
    { from: -1, until: 28 },
    { from: -3, until: 28 },
    { from: -14, until: 28 },
    { from: -28, until: 7 },
  ]) {
    const { sure, mean } = look({ ...world, last: { less: 0.4, ...days } }, 100);
    assert.ok(sure <= 9, `${sure} of 100 from ${days.from} until ${days.until}`);
    assert.ok(Math.abs(mean) < 0.04, `${mean} from ${days.from} until ${days.until}`);
  }
});

/** A touched prompt and another, with so many of as many answers a day. */
function twoPrompts(touched: (day: number) => { part: number; whole: number }, days: number[]) {
  return [true, false].map((isTouched): Series => {
    const units = days.map((day) => ({
      day,
      ...(isTouched ? touched(day) : { part: 5, whole: 10 }),
    }));
    return { isTouched, units };
  });
}

test("days on which only those answered that are not of both sides are none to compare on", () => {
  const of = (isTouched: boolean, ...spans: [number, number][]): Series => ({
    isTouched,
    units: DAYS.filter((day) => spans.some(([from, to]) => day >= from && day <= to)).map(
      (day) => ({
        ...{ day, part: 1, whole: 2 },
      }),
    ),
  });
  const touched = of(true, [-28, -22], [0, 6]);
  const others = [of(false, [-21, -1], [0, 27]), of(false, [-28, -22], [7, 27])];
  assert.equal(shippedEffect(comparableOf([touched, ...others])), null);
});

const TWO_WEEKS = DAYS.filter((day) => day >= -7 && day < 7);

test("an effect says what was counted before and after, and nothing is said of fewer than seven days", () => {
  const touched = (day: number) => ({ part: day >= 0 ? 3 : 1, whole: 4 });
  const of = (days: number[]) => shippedEffect(comparableOf(twoPrompts(touched, days)));
  const effect = of(TWO_WEEKS);
  assert.ok(effect);
  assert.deepEqual(effect.before, {
    touched: { named: 7, answers: 28, share: 0.25 },
    untouched: { named: 35, answers: 70, share: 0.5 },
  });
  assert.deepEqual(effect.after.touched, { named: 21, answers: 28, share: 0.75 });
  assert.ok(Math.abs(effect.value - 0.5) < 1e-12);
  assert.ok(effect.low < 0.4, "no spread at all is not certainty");
  assert.equal(of(TWO_WEEKS.slice(1)), null);
  assert.equal(of(TWO_WEEKS.slice(0, 13)), null);
});

test("a share that changes alone, with nothing taken off it, changes by all of it at most", () => {
  const touched = (day: number) => ({ part: day >= 0 && day !== 2 ? 1 : 0, whole: 1 });
  const [alone, others] = twoPrompts(touched, TWO_WEEKS);
  assert.ok(alone && others);
  const effect = shippedEffect(comparableOf([alone], { isAlone: true }), { most: 1 });
  assert.ok(effect && effect.value < 1);
  assert.equal(effect.high, 1);
  assert.equal(comparableOf([alone]).after, 0, "no others");
  const beside = shippedEffect(comparableOf([alone, others]));
  assert.ok(beside && beside.high > 1);
});

test("answers of one day that are alike tell no more than one does", () => {
  for (const repeats of [0, 0.6, 0.9]) {
    const worlds = [1, 3].map((models) => ({ touched: 1, models, share: 0.3, repeats, each: 5 }));
    const sure = worlds.reduce((sum, world) => sum + look(world, 100).sure, 0);
    assert.ok(sure <= 14, `${sure} of 200 that repeat with ${repeats}`);
  }
});
