import type { Narrowed } from "../widgets/behind.tsx";
import { asShown, type Difference } from "../words/doubt.ts";
import { decimal, percent, points } from "../words/numbers.ts";

/** A number of a brand. */
export type Measure = "visibility" | "share_of_voice" | "position" | "sentiment";

/** The numbers of a brand: how each reads beside a difference, on an axis and as a difference, with as many digits. */
export const MEASURES: Record<
  Measure,
  {
    label: string;
    show(value: number | null, digits?: number): string;
    onAxis(value: number): string;
    difference(value: number, digits?: number): string;
    lowerIsBetter?: boolean;
  }
> = {
  visibility: {
    label: "Visibility",
    show: percent,
    onAxis: (value) => percent(value, 0),
    difference: points,
  },
  share_of_voice: {
    label: "Share of voice",
    show: percent,
    onAxis: (value) => percent(value, 0),
    difference: points,
  },
  position: {
    label: "Position",
    show: decimal,
    onAxis: (value) => decimal(value),
    difference: decimal,
    lowerIsBetter: true,
  },
  sentiment: {
    label: "Tone",
    show: decimal,
    onAxis: (value) => decimal(value, 0),
    difference: decimal,
  },
};

type Numbers = Record<Measure, number | null>;

/** How a number of a brand changed, so that it fits the two numbers as they are shown, on every page alike. */
export function changeShown<Change extends Difference>(
  row: Numbers & {
    change?: Record<Measure, Change> | null | undefined;
    previous?: Numbers | null | undefined;
  },
  measure: Measure,
): Change | undefined {
  const change = row.change?.[measure];
  return change && asShown(change, [row.previous?.[measure], row[measure]], MEASURES[measure].show);
}

/** The answers that a number of a brand counts; of its tone, those that say something good or bad of it. */
export function countedIn(
  measure: Measure,
  { visibility_count, sentiment_count }: { visibility_count: number; sentiment_count: number },
  of: Narrowed,
): { count: number; of: Narrowed } {
  if (measure !== "sentiment") return { count: visibility_count, of };
  return { count: sentiment_count, of: { ...of, tone: "scored", sort: "worst_tone" } };
}

export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];
export const MEASURE_OPTIONS = MEASURE_NAMES.map((value) => ({
  ...{ value, label: MEASURES[value].label },
}));
