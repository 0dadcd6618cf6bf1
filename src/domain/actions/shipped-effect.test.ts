import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays } from "#core/period.ts";
import { makeRandom } from "../../../test/kit/random-project.ts";
import { type DayCounts, shippedEffect } from "./shipped-effect.ts";

const SHIPPED = "2026-03-01";

/** Days around a shipping: the touched prompt has 4 answers a day, all others 60, and their moods have days in common. */
function simulate(random: () => number, { rise }: { rise: number }): DayCounts[] {
  let mood = 0;
  return Array.from({ length: 56 }, (_, n): DayCounts => {
    mood = 0.5 * mood + 0.1 * (random() - 0.5);
    const draw = (share: number, answers: number) => ({
      answers,
      named: Array.from({ length: answers }, () => random() < share).filter(Boolean).length,
    });
    const day = addDays(SHIPPED, n - 28);
    // All prompts rise by a tenth at once, which is nothing the action did.
    const common = (day >= SHIPPED ? 0.1 : 0) + mood;
    const touched = draw(0.3 + common + (day >= SHIPPED ? rise : 0), 4);
    return { day, touched, untouched: draw(0.4 + common, 60) };
  });
}

test("what all prompts have in common is no effect, and the interval holds the truth in about 95 of 100 cases", () => {
  const below = makeRandom(15);
  const random = () => below(2 ** 31) / 2 ** 31;
  for (const rise of [0, 0.25]) {
    const found = Array.from({ length: 400 }, () =>
      shippedEffect(simulate(random, { rise }), SHIPPED),
    );
    const held = found.filter((one) => one && one.low <= rise && rise <= one.high).length;
    assert.ok(held >= 364 && held <= 396, `${held} of 400 with a rise of ${rise}`);
  }
});

test("an effect says what was counted before and after, and nothing is said of fewer than seven days", () => {
  const days = Array.from({ length: 14 }, (_, n): DayCounts => {
    const isAfter = n >= 7;
    const touched = { named: isAfter ? 3 : 1, answers: 4 };
    return { day: addDays(SHIPPED, n - 7), touched, untouched: { named: 5, answers: 10 } };
  });
  const effect = shippedEffect(days, SHIPPED);
  assert.ok(effect);
  assert.deepEqual(effect.before, {
    touched: { named: 7, answers: 28 },
    untouched: { named: 35, answers: 70 },
  });
  assert.deepEqual(effect.after.touched, { named: 21, answers: 28 });
  assert.ok(Math.abs(effect.value - 0.5) < 1e-12);
  assert.ok(effect.low > 0.4 && effect.low < 0.5, "no spread at all is not certainty");
  assert.equal(shippedEffect(days.slice(1), SHIPPED), null);
  assert.equal(shippedEffect(days.slice(0, 13), SHIPPED), null);
});

test("a share that changes alone, with nothing taken off it, changes by all of it at most", () => {
  const days = Array.from({ length: 14 }, (_, n): DayCounts => {
    const touched = { named: n >= 7 && n !== 9 ? 1 : 0, answers: 1 };
    return { day: addDays(SHIPPED, n - 7), touched, untouched: { named: 0, answers: 1 } };
  });
  const [alone, beside] = [shippedEffect(days, SHIPPED, { most: 1 }), shippedEffect(days, SHIPPED)];
  assert.ok(beside && beside.high > 1);
  assert.deepEqual(alone, { ...beside, high: 1 });
});
