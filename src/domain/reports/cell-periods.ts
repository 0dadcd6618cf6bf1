import { addDays, type Days, daysBetween } from "#core/period.ts";
import { CellTable } from "#domain/sums/cell-table.ts";
import { spanStart } from "#domain/sums/spans.ts";
import type { ReportQuery } from "./report-query.ts";

/** Up to so many days, each is a unit of its own; in longer periods a unit is eight. */
export const SINGLE_DAYS_MAX = 35;
const UNITS = { short: 1, long: 8 } as const;

type Periods = ReturnType<typeof periodsOf>;

/** The units of a period, and which of them a day is in. */
function unitsOf({ date_from, date_to }: Days) {
  const span = daysBetween(date_from, date_to) > SINGLE_DAYS_MAX ? UNITS.long : UNITS.short;
  const first = spanStart(date_from, span);
  const unitOf = (day: string) => (daysBetween(first, spanStart(day, span)) - 1) / span;
  return { span, unitOf, units: unitOf(date_to) + 1 };
}

/** The same number of days, ending the day before. */
export function previousPeriod<Of extends Days>(query: Of): Of {
  const { date_from, date_to } = query;
  const days = daysBetween(date_from, date_to);
  return { ...query, date_from: addDays(date_from, -days), date_to: addDays(date_from, -1) };
}

/** The days that a query compares with: chosen ones, or as many just before. */
export function daysBefore({ before, ...query }: Days & { before?: Days }): Days {
  const { date_from, date_to } = before ?? previousPeriod(query);
  return { date_from, date_to };
}

/** The periods of a query, the one before first. */
export function periodsOf(query: ReportQuery) {
  const now = { name: "now", days: query, ...unitsOf(query) } as const;
  if (!query.compare) return [now];
  const days = daysBefore(query);
  return [{ name: "before", days, ...unitsOf(days) } as const, now];
}

/** How many units lie between the two periods; infinitely many where there is one, or their units are not the same. */
export function unitsApart([before, now]: Periods): number {
  if (!now || before?.span !== now.span) return Number.POSITIVE_INFINITY;
  return (daysBetween(before.days.date_to, now.days.date_from) - 2) / now.span;
}

export function tableOf(periods: Periods): CellTable {
  const unitsIn = (name: "now" | "before") => periods.find((one) => one.name === name)?.units ?? 0;
  return new CellTable({ now: unitsIn("now"), before: unitsIn("before") });
}
