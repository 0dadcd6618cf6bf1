import { leavesOutZero } from "../words/doubt.ts";
import type { BrandRow } from "./brand-columns.tsx";
import { mayBeChance } from "./cells.ts";

/** So near to the best, the first by name stands for it: else the next answer would turn them round. */
const NEAR = 0.01;

/** The competitor that most answers name, by name the first of those that are as good as level. */
export function bestRivalOf(rows: readonly BrandRow[]): BrandRow | undefined {
  const rivals = rows.filter(({ brand }) => !brand.is_own);
  const best = Math.max(...rivals.map(({ visibility }) => visibility ?? 0));
  return rivals
    .filter(({ visibility }) => best - (visibility ?? 0) < NEAR)
    .toSorted((a, b) => a.brand.name.localeCompare(b.brand.name, "en"))[0];
}

/** Which rivals are named so nearly as often as one that chance may have decided their order, about. */
export const nearNames = (one: BrandRow, rows: readonly BrandRow[]): string[] =>
  rows
    .filter((row) => row !== one && row.visibility_total === one.visibility_total)
    .filter(({ visibility_count: rival, visibility_total: answers }) =>
      mayBeChance({ answers, own: one.visibility_count, rival, missed: 0 }),
    )
    .map(({ brand }) => brand.name);

/** Which brands may be level with the one that rows are held against, as its page with one of them says. */
export const levelNames = (rows: readonly BrandRow[]): string[] =>
  rows
    .filter(({ lead }) => lead && lead.visibility.value !== null && !leavesOutZero(lead.visibility))
    .map(({ brand }) => brand.name);
