import * as z from "zod";

const DAY_MS = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What is said of text that is no `isDay`. */
export const NO_DAY = "must be a calendar date from 2000 to 2099, like 2026-11-21";

/** A range of days, both of them in it. */
export type Days = { date_from: string; date_to: string };

/** A calendar day `YYYY-MM-DD`; days that no calendar has are refused. */
export const Day = z
  .string()
  .refine(isDay, { error: NO_DAY, params: { problem: "DATE" } })
  .meta({ format: "date", example: "2026-11-21" });

/** True for a day of the calendar from 2000 to 2099, written YYYY-MM-DD. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** The day `days` after `day` (before it, when negative). */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Days from `from` to `to`, both counted. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1;
}

/** The day that `time` falls on in an IANA time zone. */
export function dayIn(timezone: string, time: Date): string {
  let format = formats.get(timezone);
  if (!format) {
    format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
    formats.set(timezone, format);
  }
  return format.format(time);
}

/** Adds the check that `date_from` is not after `date_to` to an input that has both. */
export function checkDateRange(
  { date_from, date_to }: { date_from?: string | undefined; date_to?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (date_from !== undefined && date_to !== undefined && date_from > date_to) {
    context.addIssue({
      code: "custom",
      path: ["date_to"],
      message: `must not be before date_from (${date_from})`,
      params: { problem: "DATE_RANGE" },
    });
  }
}
