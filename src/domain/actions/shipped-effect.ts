import { studentQuantile } from "#domain/statistics/student.ts";

/** Usable answers of a day, and those that name the own brand: of the prompts an action is about, and of all others. */
export type Counts = { named: number; answers: number };
export type DayCounts = { day: string; touched: Counts; untouched: Counts };

/** Shares in the days before and from the day it was shipped, and how much more the touched ones rose. */
export type Effect = {
  before: { touched: Counts; untouched: Counts };
  after: { touched: Counts; untouched: Counts };
  value: number;
  low: number;
  high: number;
};

/** Fewer days with answers to both, before or after, tell nothing. */
export const EFFECT_DAYS_MIN = 7;
const CORRELATION_MAX = 0.8;

/**
 * How much more the visibility in answers to touched prompts rose than in those to all others, with its 95 % interval:
 * the difference of differences of pooled shares. Days are the observations; what is left of each after its period's
 * shares gives the error (a linearised ratio), larger where neighbouring days are alike, by Student's t. Null with
 * fewer than seven days before or after.
 */
export function shippedEffect(days: readonly DayCounts[], shipped_on: string): Effect | null {
  const known = daysWithBoth(days);
  const periods = [
    known.filter(({ day }) => day < shipped_on),
    known.filter(({ day }) => day >= shipped_on),
  ];
  const [before, after] = periods.map(sumOf);
  if (!before || !after || before.days < EFFECT_DAYS_MIN || after.days < EFFECT_DAYS_MIN)
    return null;
  const value = after.difference - before.difference;
  const error = Math.sqrt(before.variance + after.variance);
  const half = studentQuantile(before.days + after.days - 2) * error;
  const ends = { low: Math.max(-2, value - half), high: Math.min(2, value + half) };
  const shown = ({ touched, untouched }: typeof before) => ({ touched, untouched });
  return { before: shown(before), after: shown(after), value, ...ends };
}

/** Days that can be compared. */
export const daysWithBoth = (days: readonly DayCounts[]) =>
  days.filter(({ touched, untouched }) => touched.answers > 0 && untouched.answers > 0);

function sumOf(days: readonly DayCounts[]) {
  const touched = total(days.map((one) => one.touched));
  const untouched = total(days.map((one) => one.untouched));
  const off = days.map((one) => restOf(one.touched, touched) - restOf(one.untouched, untouched));
  const squares = off.reduce((sum, rest) => sum + rest ** 2, 0);
  const count = days.length;
  // Half an answer, so that no spread at all is not certainty.
  const least = 0.5 / touched.answers ** 2;
  return {
    ...{ touched, untouched, days: count },
    difference: shareOf(touched) - shareOf(untouched),
    variance: Math.max(least, (squares * count) / Math.max(1, count - 1)) * inflationOf(off),
  };
}

/** How much of a day its period's share does not explain, as a part of the period's answers. */
const restOf = (day: Counts, all: Counts) => (day.named - shareOf(all) * day.answers) / all.answers;
const shareOf = ({ named, answers }: Counts) => (answers === 0 ? 0 : named / answers);
const total = (counts: readonly Counts[]): Counts => ({
  named: counts.reduce((sum, { named }) => sum + named, 0),
  answers: counts.reduce((sum, { answers }) => sum + answers, 0),
});

/** By how much days that resemble the one before enlarge a variance, from their first autocorrelation. */
function inflationOf(off: readonly number[]): number {
  const squares = off.reduce((sum, rest) => sum + rest ** 2, 0);
  if (squares === 0) return 1;
  const products = off.slice(1).reduce((sum, rest, at) => sum + rest * (off[at] ?? 0), 0);
  // Residuals of few days are drawn apart by their mean: what is expected without any likeness is added.
  const alike = Math.min(CORRELATION_MAX, Math.max(0, products / squares + 1 / off.length));
  return (1 + alike) / (1 - alike);
}
