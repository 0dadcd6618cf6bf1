import assert from "node:assert/strict";
import { test } from "node:test";
import { CellTable, type PeriodCells } from "./cell-table.ts";
import { readCells, writeCells } from "./packed-cells.ts";

const [BRANDS, MODELS, PROMPTS, UNITS] = [3, 2, 30, 6];

/** A table of which some prompts are not asked each time, and a brand is named by some answers. */
function makeTable(seed: number): CellTable {
  let state = seed;
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
  const table = new CellTable({ now: UNITS, before: 0 });
  for (let unit = 0; unit < UNITS; unit++) {
    for (let model_id = 1; model_id <= MODELS; model_id++) {
      // Of a unit there may be several rows, some of which have the same cells.
      for (let row = 0; row < 2; row++) {
        const answers = new Map<number, number>();
        const brands = new Map<number, Map<number, number>>();
        for (let prompt = 1; prompt <= PROMPTS; prompt++) {
          if (next(4) === 0) continue;
          const count = 1 + next(3);
          answers.set(prompt, count);
          for (let brand = 1; brand <= BRANDS; brand++) {
            const named = next(count + 1);
            if (named > 0) brands.set(brand, (brands.get(brand) ?? new Map()).set(prompt, named));
          }
        }
        const packed = readCells(writeCells({ answers, brands }));
        table.add(table.now, { of: { model_id }, unit, packed, keeps: () => true });
      }
    }
  }
  return table;
}

/** What is said of a brand in some cells, by unit and cell. */
function listOf(period: PeriodCells, brand: number, { all, cells }: Of): string[] {
  const found: string[] = [];
  const visit: Parameters<PeriodCells["eachUnit"]>[1] = (unit, { first, end, ...lists }) => {
    for (let at = first; at < end; at++) {
      const { cell, answers, position, tone, toned } = lists;
      if (!cells.includes(cell[at] ?? -1)) continue;
      found.push([unit, cell[at], answers[at], position[at], tone[at], toned[at]].join());
    }
  };
  if (all) period.eachUnit(brand, visit);
  else period.eachUnitOf(brand, Int32Array.from(cells), visit);
  return found.sort();
}
type Of = { all: boolean; cells: readonly number[] };

test("what is said of some cells alone is what is said of them among all", () => {
  for (const seed of [1, 2, 3]) {
    const { now, cells } = makeTable(seed);
    assert.equal(cells.length, MODELS * PROMPTS);
    for (let brand = BRANDS + 1; brand >= 1; brand--) {
      for (const some of [[0], [5, 40, 17], [59, 3], [], cells.map(({ index }) => index)]) {
        const few = listOf(now, brand, { all: false, cells: some });
        assert.deepEqual(few, listOf(now, brand, { all: true, cells: some }));
        assert.ok(brand > BRANDS || some.length === 0 || few.length > 0);
      }
    }
  }
});
