import dayjs from "dayjs";
import { showDay } from "../scope.ts";
import { relativeTime } from "./formats.ts";

/** A share as people read it: 42.3 %; a dash where it is not defined. */
export function percent(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? "–" : `${(value * 100).toFixed(digits)}\u00A0%`;
}

/** A difference with its sign, as `show` says it. */
export function signed(value: number, show: (value: number) => string): string {
  const text = show(value);
  if (Number.parseFloat(text) === 0) return show(0);
  return value > 0 ? `+${text}` : text.replace("-", "−");
}

/** A change of a share, in percentage points. */
export const points = (value: number, digits = 1) => `${(value * 100).toFixed(digits)}\u00A0points`;

/** The same without its unit, where that is said once for several. */
export const unitless = (said: string) => said.replace("\u00A0points", "");

/** A number with one decimal; a dash where it is not defined. */
export function decimal(value: number | null | undefined, digits = 1): string {
  return value === null || value === undefined ? "–" : value.toFixed(digits);
}

/** A count with thousands apart. */
export function whole(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : counts.format(value);
}

/** Made once: each `toLocaleString` makes another. */
const counts = new Intl.NumberFormat("en");

/** So many answers: "1 answer", "1,880 answers". */
export const someAnswers = (count: number) =>
  `${whole(count)}\u00A0${count === 1 ? "answer" : "answers"}`;

/** So many rows of a file: "1 row", "1,880 rows". */
export const someRows = (count: number) => `${whole(count)} ${count === 1 ? "row" : "rows"}`;

/** The first names, and how many more there are. */
export function listed(names: readonly string[], most: number): string {
  const left = names.length - most;
  return left > 0
    ? `${names.slice(0, most).join(", ")} and ${whole(left)} more`
    : and.format(names);
}

const and = new Intl.ListFormat("en");

const [cents, small] = [2, 4].map(
  (maximumFractionDigits) =>
    new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits }),
) as [Intl.NumberFormat, Intl.NumberFormat];

/** US dollars: cents only where they matter. */
export function dollars(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return `$${(value < 0.1 ? small : cents).format(value)}`;
}

/** How long ago a time was: "3 hours ago"; from a day on by the days of the calendar, as lists show them. */
export function ago(time: string | null | undefined): string {
  if (!time) return "never";
  const seconds = (Date.parse(time) - Date.now()) / 1_000;
  if (Math.abs(seconds) >= 86_400) {
    const days = Math.round(dayjs(time).startOf("day").diff(dayjs().startOf("day"), "day", true));
    return relativeTime.format(Math.sign(seconds) * Math.max(1, Math.abs(days)), "day");
  }
  for (const [unit, length] of [
    ["hour", 3_600],
    ["minute", 60],
  ] as const) {
    if (Math.abs(seconds) >= length) return relativeTime.format(Math.round(seconds / length), unit);
  }
  return "just now";
}

/** A time as people read it, in their own time zone; a line may end between day and hour. */
export function showTime(time: string | null | undefined): string {
  if (!time) return "–";
  const text = `${showDay(time)}, ${dayjs(time).format("HH:mm")}`;
  return text.replaceAll(/(?<!,) /g, "\u00A0");
}

/** When something came, after its name: "today at 10:02", and of days before the day alone. */
export const sayWhen = (time: string): string =>
  dayjs(time).isSame(dayjs(), "day")
    ? `today at\u00A0${dayjs(time).format("HH:mm")}`
    : `on ${showDay(time)}`;

/** A time as showTime has it; of today, the hour alone. */
export function showSoon(time: string | null | undefined): string {
  return time && dayjs(time).isSame(dayjs(), "day") ? dayjs(time).format("HH:mm") : showTime(time);
}
