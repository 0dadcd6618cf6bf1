import { percent } from "./numbers.ts";

type Row = { brand: { is_own: boolean }; visibility: number | null };

/** The place of the own brand by visibility, 1 for the first; null where it is not among the rows or has no answers. */
export function ownRank(rows: readonly Row[]): number | null {
  const own = rows.find(({ brand }) => brand.is_own)?.visibility ?? null;
  if (own === null) return null;
  return 1 + rows.filter(({ visibility }) => (visibility ?? 0) > own).length;
}

const ENDINGS = { one: "st", two: "nd", few: "rd", other: "th" } as Record<string, string>;
const rules = new Intl.PluralRules("en", { type: "ordinal" });
export const ordinal = (rank: number) => `${rank}${ENDINGS[rules.select(rank)]}`;

/** Where the newest days of a range have another rank than all of it: a sentence that says so; else empty. */
export function newestRank(all: readonly Row[], newest: readonly Row[]): string {
  const [rank, was] = [ownRank(newest), ownRank(all)];
  const own = newest.find(({ brand }) => brand.is_own);
  if (!own || rank === null || was === null || rank === was) return "";
  return ` In its last 7 days: ${percent(own.visibility)}, ${ordinal(rank)}.`;
}
