import type { CellSums, PromptsOfCells } from "./cell-sums.ts";
import { inflation } from "./dependence.ts";
import {
  type Ends,
  endsForQuestions,
  endsOfShare,
  type Spread,
  spreadAgain,
  spreadOfQuestions,
} from "./row-intervals.ts";

/** A spread of which nothing is known; with so many degrees of freedom Student's t is the normal distribution. */
export const UNKNOWN_SPREAD: Spread = { variance: 0, freedom: 1_000_000 };

/** How much larger a share of the same answers one brand has than another, -1 to 1, with its 95 % interval. */
export type Difference = Ends & { value: number };

/**
 * The difference of the shares of the same answers that name one brand and that name another: `part` of a cell are its
 * answers that name the one less those that name the other, `whole` all its answers. Each of five or more prompts is one
 * observation; of fewer prompts, each unit of a cell, which depends on the one before as `dependence` says. Null
 * without answers.
 */
export function differenceOf(
  cells: CellSums,
  of: PromptsOfCells & { dependence: number },
): Difference | null {
  let [part, answers, units, asked] = [0, 0, 0, 0];
  for (let at = 0; at < cells.answers.length; at++) {
    part += cells.part[at] ?? 0;
    answers += cells.answers[at] ?? 0;
    units += cells.units[at] ?? 0;
    if (cells.answers[at]) asked++;
  }
  if (answers === 0) return null;
  const value = part / answers;
  // From -1 to 1 as a share is from 0 to 1.
  const share = (1 + value) / 2;
  const halved = ({ variance, freedom }: Spread) => ({ variance: variance / 4, freedom });
  const questions = spreadOfQuestions(cells, of);
  const again = questions ? null : spreadAgain(cells, of);
  const worth = again ? answers / inflation(of.dependence, units / asked) : asked;
  const ends = questions
    ? endsForQuestions(share, halved(questions), { prompts: of.prompts, each: 1 })
    : endsOfShare(share, again ? halved(again) : UNKNOWN_SPREAD, { worth });
  return { value, low: 2 * ends.low - 1, high: 2 * ends.high - 1 };
}
