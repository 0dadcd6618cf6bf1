import { FEW_ANSWERS } from "../scope.ts";
import type { BrandRow } from "./brand-columns.tsx";

/** By what answers are divided to look for weak spots. */
export type Part = "model_id" | "topic_id" | "country_code";
/** Where a number of the own brand is clearly below what it is elsewhere. */
export type Spot = {
  row: BrandRow;
  part: Part;
  measure: "visibility" | "sentiment";
  value: number;
  elsewhere: number;
};

/** To be so much lower than elsewhere is worth a word. */
const LOWER_MIN = { visibility: 0.03, sentiment: 3 };
const COUNTED = { visibility: "visibility_total", sentiment: "sentiment_count" } as const;

/**
 * Where the visibility or the tone of one brand, by assistant, topic and country, is below that of all other parts by more
 * than chance, the clearest first. A difference is more than chance where it is wider than the 95 % intervals of both
 * together, made wider for as many differences as are looked at: that any is one by chance has a probability of 5 % at most.
 */
export function weakSpots(parts: { [Name in Part]?: readonly BrandRow[] }): Spot[] {
  const all = (Object.keys(LOWER_MIN) as Spot["measure"][]).flatMap((measure) =>
    (Object.entries(parts) as [Part, readonly BrandRow[]][]).flatMap(([part, rows]) =>
      differencesOf(measure, rows).map((found) => ({ ...found, measure, part })),
    ),
  );
  const wider = Math.sqrt(1.96 ** 2 + 2 * Math.log(Math.max(1, all.length))) / 1.96;
  return all
    .filter(({ row, part }) => row[part] !== null)
    .filter(({ ratio, value, elsewhere, measure }) => {
      return ratio > wider && elsewhere - value > LOWER_MIN[measure];
    })
    .sort((a, b) => b.ratio - a.ratio)
    .map(({ ratio: _, ...spot }) => spot);
}

/** By what there is more than one part that can be compared. */
export const comparedParts = (parts: { [Name in Part]?: readonly BrandRow[] }): Part[] =>
  (Object.entries(parts) as [Part, readonly BrandRow[]][]).flatMap(([part, rows]) =>
    Object.keys(LOWER_MIN).some(
      (measure) => differencesOf(measure as Spot["measure"], rows).length > 0,
    )
      ? [part]
      : [],
  );

/** How far each part is below the others together, in widths of the interval of that difference. */
function differencesOf(measure: Spot["measure"], rows: readonly BrandRow[]) {
  const told = rows.flatMap((row) => {
    const [value, low, high] = [row[measure], row[`${measure}_low`], row[`${measure}_high`]];
    const count = row[COUNTED[measure]];
    if (value === null || low === null || high === null || count < FEW_ANSWERS) return [];
    return [{ row, value, below: value - low, above: high - value, count }];
  });
  if (told.length < 2) return [];
  return told.map((one) => {
    const others = told.filter((other) => other !== one);
    const count = others.reduce((sum, other) => sum + other.count, 0);
    const elsewhere = others.reduce((sum, other) => sum + other.value * other.count, 0) / count;
    const error = Math.hypot(...others.map((other) => (other.below * other.count) / count));
    const { row, value, above } = one;
    return { row, value, elsewhere, ratio: (elsewhere - value) / Math.hypot(above, error) };
  });
}
