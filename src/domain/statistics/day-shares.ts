import { studentP, studentQuantile } from "./student.ts";

/** What is counted of a day, or of some: a part of a whole, as the usable ones of all answers. */
export type Counted = { part: number; whole: number };
/** Two that are counted on the same day. */
export type DayPair = { one: Counted; other: Counted };
/** How two pooled shares differ, -1 to 1, and how surely that is known, of so many days. */
export type DayDifference = DayPair & { value: number; variance: number; days: number };
export type Tested = { value: number; low: number; high: number; p: number };

/** Fewer days with something of both tell nothing. */
export const DAYS_TOLD_MIN = 7;
const CORRELATION_MAX = 0.8;

/**
 * The pooled share of the one less that of the other, of the same days in their order. Days are the observations: what
 * is left of each after the shares of all gives the variance (a linearised ratio), larger where neighbouring days are
 * alike. What both have in common on a day is no error.
 */
export function differenceOfDays(days: readonly DayPair[]): DayDifference {
  const [one, other] = [total(days.map((day) => day.one)), total(days.map((day) => day.other))];
  const off = days.map((day) => restOf(day.one, one) - restOf(day.other, other));
  // Half an answer, so that no spread at all is not certainty.
  const least = 0.5 / one.whole ** 2;
  return {
    ...{ one, other, days: days.length, value: shareOf(one) - shareOf(other) },
    variance: varianceOfDays(off, least),
  };
}

/** The variance of a sum of days from what is left of each, in their order, `least` where they were independent. */
export function varianceOfDays(off: readonly number[], least = 0): number {
  const squares = off.reduce((sum, rest) => sum + rest ** 2, 0);
  return Math.max(least, (squares * off.length) / Math.max(1, off.length - 1)) * inflationOf(off);
}

/**
 * How the share of each of some series, given by day, differs from that of all others together on the same days; null
 * with fewer than seven such days. Bursts are rare: who had none by chance would seem to have no spread, so nobody's
 * variance is less than the mean of all, weighed by their wholes.
 */
export function eachAgainstOthers(
  series: readonly ReadonlyMap<string, Counted>[],
): (Tested | null)[] {
  const all = Map.groupBy(
    series.flatMap((days) => [...days]),
    ([day]) => day,
  );
  const days = [...all.keys()].sort();
  const sums = new Map(days.map((day) => [day, total((all.get(day) ?? []).map(([, one]) => one))]));
  const found = series.map((own) => {
    const pairs = days.flatMap((day): DayPair[] => {
      const [one, both] = [own.get(day) ?? NONE, sums.get(day) ?? NONE];
      const other = { part: both.part - one.part, whole: both.whole - one.whole };
      return one.whole > 0 && other.whole > 0 ? [{ one, other }] : [];
    });
    return pairs.length < DAYS_TOLD_MIN ? null : differenceOfDays(pairs);
  });
  const told = found.filter((one) => one !== null);
  const wholes = told.reduce((sum, { one }) => sum + one.whole, 0);
  const mean = told.reduce((sum, { one, variance }) => sum + one.whole * variance, 0) / wholes;
  return found.map((one) => one && test({ ...one, variance: Math.max(one.variance, mean) }));
}

/** Its 95 % interval and p by Student's t, with a degree of freedom less than days. */
function test({ value, variance, days }: DayDifference): Tested {
  const error = Math.sqrt(variance);
  const half = studentQuantile(days - 1) * error;
  const ends = { low: Math.max(-1, value - half), high: Math.min(1, value + half) };
  return { value, ...ends, p: studentP(value / error, days - 1) };
}

const NONE: Counted = { part: 0, whole: 0 };
/** How much of a day the share of all does not explain, as a part of all. */
const restOf = (day: Counted, all: Counted) => (day.part - shareOf(all) * day.whole) / all.whole;
const shareOf = ({ part, whole }: Counted) => (whole === 0 ? 0 : part / whole);
const total = (counts: readonly Counted[]): Counted => ({
  part: counts.reduce((sum, { part }) => sum + part, 0),
  whole: counts.reduce((sum, { whole }) => sum + whole, 0),
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
