import { type Counts, type Difference, isEnough, Z } from "./intervals.ts";

/**
 * Some answers of two periods, each of which counts 1 or 0 of a whole: of the brands that it names, say. `whole` is
 * the sum of that whole, `company` its sum over the answers that count, `squares` the sum of its square.
 */
export type RatioCounts = Counts & {
  before_whole: number;
  before_company: number;
  before_squares: number;
  now_whole: number;
  now_company: number;
  now_squares: number;
};

/**
 * The difference of a ratio of sums over the cells that were asked in both periods, each of the same weight in both.
 * The interval is that of the linearised ratio: an answer is off by what it counts less the ratio's share of its whole,
 * and that spreads within cells. Null where nothing is counted in a period, or with too few answers per cell.
 */
export function ratioDifference(cells: readonly RatioCounts[]): Difference | null {
  const common = cells.filter((cell) => cell.before_total > 0 && cell.now_total > 0);
  const total = common.reduce((sum, cell) => sum + cell.before_total + cell.now_total, 0);
  if (!isEnough({ cells: common.length, answers: total })) return null;
  const first = ratioOf(common, total, sumsBefore);
  const second = ratioOf(common, total, sumsNow);
  if (!first || !second) return null;
  const value = second.ratio - first.ratio;
  const half = Z * Math.sqrt(first.variance + second.variance);
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}

/** All cells as one. */
export function sumUp(cells: readonly RatioCounts[]): RatioCounts {
  const add = (name: keyof RatioCounts) => cells.reduce((sum, cell) => sum + cell[name], 0);
  return {
    before: add("before"),
    before_total: add("before_total"),
    before_whole: add("before_whole"),
    before_company: add("before_company"),
    before_squares: add("before_squares"),
    now: add("now"),
    now_total: add("now_total"),
    now_whole: add("now_whole"),
    now_company: add("now_company"),
    now_squares: add("now_squares"),
  };
}

/** One period of a cell. */
type Sums = { part: number; answers: number; whole: number; company: number; squares: number };

const sumsBefore = (cell: RatioCounts): Sums => ({
  part: cell.before,
  answers: cell.before_total,
  whole: cell.before_whole,
  company: cell.before_company,
  squares: cell.before_squares,
});
const sumsNow = (cell: RatioCounts): Sums => ({
  part: cell.now,
  answers: cell.now_total,
  whole: cell.now_whole,
  company: cell.now_company,
  squares: cell.now_squares,
});

/** The ratio of one period and its variance; null where nothing is counted. */
function ratioOf(
  cells: readonly RatioCounts[],
  total: number,
  sumsOf: (cell: RatioCounts) => Sums,
) {
  let part = 0;
  let whole = 0;
  for (const cell of cells) {
    const sums = sumsOf(cell);
    const weight = (cell.before_total + cell.now_total) / total / sums.answers;
    part += weight * sums.part;
    whole += weight * sums.whole;
  }
  if (whole === 0) return null;
  const ratio = part / whole;
  let variance = 0;
  for (const cell of cells) {
    const weight = (cell.before_total + cell.now_total) / total;
    variance += weight ** 2 * varianceOf(sumsOf(cell), ratio);
  }
  return { ratio, variance: variance / whole ** 2 };
}

/**
 * The variance of a cell's mean deviation. Half an answer that counts its whole of 1 and half of one that counts
 * nothing of it are added, so that a cell without any spread does not claim certainty; where every whole is 1, this is
 * the variance of a share.
 */
function varianceOf({ part, answers, whole, company, squares }: Sums, ratio: number): number {
  const sum = part - ratio * whole + (1 - 2 * ratio) / 2;
  const square =
    part - 2 * ratio * company + ratio ** 2 * squares + ((1 - ratio) ** 2 + ratio ** 2) / 2;
  return (square / (answers + 1) - (sum / (answers + 1)) ** 2) / answers;
}
