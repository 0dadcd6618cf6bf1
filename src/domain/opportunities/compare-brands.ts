import { setImmediate as breathe } from "node:timers/promises";
import type { LoadedCells } from "#domain/reports/brand-cells.ts";
import { type CellGroup, groupOf } from "#domain/reports/row-sums.ts";
import { differenceOf } from "#domain/statistics/brand-difference.ts";
import { type CellSums, emptyCells } from "#domain/statistics/cell-sums.ts";
import type { PeriodCells } from "#domain/sums/cell-table.ts";
import type { Rival } from "./rank-gaps.ts";
import type { SiteRival } from "./rival-queries.ts";

/** Which brand is whose: a project's own one, and those it competes with, by number. */
export type Sides = { own: ReadonlySet<number>; rivals: ReadonlySet<number> };

/** The strongest competitor of prompts by number, and how neighbouring days depend on each other; null: too few tell. */
export type PromptRivals = { rivals: ReadonlyMap<number, Rival>; dependence: number | null };

/** The strongest competitor of each prompt in its usable answers. */
export async function comparePrompts(
  { table, dependence: dependenceIn }: LoadedCells,
  { own, rivals }: Sides,
): Promise<PromptRivals> {
  const group = groupOf(table.cells, table.cells.length);
  const dependence = dependenceIn("now");
  await breathe();
  const best = bestRivals(table.now, group, rivals);
  await breathe();
  const more = moreAnswers(table.now, group, { own, best: best.brand });
  await breathe();
  const byPrompt = Map.groupBy(group.cells.keys(), (number) => group.prompt[number] ?? 0);
  const found = new Map<number, Rival>();
  for (const [prompt, numbers] of byPrompt) {
    const count = best.count[prompt] ?? 0;
    const prompt_id = group.cells[numbers[0] ?? 0]?.prompt_id ?? 0;
    if (count === 0) continue;
    const cells = cellsOf(table.now, group, { numbers, more });
    const one = { prompt: new Int32Array(numbers.length), prompts: 1 };
    const difference = differenceOf(cells, { ...one, dependence: dependence ?? 0 });
    const total = cells.answers.reduce((sum, answers) => sum + answers, 0);
    if (difference)
      found.set(prompt_id, { brand_id: best.brand[prompt] ?? 0, count, total, difference });
  }
  return { rivals: found, dependence };
}

/** By prompt of a group the competitor that most answers name, and how many; of equal ones the first. */
function bestRivals(period: PeriodCells, group: CellGroup, rivals: ReadonlySet<number>) {
  const brand = new Int32Array(group.prompts);
  const count = new Int32Array(group.prompts);
  const own = new Int32Array(group.prompts);
  const known = period.brands.filter((one) => rivals.has(one)).sort((left, right) => left - right);
  for (const brand_id of known) {
    own.fill(0);
    eachEntry(period, group, brand_id, (cell, _, answers) => {
      const prompt = group.prompt[cell] ?? 0;
      own[prompt] = (own[prompt] ?? 0) + answers;
    });
    for (let prompt = 0; prompt < group.prompts; prompt++) {
      if ((own[prompt] ?? 0) <= (count[prompt] ?? 0)) continue;
      count[prompt] = own[prompt] ?? 0;
      brand[prompt] = brand_id;
    }
  }
  return { brand, count };
}

/** By cell x units + unit: the answers that name the best competitor of the cell's prompt less those that name the own brand. */
function moreAnswers(
  period: PeriodCells,
  group: CellGroup,
  { own, best }: { own: ReadonlySet<number>; best: Int32Array },
): Int32Array {
  const more = new Int32Array(group.cells.length * period.units);
  for (const brand_id of period.brands) {
    const isOwn = own.has(brand_id);
    if (!isOwn && !best.includes(brand_id)) continue;
    eachEntry(period, group, brand_id, (cell, unit, answers) => {
      if (!isOwn && best[group.prompt[cell] ?? 0] !== brand_id) return;
      const at = cell * period.units + unit;
      more[at] = (more[at] ?? 0) + (isOwn ? -answers : answers);
    });
  }
  return more;
}

function eachEntry(
  period: PeriodCells,
  group: CellGroup,
  brand_id: number,
  visit: (cell: number, unit: number, answers: number) => void,
): void {
  period.eachUnit(brand_id, (unit, { first, end, cell, answers }) => {
    for (let at = first; at < end; at++)
      visit(group.place[cell[at] ?? 0] ?? -1, unit, answers[at] ?? 0);
  });
}

/** The sums of some cells of a group. */
function cellsOf(
  period: PeriodCells,
  group: CellGroup,
  { numbers, more }: { numbers: readonly number[]; more: Int32Array },
): CellSums {
  const cells = emptyCells(numbers.length);
  for (const [at, number] of numbers.entries()) {
    const index = group.index[number] ?? 0;
    for (let unit = 0; unit < period.units; unit++) {
      const answers = period.answersIn(unit)[index] ?? 0;
      addUnit(cells, at, { answers, more: more[number * period.units + unit] ?? 0 });
    }
  }
  return cells;
}

function addUnit(
  cells: CellSums,
  at: number,
  { answers, more }: { answers: number; more: number },
): void {
  if (answers === 0) return;
  const add = (to: Float64Array, value: number) => {
    to[at] = (to[at] ?? 0) + value;
  };
  add(cells.answers, answers);
  add(cells.units, 1);
  add(cells.part, more);
  add(cells.whole, answers);
  add(cells.part2, more * more);
  add(cells.product, more * answers);
  add(cells.whole2, answers * answers);
}

/** The strongest competitor of a site against the own brand: each of its prompts is one observation. */
export function compareSite(
  { answers, ...rival }: SiteRival,
  { dependence }: Pick<PromptRivals, "dependence">,
): Rival | null {
  const byCell = Map.groupBy(answers, ([_, model_id, prompt_id]) => `${prompt_id} ${model_id}`);
  const cells = emptyCells(byCell.size);
  const prompts = new Map<number, number>();
  const prompt = new Int32Array(byCell.size);
  for (const [at, some] of [...byCell.values()].entries()) {
    const [, , prompt_id] = some[0] ?? [0, 0, 0, 0];
    if (!prompts.has(prompt_id)) prompts.set(prompt_id, prompts.size);
    prompt[at] = prompts.get(prompt_id) ?? 0;
    for (const unit of Map.groupBy(some, ([day]) => day).values()) {
      const more = unit.reduce((sum, one) => sum + one[3], 0);
      addUnit(cells, at, { answers: unit.length, more });
    }
  }
  const difference = differenceOf(cells, {
    prompt,
    prompts: prompts.size,
    dependence: dependence ?? 0,
  });
  return difference && { ...rival, difference };
}
