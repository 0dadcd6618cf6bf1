/** Standard deviations to either side that hold 95 %. */
export const Z = 1.959963984540054;

/** A 95 % interval, or null where there is nothing to tell it from. */
export type Interval = { low: number; high: number };

/**
 * Wilson's interval of `count` in `total` at 95 %, always within 0 to 1, even of a count that is out of bounds; null
 * without a total. Source: Wilson 1927, without correction.
 */
export function wilson(count: number, total: number): Interval | null {
  if (total <= 0) return null;
  const share = Math.min(1, Math.max(0, count / total));
  const square = Z * Z;
  const center = (share + square / (2 * total)) / (1 + square / total);
  const half =
    (Z / (1 + square / total)) *
    Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}

/** A row with the ends of the intervals of its shares: `of` names of each its count and its total. */
export function withIntervals<
  Intervals extends Readonly<Record<string, readonly [string, string]>>,
  Row extends Record<string, unknown>,
>(row: Row, of: Intervals) {
  const ends = Object.entries(of).flatMap(([name, [count, total]]) => {
    const interval = wilson(Number(row[count]), Number(row[total]));
    return [
      [`${name}_low`, interval?.low ?? null],
      [`${name}_high`, interval?.high ?? null],
    ];
  });
  return { ...row, ...Object.fromEntries(ends) } as Row & {
    [Name in `${keyof Intervals & string}_${"low" | "high"}`]: number | null;
  };
}

/** How often something happened before and now, in one cell or over all. */
export type Counts = { before: number; before_total: number; now: number; now_total: number };

/** Newcombe's hybrid interval of the difference of two independent shares, now less before; null without totals. */
export function newcombe({ before, before_total, now, now_total }: Counts): Interval | null {
  const first = wilson(before, before_total);
  const second = wilson(now, now_total);
  if (!first || !second) return null;
  const [p, q] = [before / before_total, now / now_total];
  const difference = q - p;
  return {
    low: difference - Math.sqrt((q - second.low) ** 2 + (first.high - p) ** 2),
    high: difference + Math.sqrt((second.high - q) ** 2 + (p - first.low) ** 2),
  };
}

export type Difference = Interval & { value: number };

/** Fewer answers tell nothing of a period. */
export const ANSWERS_MIN = 5;

/** True with as many per cell and period, on average. */
export function isEnough({ cells, answers }: { cells: number; answers: number }): boolean {
  return cells > 0 && answers / (2 * cells) >= ANSWERS_MIN;
}

/**
 * The difference of a share over the cells (prompt and model) that were asked in both periods, weighted by their
 * answers: prompts differ far more than days do, and this leaves their spread out. Null with too few answers per cell.
 */
export function stratified(cells: readonly Counts[]): Difference | null {
  const total = commonTotal(cells);
  if (total === null) return null;
  const { value, variance } = sumOver(cells, total);
  return differenceOf(value, variance);
}

type Totals = Pick<Counts, "before_total" | "now_total">;

/** Does the same for many shares of the same cells: takes of each share only the cells where it is not zero. */
export function stratifier(
  cells: readonly Totals[],
): (happened: readonly Counts[]) => Difference | null {
  const total = commonTotal(cells);
  if (total === null) return () => null;
  const nothing = (some: readonly Totals[]) =>
    sumOver(
      some.map(({ before_total, now_total }) => ({ before: 0, before_total, now: 0, now_total })),
      total,
    ).variance;
  const least = nothing(cells);
  return (happened) => {
    const { value, variance } = sumOver(happened, total);
    return differenceOf(value, least - nothing(happened) + variance);
  };
}

/** The answers of the cells that both periods have; null: too few. */
function commonTotal(cells: readonly Totals[]): number | null {
  const common = cells.filter((cell) => cell.before_total > 0 && cell.now_total > 0);
  const answers = common.reduce((sum, cell) => sum + cell.before_total + cell.now_total, 0);
  return isEnough({ cells: common.length, answers }) ? answers : null;
}

function sumOver(cells: readonly Counts[], total: number) {
  let value = 0;
  let variance = 0;
  for (const { before, before_total, now, now_total } of cells) {
    if (before_total === 0 || now_total === 0) continue;
    const weight = (before_total + now_total) / total;
    // Half a success added, so that a cell without any spread does not claim certainty.
    const [p, q] = [(before + 0.5) / (before_total + 1), (now + 0.5) / (now_total + 1)];
    value += weight * (now / now_total - before / before_total);
    variance += weight ** 2 * ((p * (1 - p)) / before_total + (q * (1 - q)) / now_total);
  }
  return { value, variance };
}

function differenceOf(value: number, variance: number): Difference {
  const half = Z * Math.sqrt(variance);
  return { value, low: value - half, high: value + half };
}
