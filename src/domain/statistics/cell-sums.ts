/**
 * Numbers of one kind, one for each cell: what a model was asked with one prompt. A number of a report is the ratio of
 * two sums over cells, `part` / `whole`: of answers that name a brand and all answers, of places and the answers that
 * have one. What is added up is a unit: a day, or a run of days, in which the cell has answers.
 */
export type CellSums = {
  /** Usable answers, and the units they are of. */
  answers: Float64Array;
  units: Float64Array;
  /** The sums over units of the part, the whole, their squares and their product. */
  part: Float64Array;
  whole: Float64Array;
  part2: Float64Array;
  product: Float64Array;
  whole2: Float64Array;
};

/** The same by model and unit, over all cells: `model` counts from 0, `units` is how many the period has. */
export type UnitSums = {
  model: Int32Array;
  answers: Float64Array;
  part: Float64Array;
  whole: Float64Array;
  units: number;
};

/** Which prompt each cell is of, counted from 0, and how many there are. */
export type PromptsOfCells = { prompt: Int32Array; prompts: number };

/** Cells of a share that are only counted: `part` of their answers; nothing is known of their units. */
export function cellsOfCounts(cells: readonly { part: number; answers: number }[]): CellSums {
  const answers = Float64Array.from(cells, (cell) => cell.answers);
  const part = Float64Array.from(cells, (cell) => cell.part);
  const unknown = new Float64Array(cells.length);
  return {
    ...{ answers, whole: answers, part, units: unknown },
    ...{ part2: unknown, product: unknown, whole2: unknown },
  };
}

/** Cells to which nothing is added yet. */
export function emptyCells(length: number): CellSums {
  const make = () => new Float64Array(length);
  return {
    ...{ answers: make(), units: make(), part: make(), whole: make() },
    ...{ part2: make(), product: make(), whole2: make() },
  };
}

export function total(values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at++) sum += values[at] ?? 0;
  return sum;
}

/** Fewer units tell nothing of what days have in common. */
export const UNITS_MIN = 14;

/**
 * The variance of a ratio that comes from what all prompts of a model have in common on a day: how far the sums of a
 * day spread, less what the answers of single cells explain. 0 with fewer than 14 units. Source: the two-way variance
 * of Cameron, Gelbach and Miller 2011, its parts by day and by prompt and day.
 */
export function sharedVariance(cells: CellSums, days: UnitSums | undefined): number {
  if (!days || days.units < UNITS_MIN) return 0;
  const whole = total(cells.whole);
  if (whole === 0) return 0;
  const ratio = total(cells.part) / whole;
  const sums = new Map<number, { off: number; answers: number }>();
  for (let at = 0; at < days.model.length; at++) {
    const model = days.model[at] ?? 0;
    const sum = sums.get(model) ?? { off: 0, answers: 0 };
    sum.off += (days.part[at] ?? 0) - ratio * (days.whole[at] ?? 0);
    sum.answers += days.answers[at] ?? 0;
    sums.set(model, sum);
  }
  let byDay = 0;
  for (let at = 0; at < days.model.length; at++) {
    const sum = sums.get(days.model[at] ?? 0);
    const mean = sum && sum.answers > 0 ? sum.off / sum.answers : 0;
    const off = (days.part[at] ?? 0) - ratio * (days.whole[at] ?? 0);
    byDay += (off - mean * (days.answers[at] ?? 0)) ** 2;
  }
  byDay *= days.units / (days.units - 1);
  let byCell = 0;
  for (let at = 0; at < cells.units.length; at++) {
    const units = cells.units[at] ?? 0;
    if (units > 1) byCell += (spreadOf(cells, at, ratio) * units) / (units - 1);
  }
  return Math.max(0, byDay - byCell) / whole ** 2;
}

/** The sum over a cell's units of the squares of what they are off the cell's own mean, in parts less `ratio` x whole. */
export function spreadOf(cells: CellSums, at: number, ratio: number): number {
  const units = cells.units[at] ?? 0;
  if (units === 0) return 0;
  const squares =
    (cells.part2[at] ?? 0) -
    2 * ratio * (cells.product[at] ?? 0) +
    ratio ** 2 * (cells.whole2[at] ?? 0);
  const sum = (cells.part[at] ?? 0) - ratio * (cells.whole[at] ?? 0);
  return Math.max(0, squares - sum ** 2 / units);
}
