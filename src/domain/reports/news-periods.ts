import { addDays, type Days, daysBetween } from "#core/period.ts";

const WEEK_DAYS = 7;
/** Whole weeks, because weekdays differ; fewer tell nothing of what days have in common, older ones are of another time. */
const WEEKS = { least: 2, most: 4 };

/**
 * What a look on `day` holds against each other: the week up to it, and the two to four whole weeks before which begin
 * on `since` or later. Null where there are not as many.
 */
export function newsPeriods(day: string, since: string): { now: Days; before: Days } | null {
  const date_from = addDays(day, 1 - WEEK_DAYS);
  const date_to = addDays(date_from, -1);
  if (since > date_to) return null;
  const weeks = Math.min(WEEKS.most, Math.floor(daysBetween(since, date_to) / WEEK_DAYS));
  if (weeks < WEEKS.least) return null;
  const before = { date_from: addDays(date_from, -weeks * WEEK_DAYS), date_to };
  return { now: { date_from, date_to: day }, before };
}
