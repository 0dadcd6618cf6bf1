import type { Neighbours } from "#domain/statistics/dependence.ts";
import { zeros } from "#domain/statistics/zeros.ts";
import type { PeriodCells } from "#domain/sums/cell-table.ts";
import { add, type CellGroup } from "./row-sums.ts";

/** So much tells as well as more would. */
const ENOUGH = { brands: 5, pairs: 20_000 } as const;

/**
 * What neighbouring units of a group's cells have in common: of the share of answers that name a brand, for the brands
 * that most is said of, as many as it takes; of `tells` alone where it is given.
 */
export function neighboursOf(
  period: PeriodCells,
  group: CellGroup,
  tells?: ReadonlySet<number>,
): Neighbours {
  const size = group.cells.length;
  const found = { products: 0, pairs: 0, squares: 0, units: 0, cells: 0 };
  const { asked, pairs, sides } = sidesOf(period, group);
  // Without neighbours nothing is told, whatever is said of hundreds of brands.
  if (!pairs.some((count) => count > 0)) return found;
  const [sum, squares, products, paired] = [zeros(size), zeros(size), zeros(size), zeros(size)];
  const [last, inHand] = [new Int32Array(size), zeros(size)];
  const series = { sum, squares, products, paired, last, inHand };
  const brands = tells ? period.brands.filter((id) => tells.has(id)) : period.brands;
  for (const [rank, brand_id] of brands.entries()) {
    if (rank >= ENOUGH.brands && found.pairs >= ENOUGH.pairs) break;
    for (const values of Object.values(series)) values.fill(0);
    addSeries(period, group, { ...series, brand_id, sides });
    for (let cell = 0; cell < size; cell++) {
      const all = sum[cell] ?? 0;
      if (all === 0) continue;
      const mean = all / (asked[cell] ?? 0);
      const spread = (squares[cell] ?? 0) - mean * all;
      if (!(spread > 1e-9)) continue;
      found.cells++;
      found.units += asked[cell] ?? 0;
      found.pairs += pairs[cell] ?? 0;
      found.squares += spread;
      found.products +=
        (products[cell] ?? 0) - mean * (paired[cell] ?? 0) + mean ** 2 * (pairs[cell] ?? 0);
    }
  }
  return found;
}

/** By cell its units, and the pairs of neighbours among them; by unit and cell how many neighbours it has. */
function sidesOf(period: PeriodCells, group: CellGroup) {
  const size = group.cells.length;
  const [asked, pairs] = [zeros(size), zeros(size)];
  const sides = Array.from({ length: period.units }, () => new Uint8Array(size));
  for (let unit = 0; unit < period.units; unit++) {
    const [own, next] = [period.answersIn(unit), period.answersIn(unit + 1)];
    const [of, after] = [sides[unit], sides[unit + 1]];
    for (let cell = 0; cell < size; cell++) {
      const index = group.index[cell] ?? 0;
      if (!own[index]) continue;
      add(asked, cell, 1);
      if (!next[index] || !of || !after) continue;
      add(pairs, cell, 1);
      of[cell] = (of[cell] ?? 0) + 1;
      after[cell] = (after[cell] ?? 0) + 1;
    }
  }
  return { asked, pairs, sides };
}

type Series = Record<"sum" | "squares" | "products" | "paired" | "inHand", Float64Array> & {
  /** The unit last seen of each cell, counted from 1. */
  last: Int32Array;
  brand_id: number;
  sides: readonly Uint8Array[];
};

/**
 * By cell: the sum over units of the share of answers that name a brand, of its square, of neighbours' product, and of
 * both of each pair of neighbours.
 */
function addSeries(period: PeriodCells, group: CellGroup, series: Series): void {
  const { sum, squares, products, paired, inHand, last, brand_id } = series;
  period.eachUnit(brand_id, (unit, entries) => {
    const answers = period.answersIn(unit);
    const sides = series.sides[unit];
    for (let at = entries.first; at < entries.end; at++) {
      const index = entries.cell[at] ?? 0;
      const cell = group.place[index] ?? -1;
      if (cell < 0) continue;
      const share = (entries.answers[at] ?? 0) / (answers[index] ?? 1);
      add(sum, cell, share);
      add(squares, cell, share * share);
      add(paired, cell, share * (sides?.[cell] ?? 0));
      if (last[cell] === unit) add(products, cell, (inHand[cell] ?? 0) * share);
      last[cell] = unit + 1;
      inHand[cell] = share;
    }
  });
}
