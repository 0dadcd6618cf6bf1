import { DAYS_TOLD_MIN, varianceOfDays } from "#domain/statistics/day-shares.ts";
import { dependenceOf, inflation, UNKNOWN_DEPENDENCE } from "#domain/statistics/dependence.ts";
import { studentQuantile } from "#domain/statistics/student.ts";

/** Usable answers of a day, counted from the one an action shipped on, and those of them that do what is told of. */
export type Unit = { day: number; part: number; whole: number };
/** The answers of a model to a prompt in the order of days; `isTouched`: the action is about this prompt. */
export type Series = { isTouched: boolean; units: readonly Unit[] };
/** Usable answers, those that name the own brand, and their share, to which each series adds alike before and after. */
export type Counts = { named: number; answers: number; share: number };

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
/** For so many answers counts in each series what is likely in all, and for so many degrees of freedom. */
const TOGETHER = 4;

/** Series with answers both before and after, on the days on which touched ones and others have some; how many these are. */
export type Comparable = { series: readonly Series[]; before: number; after: number };

/** What can be compared of some series; `isAlone`: the touched ones with nothing but themselves. */
export function comparableOf(all: readonly Series[], { isAlone = false } = {}): Comparable {
  const both = all.filter(isOfBoth);
  const daysOf = (some: readonly Series[]) =>
    new Set(some.flatMap(({ units }) => units.map(({ day }) => day)));
  const others = daysOf(both.filter(({ isTouched }) => !isTouched));
  const touched = [...daysOf(both.filter(({ isTouched }) => isTouched))];
  const days = new Set(isAlone ? touched : touched.filter((day) => others.has(day)));
  const series = both
    .map((one) => ({ ...one, units: one.units.filter(({ day }) => days.has(day)) }))
    .filter(isOfBoth);
  // Of these days some have answers of the ones that are left out alone.
  if (series.length < both.length) return comparableOf(series, { isAlone });
  const before = [...days].filter((day) => day < 0).length;
  return { series, before, after: days.size - before };
}

const unitsOf = ({ units }: Series, isAfter: boolean) =>
  units.filter(({ day }) => day >= 0 === isAfter);

/** Whether a model answered a prompt both before and after. */
export const isOfBoth = ({ units }: Series) =>
  units.some(({ day }) => day < 0) && units.some(({ day }) => day >= 0);

/**
 * How much more a share rose in touched series than in all others, with its 95 % interval: the difference of differences
 * of shares to which each series adds alike before and after, by all its answers, so that what is asked in other amounts
 * moves nothing. Null with fewer than seven days before or after. `most`: it can be no larger, as where nothing is taken
 * off a share that changes; `dependence`: of answers, where these are too few to tell.
 */
export function shippedEffect(
  { series, ...days }: Comparable,
  { most = 2, dependence = null }: { most?: number; dependence?: number | null } = {},
): Effect | null {
  if (days.before < EFFECT_DAYS_MIN || days.after < EFFECT_DAYS_MIN) return null;
  const known = {
    dependence: dependenceOfSeries(series) ?? dependence ?? UNKNOWN_DEPENDENCE,
    alike: alikeOf(series),
  };
  const all = { touched: 0, untouched: 0 };
  for (const one of series) all[groupOf(one)] += answersOf(one.units);
  const [before, after] = [false, true].map((isAfter) =>
    periodOf(
      series.map((one) => ({
        ...{ isTouched: one.isTouched, units: unitsOf(one, isAfter) },
        weight: answersOf(one.units) / all[groupOf(one)],
      })),
      known,
    ),
  ) as [Period, Period];
  const value = differenceOf(after) - differenceOf(before);
  const variance = before.variance + after.variance;
  const freedom =
    variance ** 2 / (before.variance ** 2 / before.freedom + after.variance ** 2 / after.freedom);
  const half = studentQuantile(freedom) * Math.sqrt(variance);
  const ends = { low: Math.max(-most, value - half), high: Math.min(most, value + half) };
  const shown = ({ touched, untouched }: Period) => ({ touched, untouched });
  return { before: shown(before), after: shown(after), value, ...ends };
}

type Weighed = Series & { weight: number };
type Period = { touched: Counts; untouched: Counts; variance: number; freedom: number };

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);
const answersOf = (units: readonly Unit[]) => sumOf(units.map(({ whole }) => whole));
const groupOf = ({ isTouched }: Series) => (isTouched ? "touched" : "untouched");
const differenceOf = ({ touched, untouched }: Period) => touched.share - untouched.share;

/**
 * The shares of a period, and how surely their difference is known: as by so many answers of each series as are
 * independent, and no more surely than what days leave tells, which series may have in common.
 */
function periodOf(series: readonly Weighed[], known: Known): Period {
  const told = series.map((one) => tellOf(one, known));
  const groups = { touched: sharesOf(told, true), untouched: sharesOf(told, false) };
  const off = new Map<number, number>();
  const spread = new Map<number, number>();
  for (const { one, share, answers, worth } of told) {
    const { likely } = groups[groupOf(one)];
    const own = (share * worth + likely * TOGETHER) / (worth + TOGETHER);
    const each = (one.isTouched ? one.weight : -one.weight) / answers;
    const variance = (one.weight ** 2 * own * (1 - own)) / worth;
    for (const { day, part, whole } of one.units) {
      off.set(day, (off.get(day) ?? 0) + each * (part - share * whole));
      spread.set(day, (spread.get(day) ?? 0) + (variance * whole) / answers);
    }
  }
  const spreads = [...spread.values()];
  const together = sumOf(spreads);
  // Days that hold most of the spread are few observations.
  const days = together ** 2 / sumOf(spreads.map((one) => one ** 2));
  const left = [...off].sort(([one], [other]) => one - other).map(([, rest]) => rest);
  return {
    ...{ touched: groups.touched.counts, untouched: groups.untouched.counts },
    variance: Math.max(together, varianceOfDays(left)),
    freedom: Math.max(0, days / inflation(known.dependence, days) - 1) + TOGETHER,
  };
}

type Told = ReturnType<typeof tellOf>;

/** What a series tells of a period; `worth`: as many independent answers as it has. */
function tellOf(one: Weighed, { dependence, alike }: Known) {
  const answers = answersOf(one.units);
  const named = sumOf(one.units.map(({ part }) => part));
  const worth = answers / (inflation(dependence, one.units.length) * alike);
  return { one, answers, named, share: named / answers, worth };
}

/** How answers repeat those of the days before, and how many of one day and series tell as much as one. */
type Known = { dependence: number; alike: number };

/** How many answers of one day and series tell as much as one; 1 where they differ as those of other days do. */
function alikeOf(series: readonly Series[]): number {
  let off = 0;
  let likely = 0;
  for (const one of series)
    for (const isAfter of [false, true]) {
      const units = unitsOf(one, isAfter);
      const share = sumOf(units.map(({ part }) => part)) / answersOf(units);
      off += sumOf(units.map(({ part, whole }) => (part - share * whole) ** 2));
      likely += sumOf(units.map(({ whole }) => share * (1 - share) * whole));
    }
  return likely > 0 ? Math.max(1, off / likely) : 1;
}

/** The weighted share of a group, and the one that is likely where all answers are alike: half an answer is not. */
function sharesOf(all: readonly Told[], isTouched: boolean): { counts: Counts; likely: number } {
  const told = all.filter(({ one }) => one.isTouched === isTouched);
  const share = sumOf(told.map(({ one, share }) => one.weight * share));
  const thin = sumOf(told.map(({ one, worth }) => one.weight ** 2 / worth));
  const named = sumOf(told.map((one) => one.named));
  const answers = sumOf(told.map((one) => one.answers));
  return { counts: { named, answers, share }, likely: (share + thin / 2) / (1 + thin) };
}

/** How strongly answers repeat those before them to the same prompt by the same model; null: too few tell. */
export function dependenceOfSeries(series: readonly Series[]): number | null {
  const found = { products: 0, pairs: 0, squares: 0, units: 0, cells: 0 };
  for (const one of series)
    for (const isAfter of [false, true]) {
      const shares = unitsOf(one, isAfter).map(({ part, whole }) => part / whole);
      const mean = sumOf(shares) / shares.length;
      const off = shares.map((share) => share - mean);
      const squares = sumOf(off.map((rest) => rest ** 2));
      if (!(squares > 1e-9)) continue;
      found.cells++;
      found.units += off.length;
      found.pairs += off.length - 1;
      found.squares += squares;
      found.products += sumOf(off.slice(1).map((rest, at) => rest * (off[at] ?? 0)));
    }
  return dependenceOf(found);
}
