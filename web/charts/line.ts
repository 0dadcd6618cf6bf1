import dayjs from "dayjs";
import { FEW_ANSWERS, showDays } from "../scope.ts";
import type { Narrowed } from "../widgets/behind.tsx";
import { someAnswers } from "../words/numbers.ts";

/**
 * A value at a step of time; `low` and `high` are its 95 % interval, `n` the answers behind it, of which `count` are
 * those that it counts. A value that is a number of answers itself has no `n`.
 */
export type Point = {
  at: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  n?: number;
  count?: number;
};
/** One line. An emphasised one is the one that is looked at first; `of` narrows answers to those that it counts. */
export type Line = {
  id: string;
  name: string;
  color: string;
  isEmphasised?: boolean;
  of?: Narrowed;
  points: Point[];
};
/** A step of time from which the numbers are of something else; `label` is short, `text` says what changed. */
export type Break = { at: string; label: string; text: string };
export type Step = "date" | "week" | "month";
export type Days = { date_from: string; date_to: string };
/** The days of a chart, and which day it is today where its project is. */
export type ShownDays = Days & { today: string };

/** First and last day of a step of time, as far as they lie in the days of the chart. */
export function daysOf(at: string, step: Step, { date_from, date_to }: Days) {
  const to = lastOf(at, step);
  return { from: at < date_from ? date_from : at, to: to > date_to ? date_to : to };
}

/** The last day of a step of time. */
function lastOf(at: string, step: Step): string {
  if (step === "date") return at;
  const last = step === "week" ? dayjs(at).add(6, "day") : dayjs(at).endOf("month");
  return last.format("YYYY-MM-DD");
}

/** A step of time on an axis: 4 Mar, 2–8 Mar for a week, or Mar 26 for a month. */
export function shortStep(at: string, step: Step, days: Days): string {
  if (step === "month") return dayjs(at).format("MMM YY");
  const { from, to } = daysOf(at, step, days);
  if (from === to) return dayjs(from).format("D MMM");
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${dayjs(from).format(isOneMonth ? "D" : "D MMM")}–${dayjs(to).format("D MMM")}`;
}

/** Whether the days of a chart hold a part of a step alone. */
export function isCut(at: string, step: Step, days: Days): boolean {
  const { from, to } = daysOf(at, step, days);
  const whole = daysOf(at, step, { date_from: at, date_to: "9999" });
  return from !== whole.from || to !== whole.to;
}

/** What a step lacks, in words: the rest of a time that is not over, or days that the range leaves out; null: nothing. */
export function lackOf(at: string, step: Step, { today, ...days }: ShownDays): string | null {
  if (daysOf(at, step, days).to >= today) return "not over yet";
  return isCut(at, step, days) ? `part of the ${step}` : null;
}

/** Which points of some lines are incomplete, in a sentence; null: none. */
export function sayIncomplete(lines: readonly Line[], step: Step, days: ShownDays): string | null {
  const points = lines.flatMap((one) => one.points).filter(({ value }) => value !== null);
  const said = [...new Set(points.map(({ at }) => at))].sort().flatMap((at) => {
    const lack = lackOf(at, step, days);
    return lack ? [`${longStep(at, step, days)}, ${lack}`] : [];
  });
  return said.length > 0 ? `Hollow and dashed: ${said.join("; ")}.` : null;
}

const SO_FAR = { date: "Today", week: "This week", month: "This month" } as const;

/**
 * Lines without what is not whole and has too few answers to be drawn, where there is more to draw; and in words how many
 * answers these are, and which points of the rest are incomplete; null: none.
 */
export function withoutScarce(lines: Line[], step: Step, days: ShownDays) {
  const isScarce = ({ at, value, n = FEW_ANSWERS }: Point) =>
    value !== null && n < FEW_ANSWERS && lackOf(at, step, days) !== null;
  const left = lines.map((one) => ({ ...one, points: one.points.filter((p) => !isScarce(p)) }));
  const scarce = lines.flatMap(({ points }) => points.filter(isScarce));
  if (scarce.length === 0 || left.every(({ points }) => points.length === 0))
    return { drawn: lines, said: sayIncomplete(lines, step, days) };
  const omitted = [...new Set(scarce.map(({ at }) => at))].sort().map((at) => {
    const count = Math.max(...scarce.filter((one) => one.at === at).map(({ n = 0 }) => n));
    const isBegun = lackOf(at, step, days) === "not over yet";
    const when = isBegun ? `${SO_FAR[step]} so far` : longStep(at, step, days);
    return `${when}: ${someAnswers(count)}, not drawn.`;
  });
  const said = [...omitted, sayIncomplete(left, step, days)].filter(Boolean).join(" ");
  return { drawn: left, said };
}

/** A step of time in full; one of several days says which, a month only where it is not whole. */
export function longStep(at: string, step: Step, days: Days): string {
  const { from, to } = daysOf(at, step, days);
  if (step === "month")
    return (
      dayjs(at).format("MMMM YYYY") + (isCut(at, step, days) ? ` (${showDays(from, to)})` : "")
    );
  return step === "week" ? `Week of ${showDays(from, to)}` : dayjs(at).format("ddd D MMM YYYY");
}

/** The line that is looked at: the one of this id, else the emphasised one, else the first. */
export function lineOf(lines: readonly Line[], id: string | null): Line | undefined {
  return lines.find((one) => one.id === id) ?? lines.find((one) => one.isEmphasised) ?? lines[0];
}

/** What a point of a line opens: the answers it counts, or all of its step where it counts none. */
export function behindPoint(
  { of, points }: Line,
  { at, step, days }: { at: string; step: Step; days: Days },
): { count: number; of: Narrowed } | null {
  const point = points.find((one) => one.at === at);
  if (!of || !point) return null;
  const { brand_id: _, ...whole } = of;
  const when = daysOf(at, step, days);
  if (point.count) return { count: point.count, of: { ...of, ...when } };
  return point.n ? { count: point.n, of: { ...whole, ...when } } : null;
}

/** The lines that are not hidden; all, where a filter leaves none of these. */
export function shownOf(lines: Line[], hidden: readonly string[]): Line[] {
  const left = lines.filter(({ id }) => !hidden.includes(id));
  return left.length > 0 ? left : lines;
}
