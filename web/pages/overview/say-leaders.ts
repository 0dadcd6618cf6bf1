import { levelNames } from "../../brands/best-rival.ts";
import type { BrandRow } from "../../brands/brand-columns.tsx";
import { listed, percent } from "../../words/numbers.ts";
import { ownRank } from "../../words/rank.ts";

const NAMED = 2;

/** Who is named most, and how often, where that is not the own brand; those of whom chance may decide that, together. */
export function sayLeaders(rows: readonly BrandRow[]): string {
  if ((ownRank(rows) ?? 1) === 1) return "";
  const rivals = rows.filter(({ brand }) => !brand.is_own);
  const [first] = rivals.toSorted((a, b) => (b.visibility ?? 0) - (a.visibility ?? 0));
  if (!first) return "";
  const own = rows.find(({ brand }) => brand.is_own);
  const name = first.brand.name;
  // Of whom it was said that it is too close to call, it is not said that it leads.
  if (own && levelNames(own, [first]).length > 0)
    return ` ${name} is in ${percent(first.visibility)}.`;
  const level = levelNames(first, rivals);
  if (level.length === 0) return ` ${name} leads with ${percent(first.visibility)}.`;
  return ` ${listed([name, ...level], NAMED)} lead with about ${percent(first.visibility)}.`;
}
