import { type CellSums, type PromptsOfCells, type SharedVariance, UNITS_MIN } from "./cell-sums.ts";
import type { Spread } from "./row-intervals.ts";
import { studentP, studentQuantile } from "./student.ts";
import { zeros } from "./zeros.ts";

/** Fewer prompts, asked in both periods, tell nothing of how prompts differ. */
export const PROMPTS_MIN = 5;
/** Fewer days of a period may have in common what is no change. */
export const DAYS_MIN = 3;

/** A ratio now less the ratio before, its 95 % interval, and the chance of one as large without a change. */
export type Verdict = { value: number; low: number; high: number; p: number };
/** Why there is no verdict: fewer than five prompts asked in both periods, or nothing counted in one of them. */
export type Untold = "too few prompts" | "not enough data";

/**
 * How days of the same prompts spread counts as much as so many prompts more, and as a third of those there are at most:
 * if days depend on each other in a way that is not known, the error is too small by 13 %, not by any amount.
 */
const AGAIN = { prompts: 10, share: 1 / 3 } as const;

/** A prompt that holds nearly all of the whole tells nothing by itself. */
const LEVERAGE_MAX = 0.9;

/** `correlation`: of both ratios, because the first days of a period depend on the last ones before. */
export type SpreadsAgain = { before: Spread; now: Spread; correlation: number };

type Periods = PromptsOfCells & {
  before: CellSums;
  now: CellSums;
  /** What all prompts of a period have in common on its days. */
  days?: { before: SharedVariance; now: SharedVariance };
  /** How the ratio of each period would spread if the same prompts were asked again, without what days share. */
  again?: SpreadsAgain | null;
  /** `commonCells` of these periods, where it is known. */
  common?: CommonCells;
};

/** The cells that have answers in both periods, what their sums are multiplied by, and how many prompts they are of. */
export type CommonCells = {
  cells: Int32Array;
  before: Float64Array;
  now: Float64Array;
  count: number;
};

/** Cells weigh the same in both periods: as much as all their answers. */
export function commonCells(
  { prompt, prompts }: PromptsOfCells,
  [before, now]: readonly [Float64Array, Float64Array],
): CommonCells {
  const cells = Int32Array.from(before.keys()).filter((at) => before[at] && now[at]);
  const factors = (of: Float64Array) =>
    Float64Array.from(cells, (at) => ((before[at] ?? 0) + (now[at] ?? 0)) / (of[at] ?? 1));
  const asked = new Uint8Array(prompts);
  for (const at of cells) asked[prompt[at] ?? 0] = 1;
  const count = asked.reduce((sum, one) => sum + one, 0);
  return { cells, before: factors(before), now: factors(now), count };
}

/** Weighted sums of a period: by prompt, and over all. */
type Weighted = { part: Float64Array; whole: Float64Array; parts: number; all: number };

function weigh(
  { prompt, prompts }: PromptsOfCells,
  sums: CellSums,
  { cells, factors }: { cells: Int32Array; factors: Float64Array },
): Weighted {
  const [part, whole] = [zeros(prompts), zeros(prompts)];
  for (let number = 0; number < cells.length; number++) {
    const at = cells[number] ?? 0;
    const to = prompt[at] ?? 0;
    const factor = factors[number] ?? 0;
    part[to] = (part[to] ?? 0) + factor * (sums.part[at] ?? 0);
    whole[to] = (whole[to] ?? 0) + factor * (sums.whole[at] ?? 0);
  }
  let [parts, all] = [0, 0];
  for (let at = 0; at < prompts; at++) {
    parts += part[at] ?? 0;
    all += whole[at] ?? 0;
  }
  return { part, whole, parts, all };
}

/**
 * How a ratio differs between two periods, over the cells that have answers in both, each with the same weight in both:
 * its answers. Each prompt is one observation, whatever its answers have in common: the error comes from how prompts
 * differ (and days, from 14 on), with Student's t over prompts; one that holds much of the whole counts for less. Where
 * it is known how the same prompts asked again would differ, that counts as some prompts more: prompts that move
 * differently far are then less of an error. Source: the linearised ratio with the cluster-robust variance of Liang
 * and Zeger 1986, moderated as Smyth 2004 does.
 */
export function changeVerdict(periods: Periods): Verdict | Untold {
  const common =
    periods.common ?? commonCells(periods, [periods.before.answers, periods.now.answers]);
  const { cells, count } = common;
  if (count < PROMPTS_MIN) return "too few prompts";
  const first = weigh(periods, periods.before, { cells, factors: common.before });
  const second = weigh(periods, periods.now, { cells, factors: common.now });
  if (!(first.all > 0 && second.all > 0)) return "not enough data";
  const [old, fresh] = [first.parts / first.all, second.parts / second.all];
  const value = fresh - old;
  let [squares, even] = [0, 0];
  for (let at = 0; at < periods.prompts; at++) {
    const before = (first.whole[at] ?? 0) / first.all;
    const now = (second.whole[at] ?? 0) / second.all;
    even += ((before + now) / 2) ** 2;
    const off =
      ((second.part[at] ?? 0) / second.all - fresh * now) / (1 - Math.min(now, LEVERAGE_MAX)) -
      ((first.part[at] ?? 0) / first.all - old * before) / (1 - Math.min(before, LEVERAGE_MAX));
    squares += off ** 2;
  }
  // A few prompts that hold most of the whole are a few observations.
  const own = Math.max(1, Math.min(count, 1 / even) - 1);
  const more = periods.again ? worthOf(periods.again, own) : 0;
  const expected = periods.again ? varianceOfDifference(periods.again) : 0;
  const freedom = own + more;
  const spread = (((squares * (count - 1)) / count) * own + expected * more) / freedom;
  // Half an answer in each period, so that no spread at all is not certainty.
  const least = 0.5 / first.all ** 2 + 0.5 / second.all ** 2;
  const error = Math.sqrt(Math.max(least, spread) + sharedOf(periods));
  const half = studentQuantile(freedom) * error;
  return { value, low: value - half, high: value + half, p: studentP(value / error, freedom) };
}

/** How many prompts more it counts as to know how the same prompts would differ: no better than that is known. */
function worthOf({ before, now }: SpreadsAgain, prompts: number): number {
  return Math.min(AGAIN.prompts, prompts * AGAIN.share, before.freedom, now.freedom);
}

function varianceOfDifference({ before, now, correlation }: SpreadsAgain): number {
  const both = Math.sqrt(before.variance * now.variance);
  return before.variance + now.variance - 2 * correlation * both;
}

/** What days have in common adds to the variance in both periods; one of too few days has it from the other. */
function sharedOf({ days }: Periods): number {
  if (!days) return 0;
  const { before, now } = days;
  return (
    before.variance * (now.units < UNITS_MIN ? 1 + before.units / now.units : 1) +
    now.variance * (before.units < UNITS_MIN ? 1 + now.units / before.units : 1)
  );
}
