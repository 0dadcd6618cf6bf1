import { zeros } from "./zeros.ts";

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

/** Fewer units tell nothing of what days have in common. */
export const UNITS_MIN = 14;

/** What all prompts of a model have in common on a day adds so much to a variance; of so many units. */
export type SharedVariance = { variance: number; units: number };

/** The sum over a cell's units of the squares of what they are off the cell's own mean, in parts less `ratio` x whole. */
export function spreadOf(cells: CellSums, at: number, ratio: number): number {
  const units = cells.units[at] ?? 0;
  if (units === 0) return 0;
  const squares = squaresOff(cells, at, ratio);
  const sum = (cells.part[at] ?? 0) - ratio * (cells.whole[at] ?? 0);
  return orNone(squares - sum ** 2 / units, cells, at, ratio);
}

/** Of sums that cancel each other a rest stays behind, which is no spread. */
const REST = 1e-9;

function orNone(found: number, { part2, whole2 }: CellSums, at: number, ratio: number): number {
  return found > REST * ((part2[at] ?? 0) + ratio ** 2 * (whole2[at] ?? 0)) ? found : 0;
}

/** The same squares of what they are off the ratio itself. */
export function squaresOff(cells: CellSums, at: number, ratio: number): number {
  const { part2, product, whole2 } = cells;
  const found = (part2[at] ?? 0) - 2 * ratio * (product[at] ?? 0) + ratio ** 2 * (whole2[at] ?? 0);
  return orNone(found, cells, at, ratio);
}

/**
 * What cells say of a ratio, those with as many units added up: the index is how many. `spread`: how far units are off
 * their cell's own mean, in parts less `ratio` x whole, squared; `wholes`: how many cells have a whole.
 */
export type RatioSpread = { ratio: number; all: number } & Record<
  (typeof SPREAD_SUMS)[number],
  Float64Array
>;
const SPREAD_SUMS = ["spread", "cells", "answers", "whole", "wholes"] as const;

/** The ratio of some cells and how it spreads; null where there is no whole. */
export function ratioSpread(cells: CellSums): RatioSpread | null {
  const { answers, units, part, whole } = cells;
  let [parts, all, most] = [0, 0, 0];
  for (let at = 0; at < units.length; at++) {
    parts += part[at] ?? 0;
    all += whole[at] ?? 0;
    if ((units[at] ?? 0) > most) most = units[at] ?? 0;
  }
  if (all === 0) return null;
  const ratio = parts / all;
  const make = () => zeros(most + 1);
  const found = { spread: make(), cells: make(), answers: make(), whole: make(), wholes: make() };
  // Mostly all have as many units: what they are is added up beside the lists.
  let last = -1;
  let [spread, counted, asked, known, wholes] = [0, 0, 0, 0, 0];
  const keep = (at: number, more: Record<keyof typeof found, number>) => {
    for (const name of SPREAD_SUMS) found[name][at] = (found[name][at] ?? 0) + more[name];
  };
  for (let at = 0; at < units.length; at++) {
    const count = units[at] ?? 0;
    if (count !== last) {
      if (last >= 0) keep(last, { spread, cells: counted, answers: asked, whole: known, wholes });
      last = count;
      spread = counted = asked = known = wholes = 0;
    }
    const own = whole[at] ?? 0;
    counted++;
    asked += answers[at] ?? 0;
    known += own;
    if (own) wholes++;
    if (count > 1) spread += spreadOf(cells, at, ratio);
  }
  if (last >= 0) keep(last, { spread, cells: counted, answers: asked, whole: known, wholes });
  return { ratio, all, ...found };
}

/**
 * The variance of a ratio that comes from what all prompts of a model have in common on a day: how far the sums of a
 * day spread, less what the answers of single cells explain. 0 with fewer than 14 units. Source: the two-way variance
 * of Cameron, Gelbach and Miller 2011, its parts by day and by prompt and day. `known`: the spread of these cells.
 */
export function sharedVariance(
  cells: CellSums,
  days: UnitSums,
  known: RatioSpread | null = ratioSpread(cells),
): SharedVariance {
  let [part, whole] = [0, 0];
  for (let at = 0; at < days.model.length; at++) {
    part += days.part[at] ?? 0;
    whole += days.whole[at] ?? 0;
  }
  const { units } = days;
  if (units < UNITS_MIN || whole === 0) return { variance: 0, units };
  const ratio = part / whole;
  const byDay = spreadOfDays(days, ratio);
  const spread = known?.spread ?? [];
  let byCell = 0;
  for (let count = 2; count < spread.length; count++)
    byCell += ((spread[count] ?? 0) * count) / (count - 1);
  return { variance: Math.max(0, byDay - byCell) / whole ** 2, units };
}

/** How far the sums of days spread around those of their model. */
function spreadOfDays({ model, part, whole, answers, units }: UnitSums, ratio: number): number {
  const models = model.reduce((most, one) => Math.max(most, one + 1), 0);
  const [off, all] = [zeros(models), zeros(models)];
  for (let at = 0; at < model.length; at++) {
    const to = model[at] ?? 0;
    off[to] = (off[to] ?? 0) + (part[at] ?? 0) - ratio * (whole[at] ?? 0);
    all[to] = (all[to] ?? 0) + (answers[at] ?? 0);
  }
  let spread = 0;
  for (let at = 0; at < model.length; at++) {
    // One by one: a pair would be an object for each of millions of days.
    const sum = off[model[at] ?? 0] ?? 0;
    const of = all[model[at] ?? 0] ?? 0;
    const mean = of > 0 ? sum / of : 0;
    const own = (part[at] ?? 0) - ratio * (whole[at] ?? 0);
    spread += (own - mean * (answers[at] ?? 0)) ** 2;
  }
  return (spread * units) / (units - 1);
}
