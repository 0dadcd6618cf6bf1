import {
  type CellSums,
  emptyCells,
  type SharedVariance,
  sharedVariance,
} from "#domain/statistics/cell-sums.ts";
import { changeVerdict, type Untold, type Verdict } from "#domain/statistics/change-verdict.ts";

/** What an assistant's answers to one prompt were on a day. */
export type PromptAnswers = {
  prompt_id: number;
  asked: number;
  usable: number;
  /** Usable ones of which it is known whether it searched, and those it did for. */
  search_known: number;
  searched: number;
  /** The logarithms of usable answers' lengths in bytes, added up: lengths vary by factors. */
  log_length: number;
};

/** What one assistant did on a day: its real answers, or its one canary answer where the plan asked nothing. */
export type HealthDay = {
  origin: "answers" | "canary";
  /** When the first of them came. */
  at: string;
  /** The version that gave most of them. */
  served_model: string | null;
  prompts: readonly PromptAnswers[];
};

/** A number of answers: the sum of its `part` by the answers that have it, its `whole`. */
export type Measure = { part: keyof PromptAnswers; whole: keyof PromptAnswers };
export const USABLE = { part: "usable", whole: "asked" } as const satisfies Measure;
export const SEARCHED = { part: "searched", whole: "search_known" } as const satisfies Measure;
export const LENGTH = { part: "log_length", whole: "usable" } as const satisfies Measure;

type Days = readonly HealthDay[];

/** The part and the whole of a measure over days. */
export function sumOf(days: Days, { part, whole }: Measure): { part: number; whole: number } {
  const sum = { part: 0, whole: 0 };
  for (const { prompts } of days) {
    for (const one of prompts) {
      sum.part += one[part];
      sum.whole += one[whole];
    }
  }
  return sum;
}

/** How a measure differs between days, each prompt one observation, its days' common ups and downs counted as chance. */
export function compareDays(
  { before, recent }: { before: Days; recent: Days },
  measure: Measure,
): Verdict | Untold {
  const places = new Map<number, number>();
  for (const { prompts } of [...before, ...recent]) {
    for (const { prompt_id } of prompts) {
      if (!places.has(prompt_id)) places.set(prompt_id, places.size);
    }
  }
  const old = sumCells(before, places, measure);
  const fresh = sumCells(recent, places, measure);
  return changeVerdict({
    ...{ prompt: Int32Array.from(places.values()), prompts: places.size },
    ...{ before: old.cells, now: fresh.cells },
    days: { before: old.days, now: fresh.days },
  });
}

/** Sums of days by prompt, each day of a prompt a unit, and by day. */
function sumCells(
  days: Days,
  places: ReadonlyMap<number, number>,
  { part, whole }: Measure,
): { cells: CellSums; days: SharedVariance } {
  const cells = emptyCells(places.size);
  const units = days.length;
  const wholes = new Float64Array(units);
  const byDay = { part: new Float64Array(units), answers: wholes, whole: wholes };
  const add = (to: Float64Array, at: number, value: number) => {
    to[at] = (to[at] ?? 0) + value;
  };
  for (const [day, { prompts }] of days.entries()) {
    for (const one of prompts) {
      const at = places.get(one.prompt_id) ?? 0;
      const [parts, all] = [one[part], one[whole]];
      if (all === 0) continue;
      add(cells.units, at, 1);
      add(cells.answers, at, all);
      add(cells.part, at, parts);
      add(cells.whole, at, all);
      add(cells.part2, at, parts ** 2);
      add(cells.product, at, parts * all);
      add(cells.whole2, at, all ** 2);
      add(byDay.part, day, parts);
      add(byDay.whole, day, all);
    }
  }
  return { cells, days: sharedVariance(cells, { ...byDay, model: new Int32Array(units), units }) };
}
