import assert from "node:assert/strict";
import { test } from "node:test";
import { leastChange, timesToShow } from "./answers-needed.ts";
import { cellsOfCounts } from "./cell-sums.ts";
import { changeVerdict } from "./change-verdict.ts";

/** Mulberry32: the same numbers every time. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test("as many more answers as are said to be needed find the change in about four of five cases", () => {
  const random = makeRandom(3);
  const [prompts, varying, answers, change] = [30, 20, 28, 0.05];
  const share = 0.4;
  // Twenty prompts name the brand in two of five answers, ten never; the change is all theirs.
  const moved = share + (change * prompts) / varying;
  const variance = (varying * share * (1 - share)) / answers / prompts ** 2;
  const times = timesToShow(change, { variance, prompts, varying }) ?? 0;
  assert.ok(times > 1, `${times}`);
  const asked = Math.round(times * answers);
  const draw = (of: number) =>
    cellsOfCounts(
      Array.from({ length: prompts }, (_, prompt) => {
        const count = prompt < varying ? asked : answers;
        const named = Array.from({ length: count }, () => prompt < varying && random() < of);
        return { part: named.filter(Boolean).length, answers: count };
      }),
    );
  const prompt = Int32Array.from({ length: prompts }, (_, at) => at);
  let found = 0;
  const tries = 300;
  for (let at = 0; at < tries; at++) {
    const verdict = changeVerdict({ prompt, prompts, before: draw(share), now: draw(moved) });
    if (typeof verdict !== "string" && verdict.p <= 0.05) found++;
  }
  assert.ok(found > 0.7 * tries && found < 0.93 * tries, `found in ${found} of ${tries}`);
});

test("the least change shown takes no more answers; where hardly a prompt varies no number of answers shows any", () => {
  const known = { variance: 0.0004, prompts: 30, varying: 20 };
  const least = leastChange(known) ?? 0;
  assert.ok(Math.abs((timesToShow(least, known) ?? 0) - 1) < 1e-9);
  assert.equal(timesToShow(0.05, { ...known, varying: 3 }), null);
  assert.equal(leastChange({ ...known, varying: 0 }), null);
});
