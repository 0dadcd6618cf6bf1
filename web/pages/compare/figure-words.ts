import { MEASURES, type Measure } from "../../brands/measures.ts";
import { leavesOutZero } from "../../words/doubt.ts";
import { decimal, signed } from "../../words/numbers.ts";

/** A digit more than on other pages: differences of positions are small, and lie within their intervals only so. */
const hundredths = (value: number | null, digits = 1) => decimal(value, digits + 1);

/** The numbers of a brand as this page shows them, their differences and the ends of intervals alike. */
export const FIGURES: typeof MEASURES = {
  ...MEASURES,
  position: { ...MEASURES.position, show: hundredths, difference: hundredths },
};

/** The end of the interval of a difference; with more digits where one that leaves out 0 would read as if it did not. */
export function sayEnd(end: number, { low, high }: Ends, measure: Measure): string {
  const { difference } = FIGURES[measure];
  const readsAsZero = (digits: number) =>
    [low, high].some((one) => Number.parseFloat(difference(one ?? 1, digits)) === 0);
  const digits = leavesOutZero({ low, high })
    ? ([1, 2].find((some) => !readsAsZero(some)) ?? 3)
    : 1;
  return signed(end, (of) => difference(of, digits));
}

type Ends = { low: number | null; high: number | null };
