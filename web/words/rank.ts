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
