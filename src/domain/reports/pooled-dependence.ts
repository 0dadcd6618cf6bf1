import { dependenceOf, UNITS_MIN } from "#domain/statistics/dependence.ts";
import type { CellTable } from "#domain/sums/cell-table.ts";
import { neighboursOf } from "./row-neighbours.ts";
import { groupOf } from "./row-sums.ts";

/** How strongly neighbouring units of a period depend on each other, over many cells; null: too few tell. */
export type Dependence = (when: "now" | "before") => number | null;

/** The dependence over all cells of a table, told when it is first asked for. */
export function dependenceIn(table: CellTable): Dependence {
  const known: Partial<Record<"now" | "before", number | null>> = {};
  return (when) => {
    const told = known[when];
    if (told !== undefined) return told;
    const all = groupOf(table.cells, table.cells.length);
    const found = dependenceOf(neighboursOf(table[when], all));
    known[when] = found;
    return found;
  };
}

/**
 * The same, and where they tell nothing of one of some periods, of the cells of all prompts: answers to one repeat each
 * other about as those to others do, and few series are too short to tell.
 */
export async function readDependence(
  table: CellTable,
  periods: readonly { name: "now" | "before"; units: number }[],
  readAll: (() => Promise<CellTable>) | undefined,
): Promise<Dependence> {
  const own = dependenceIn(table);
  // Of so few units all prompts tell nothing, either.
  const isTold = ({ name, units }: (typeof periods)[number]) =>
    units < UNITS_MIN || own(name) !== null;
  if (!readAll || periods.every(isTold)) return own;
  const all = dependenceIn(await readAll());
  return (when) => own(when) ?? all(when);
}
