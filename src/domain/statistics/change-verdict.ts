import {
  type CellSums,
  type PromptsOfCells,
  sharedVariance,
  UNITS_MIN,
  type UnitSums,
} from "./cell-sums.ts";
import { studentP, studentQuantile } from "./student.ts";

/** Fewer prompts, asked in both periods, tell nothing of how prompts differ. */
export const PROMPTS_MIN = 5;
/** Fewer days of a period may have in common what is no change. */
export const DAYS_MIN = 3;

/** A ratio now less the ratio before, its 95 % interval, and the chance of one as large without a change. */
export type Verdict = { value: number; low: number; high: number; p: number };
/** Why there is no verdict: fewer than five prompts asked in both periods, or nothing counted in one of them. */
export type Untold = "too few prompts" | "not enough data";

/** A prompt that holds nearly all of the whole tells nothing by itself. */
const LEVERAGE_MAX = 0.9;

type Periods = PromptsOfCells & {
  before: CellSums;
  now: CellSums;
  /** Sums by day of both periods, for what all prompts have in common. */
  days?: { before: UnitSums; now: UnitSums };
};

/**
 * How a ratio differs between two periods, over the cells that have answers in both, each with the same weight in both:
 * its answers. Each prompt is one observation, whatever its answers have in common: the error comes from how prompts
 * differ (and days, from 14 on), with Student's t over prompts; one that holds much of the whole counts for less.
 * Source: the linearised ratio with the cluster-robust variance of Liang and Zeger 1986.
 */
export function changeVerdict(periods: Periods): Verdict | Untold {
  const { prompt, prompts, before, now } = periods;
  const weights = commonWeights(before, now);
  const asked = new Set(prompt.filter((_, at) => (weights[at] ?? 0) > 0));
  const count = asked.size;
  if (count < PROMPTS_MIN) return "too few prompts";
  const [first, second] = [ratioOf(before, weights), ratioOf(now, weights)];
  if (!first || !second) return "not enough data";
  const off = new Float64Array(prompts);
  const leverage = leverageOf(periods, weights, [first.whole, second.whole]);
  for (let at = 0; at < weights.length; at++) {
    const weight = weights[at] ?? 0;
    if (weight === 0) continue;
    const to = prompt[at] ?? 0;
    const [old, fresh] = [weight / (before.answers[at] ?? 1), weight / (now.answers[at] ?? 1)];
    const [oldPart, newPart] = [old * (before.part[at] ?? 0), fresh * (now.part[at] ?? 0)];
    const [oldWhole, newWhole] = [old * (before.whole[at] ?? 0), fresh * (now.whole[at] ?? 0)];
    off[to] =
      (off[to] ?? 0) +
      (newPart - second.ratio * newWhole) / second.whole / (1 - (leverage.now[to] ?? 0)) -
      (oldPart - first.ratio * oldWhole) / first.whole / (1 - (leverage.before[to] ?? 0));
  }
  const squares = off.reduce((sum, one) => sum + one ** 2, 0);
  // Half an answer in each period, so that no spread at all is not certainty.
  const least = 0.5 / first.whole ** 2 + 0.5 / second.whole ** 2;
  const shared = sharedOf(periods);
  const error = Math.sqrt(Math.max(least, (squares * (count - 1)) / count) + shared);
  const freedom = Math.max(1, Math.min(count, leverage.worth) - 1);
  const value = second.ratio - first.ratio;
  const half = studentQuantile(freedom) * error;
  return { value, low: value - half, high: value + half, p: studentP(value / error, freedom) };
}

/** What days have in common adds to the variance in both periods; one of too few days has it from the other. */
function sharedOf({ before, now, days }: Periods): number {
  if (!days) return 0;
  const [old, fresh] = [days.before.units, days.now.units];
  return (
    sharedVariance(before, days.before) * (fresh < UNITS_MIN ? 1 + old / fresh : 1) +
    sharedVariance(now, days.now) * (old < UNITS_MIN ? 1 + fresh / old : 1)
  );
}

/** The answers of each cell that has some in both periods, 0 of the others. */
function commonWeights(before: CellSums, now: CellSums): Float64Array {
  return before.answers.map((old, at) => {
    const fresh = now.answers[at] ?? 0;
    return old > 0 && fresh > 0 ? old + fresh : 0;
  });
}

/** Each prompt's part of the whole of a period, and how many prompts with even parts would be as many observations. */
function leverageOf(
  { prompt, prompts, before, now }: Periods,
  weights: Float64Array,
  [first, second]: readonly [number, number],
) {
  const parts = { before: new Float64Array(prompts), now: new Float64Array(prompts) };
  for (let at = 0; at < weights.length; at++) {
    const weight = weights[at] ?? 0;
    if (weight === 0) continue;
    const to = prompt[at] ?? 0;
    const share = (sums: CellSums) => (weight * (sums.whole[at] ?? 0)) / (sums.answers[at] ?? 1);
    parts.before[to] = (parts.before[to] ?? 0) + share(before) / first;
    parts.now[to] = (parts.now[to] ?? 0) + share(now) / second;
  }
  let even = 0;
  for (let at = 0; at < prompts; at++) {
    even += (((parts.before[at] ?? 0) + (parts.now[at] ?? 0)) / 2) ** 2;
  }
  const most = (values: Float64Array) => values.map((part) => Math.min(part, LEVERAGE_MAX));
  return { before: most(parts.before), now: most(parts.now), worth: 1 / even };
}

/** The ratio of the weighted sums and their whole; null where there is none. */
function ratioOf({ answers, part, whole }: CellSums, weights: Float64Array) {
  let [parts, wholes] = [0, 0];
  for (let at = 0; at < weights.length; at++) {
    const weight = weights[at] ?? 0;
    if (weight === 0) continue;
    parts += (weight * (part[at] ?? 0)) / (answers[at] ?? 1);
    wholes += (weight * (whole[at] ?? 0)) / (answers[at] ?? 1);
  }
  return wholes > 0 ? { ratio: parts / wholes, whole: wholes } : null;
}
