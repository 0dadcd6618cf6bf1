import { inflation } from "#domain/statistics/dependence.ts";
import {
  type Ends,
  endsForAgain,
  endsForQuestions,
  endsOfMean,
  endsOfMeanForQuestions,
  type ToldByPart,
  worthOfMany,
} from "#domain/statistics/row-intervals.ts";
import { hasDates } from "#domain/sums/dimensions.ts";
import type { End, IntervalReasons } from "#domain/sums/measures.ts";
import type { ReportQuery } from "./report-query.ts";
import type { PeriodSpread } from "./row-statistics.ts";

type Part = { ratio: number | null; whole: number };
export type EndsOfBoth = Record<End, number | null>;
const NONE: EndsOfBoth = { low: null, high: null, questions_low: null, questions_high: null };

/** The ends of both intervals of a share; a row by time has part of its period's answers. */
export function shareEnds(
  { ratio, whole }: Part,
  period: PeriodSpread | null,
  query: Pick<ReportQuery, "dimensions">,
): EndsOfBoth {
  if (ratio === null) return NONE;
  const of = ownSpread({ ratio, whole }, period, query);
  // With too few days to tell how answers of a prompt spread, each prompt and model counts as one answer.
  const worth = of?.again ? whole / inflation(of.dependence, of.units) : (of?.cells ?? whole);
  const again = endsForAgain(ratio, of?.again ?? null, { worth });
  const questions = of?.questions ? endsForQuestions(ratio, of.questions, of) : null;
  // Asked again, the same prompts spread less than others would.
  const isWide = !of?.again && questions && questions.high - questions.low < again.high - again.low;
  return name(isWide ? questions : again, questions);
}

/** The same of many answers, of which a part tells how days depend on each other; nothing is told of questions. */
export function manyEnds(
  { ratio, whole }: Part,
  { days, ...told }: ToldByPart & { days: number },
): EndsOfBoth {
  if (ratio === null) return NONE;
  const worth = worthOfMany({ answers: whole, days }, told);
  return name(endsForAgain(ratio, null, { worth }), null);
}

/** What the spreads of some numbers in a part of many answers tell of all of them. */
export function toldByPart(spreads: readonly PeriodSpread[]): ToldByPart {
  const [first] = spreads;
  let [room, within, shared] = [0, 0, 0];
  for (const of of spreads) {
    room += of.ratio * (1 - of.ratio);
    shared += of.shared.variance * of.shared.units;
    if (!of.again) continue;
    const alone = of.again.variance - of.shared.variance;
    within += (alone * of.whole) / inflation(of.dependence, of.units);
  }
  const dependence = first?.again ? first.dependence : null;
  return room > 0
    ? { dependence, within: within / room, shared: shared / room }
    : { dependence, within: 1, shared: 0 };
}

/** The same of a mean; `single`: the variance of one answer of which nothing else is known. */
export function meanEnds(
  { ratio, whole, single }: Part & { single: number },
  period: PeriodSpread | null,
  query: Pick<ReportQuery, "dimensions">,
): EndsOfBoth {
  if (ratio === null || !period) return NONE;
  const { again, questions, worth } = ownSpread({ ratio, whole }, period, query) ?? period;
  const known = { worth, single };
  return name(
    again && endsOfMean(ratio, again, known),
    questions && endsOfMeanForQuestions(ratio, questions, known),
  );
}

type Told = { ratio: number | null; ends: EndsOfBoth; period: PeriodSpread | null };

/** Why numbers of a row that are defined have no interval, of each kind; `isPart`: only a part of its answers is counted. */
export function reasonsOf(numbers: readonly Told[], { isPart = false } = {}): IntervalReasons {
  const defined = numbers.filter(({ ratio }) => ratio !== null);
  const again = defined.find(({ ends }) => ends.low === null);
  const questions = defined.some(({ ends }) => ends.questions_low === null);
  return {
    ...(again && { interval_reason: again.period ? "too few days" : "not enough data" }),
    ...(questions && { questions_reason: isPart ? "too many answers" : "too few prompts" }),
  };
}

/** The variances of one answer's place and tone (-1 to 1): a place may be any above the first, the more so the larger the mean. */
export const singlePlace = (mean: number) => mean - 0.5;
export const SINGLE_TONE = 0.5;

function ownSpread(
  part: { ratio: number; whole: number },
  period: PeriodSpread | null,
  { dimensions }: Pick<ReportQuery, "dimensions">,
): PeriodSpread | null {
  return period && hasDates(dimensions) ? spreadOfPart(period, part) : period;
}

const name = (again: Ends | null, questions: Ends | null): EndsOfBoth => ({
  low: again?.low ?? null,
  high: again?.high ?? null,
  questions_low: questions?.low ?? null,
  questions_high: questions?.high ?? null,
});

/**
 * The spreads of a row by time, from those of its period: its own answers spread as all do, and its prompts are the same.
 */
function spreadOfPart(of: PeriodSpread, part: { ratio: number; whole: number }): PeriodSpread {
  const { again, questions, ratio, whole, dependence, cells, prompts, each } = of;
  const units = Math.max(1, (of.units * part.whole) / whole);
  const room = (share: number) => share * (1 - share);
  // A share near its end spreads less; means have no end.
  const scale = room(ratio) > 0 && room(part.ratio) > 0 ? room(part.ratio) / room(ratio) : 1;
  const fewer =
    ((inflation(dependence, units) / inflation(dependence, of.units)) * whole) / part.whole;
  const own = again && { ...again, variance: again.variance * fewer * scale };
  const between = Math.max(0, (questions?.variance ?? 0) - (again?.variance ?? 0)) * scale;
  return {
    again: own,
    questions: questions && { ...questions, variance: between + (own?.variance ?? 0) },
    ratio: part.ratio,
    whole: part.whole,
    worth: Math.min(part.whole, of.worth / fewer),
    units,
    dependence,
    cells,
    prompts,
    each,
    shared: of.shared,
  };
}
