import { type CellSums, type PromptsOfCells, ratioSpread, squaresOff } from "./cell-sums.ts";
import { changeAgain, type Dependent } from "./change-again.ts";
import type { Untold, Verdict } from "./change-verdict.ts";
import { inflation } from "./dependence.ts";
import {
  type Ends,
  endsForAgain,
  endsForQuestions,
  endsOfShare,
  type Spread,
  spreadAgain,
  spreadOfQuestions,
} from "./row-intervals.ts";

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
  const known = ratioSpread(cells);
  if (!known) return null;
  const { ratio: value, all: answers } = known;
  let [units, asked, squares] = [0, 0, 0];
  for (let at = 0; at < cells.answers.length; at++) {
    units += cells.units[at] ?? 0;
    if (cells.answers[at]) asked++;
    squares += squaresOff(cells, at, value);
  }
  // From -1 to 1 as a share is from 0 to 1.
  const share = (1 + value) / 2;
  const halved = ({ variance, freedom }: Spread) => ({ variance: variance / 4, freedom });
  const questions = spreadOfQuestions(cells, of, known);
  if (questions) {
    const ends = endsForQuestions(share, halved(questions), { prompts: of.prompts, each: 1 });
    return inFull(value, ends);
  }
  const again = spreadAgain(cells, { ...of, known });
  const grown = inflation(of.dependence, units / asked);
  const worth = again ? answers / grown : asked;
  const spread = again && halved(again);
  // Where all answers are alike, nothing is known of how they spread.
  if (spread && !(squares > 0)) return inFull(value, endsOfShare(share, spread, { worth }));
  const together = (squares * grown) / (4 * answers ** 2);
  return inFull(value, endsForAgain(share, spread, { worth, together }));
}

const inFull = (value: number, { low, high }: Ends): Difference => ({
  ...{ value, low: 2 * low - 1, high: 2 * high - 1 },
});

/** How such a difference of a few prompts, over `chosen` cells that both periods have, changed: `changeAgain` of it. */
export function differenceAgain(
  cells: { before: CellSums; now: CellSums },
  chosen: readonly number[],
  dependent: Dependent,
): Verdict | Untold {
  const shares = { before: asShare(cells.before), now: asShare(cells.now) };
  const change = changeAgain(shares, chosen, dependent);
  if (typeof change === "string") return change;
  const { value, low, high, p } = change;
  return { value: 2 * value, low: 2 * low, high: 2 * high, p };
}

/** A part that is from -whole to whole, as one that is from 0 to whole. */
function asShare({ part, part2, product, whole2, ...cells }: CellSums): CellSums {
  const { whole } = cells;
  return {
    ...cells,
    whole2,
    part: part.map((value, at) => (value + (whole[at] ?? 0)) / 2),
    product: product.map((value, at) => (value + (whole2[at] ?? 0)) / 2),
    part2: part2.map((value, at) => (value + 2 * (product[at] ?? 0) + (whole2[at] ?? 0)) / 4),
  };
}
