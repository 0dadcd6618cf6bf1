import { type Counted, DAYS_TOLD_MIN, differenceOfDays } from "#domain/statistics/day-shares.ts";
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
export const EFFECT_DAYS_MIN = DAYS_TOLD_MIN;

/**
 * How much more the visibility in answers to touched prompts rose than in those to all others, with its 95 % interval:
 * the difference of differences of pooled shares. Days are the observations; what is left of each after its period's
 * shares gives the error (a linearised ratio), larger where neighbouring days are alike, by Student's t. Null with
 * fewer than seven days before or after. `most`: it can be no larger, as where nothing is taken off a share that changes.
 */
export function shippedEffect(
  days: readonly DayCounts[],
  shipped_on: string,
  { most = 2 }: { most?: number } = {},
): Effect | null {
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
  const ends = { low: Math.max(-most, value - half), high: Math.min(most, value + half) };
  const shown = ({ touched, untouched }: typeof before) => ({ touched, untouched });
  return { before: shown(before), after: shown(after), value, ...ends };
}

/** Days that can be compared. */
export const daysWithBoth = (days: readonly DayCounts[]) =>
  days.filter(({ touched, untouched }) => touched.answers > 0 && untouched.answers > 0);

function sumOf(days: readonly DayCounts[]) {
  const { one, other, value, variance } = differenceOfDays(
    days.map(({ touched, untouched }) => ({ one: counted(touched), other: counted(untouched) })),
  );
  return {
    ...{ touched: countsOf(one), untouched: countsOf(other), days: days.length },
    ...{ difference: value, variance },
  };
}

const counted = ({ named, answers }: Counts): Counted => ({ part: named, whole: answers });
const countsOf = ({ part, whole }: Counted): Counts => ({ named: part, answers: whole });
