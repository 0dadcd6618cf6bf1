import { UNKNOWN_SPREAD } from "#domain/statistics/brand-difference.ts";
import { inflation } from "#domain/statistics/dependence.ts";
import {
  type Ends,
  endsForQuestions,
  endsOfMean,
  endsOfShare,
} from "#domain/statistics/row-intervals.ts";
import { hasDates } from "#domain/sums/dimensions.ts";
import type { End } from "#domain/sums/measures.ts";
import type { ReportQuery } from "./report-query.ts";
import { type PeriodSpread, spreadOfPart } from "./row-statistics.ts";

type Part = { ratio: number | null; whole: number };
type EndsOfBoth = Record<End, number | null>;
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
  const again = endsOfShare(ratio, of?.again ?? UNKNOWN_SPREAD, { worth });
  const questions = of?.questions ? endsForQuestions(ratio, of.questions, of) : null;
  // Asked again, the same prompts spread less than others would.
  const isWide = !of?.again && questions && questions.high - questions.low < again.high - again.low;
  return name(isWide ? questions : again, questions);
}

/** The same of a mean. */
export function meanEnds(
  { ratio, whole }: Part,
  period: PeriodSpread | null,
  query: Pick<ReportQuery, "dimensions">,
): EndsOfBoth {
  if (ratio === null || !period) return NONE;
  const { again, questions } = ownSpread({ ratio, whole }, period, query) ?? period;
  return name(again && endsOfMean(ratio, again), questions && endsOfMean(ratio, questions));
}

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
