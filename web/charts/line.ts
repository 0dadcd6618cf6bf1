import dayjs from "dayjs";

/** A value at a step of time; `low` and `high` are its 95 % interval, `n` the answers behind it. */
export type Point = {
  at: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  n?: number;
};
/** One line. An emphasised one is thicker and shows its interval. */
export type Line = {
  id: string;
  name: string;
  color: string;
  isEmphasised?: boolean;
  points: Point[];
};
/** A step of time from which the numbers are of something else; `label` is short, `text` says what changed. */
export type Break = { at: string; label: string; text: string };
export type Step = "date" | "week" | "month";

/** A step of time on an axis: 4 Mar, or Mar 26 for a month. */
export function shortStep(at: string, step: Step): string {
  return dayjs(at).format(step === "month" ? "MMM YY" : "D MMM");
}

/** A step of time in full. */
export function longStep(at: string, step: Step): string {
  if (step === "month") return dayjs(at).format("MMMM YYYY");
  return step === "week"
    ? `Week of ${dayjs(at).format("D MMM YYYY")}`
    : dayjs(at).format("ddd D MMM YYYY");
}
