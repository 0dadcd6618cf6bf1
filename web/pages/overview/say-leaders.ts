import { nearNames } from "../../brands/best-rival.ts";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { listed, percent } from "../../words/numbers.ts";
import { ownRank } from "../../words/rank.ts";

const NAMED = 2;

/**
 * Who is named most, and how often, where that is not the own brand; those of whom chance may decide that, too.
 * `level`: of whom it was said that it is too close to call.
 */
export function sayLeaders(rows: readonly BrandRow[], level: readonly string[]): string {
  if ((ownRank(rows) ?? 1) === 1) return "";
  const rivals = rows.filter(({ brand }) => !brand.is_own);
  const [first] = rivals.toSorted((a, b) => (b.visibility ?? 0) - (a.visibility ?? 0));
  if (!first) return "";
  const name = first.brand.name;
  // Of them it is not said that they lead.
  if (level.includes(name)) return ` ${name} is in ${percent(first.visibility)}.`;
  const near = nearNames(first, rivals);
  const beside = near.length === 0 ? "" : `; ${listed(near, NAMED)} may be named as often`;
  return ` ${name} leads with ${percent(first.visibility)}${beside}.`;
}
