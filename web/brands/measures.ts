import { decimal, percent, points } from "../words/numbers.ts";
import type { Measure } from "./brand-lines.ts";

/** The numbers of a brand: how each reads in figures, on an axis and as a difference. */
export const MEASURES: Record<
  Measure,
  {
    label: string;
    show(value: number | null): string;
    onAxis(value: number): string;
    difference(value: number): string;
    lowerIsBetter?: boolean;
  }
> = {
  visibility: {
    label: "Visibility",
    show: (value) => percent(value),
    onAxis: (value) => percent(value, 0),
    difference: points,
  },
  share_of_voice: {
    label: "Share of voice",
    show: (value) => percent(value),
    onAxis: (value) => percent(value, 0),
    difference: points,
  },
  position: {
    label: "Position",
    show: (value) => decimal(value),
    onAxis: (value) => decimal(value),
    difference: (value) => decimal(value),
    lowerIsBetter: true,
  },
  sentiment: {
    label: "Tone",
    show: (value) => decimal(value, 0),
    onAxis: (value) => decimal(value, 0),
    difference: (value) => decimal(value),
  },
};
export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];
export const MEASURE_OPTIONS = MEASURE_NAMES.map((value) => ({
  ...{ value, label: MEASURES[value].label },
}));
