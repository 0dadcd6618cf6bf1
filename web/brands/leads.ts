import dayjs from "dayjs";
import { periodOf, reportInput, type Scope, showDay, yesterdayIn } from "../scope.ts";
import { daysBetween } from "../words/formats.ts";

const YEAR_MAX = 366;

/** The days of a scope, of which some questions take the last 366 at most. */
function lastYearOf(scope: Scope, timezone: string): { date_from: string; date_to: string } {
  const { date_from, date_to } = periodOf(scope, timezone);
  if (daysBetween(date_from, date_to) <= YEAR_MAX) return { date_from, date_to };
  const first = dayjs(date_to).subtract(YEAR_MAX - 1, "day");
  return { date_from: first.format("YYYY-MM-DD"), date_to };
}

/**
 * The whole days of a scope: as many up to yesterday where it moves on with the days, as a week has them, and no part of
 * today in any; of today alone there is nothing else.
 */
function wholeDaysOf(scope: Scope, timezone: string) {
  const { date_from, date_to } = lastYearOf(scope, timezone);
  const yesterday = yesterdayIn(timezone);
  if (scope.from !== undefined)
    return {
      date_from,
      date_to: date_from <= yesterday && yesterday < date_to ? yesterday : date_to,
    };
  const first = dayjs(date_from).subtract(1, "day").format("YYYY-MM-DD");
  return { date_from: first, date_to: yesterday };
}

/**
 * What leads and gaps are looked for in: the whole days of a scope, a year at most, and its filters but for those of
 * brands, among whose answers one brand always wins; in words what is left out of the scope. `isFirstDay`: there are no
 * answers before today.
 */
export function leadsInput(asked: Scope, timezone: string, isFirstDay = false) {
  const { mentioned, not_mentioned, naming, ...scope } = asked;
  const days = isFirstDay ? lastYearOf(scope, timezone) : wholeDaysOf(scope, timezone);
  const isCut = days.date_from > periodOf(scope, timezone).date_from;
  const isOfAll = [mentioned, not_mentioned, naming].some((filter) => filter !== undefined);
  return {
    input: { ...reportInput(scope, timezone), ...days },
    cut:
      (isCut ? ` From ${showDay(days.date_from)} on, because a year is the most it covers.` : "") +
      (isOfAll
        ? " Whichever brands are mentioned or asked about: these filters do not count here."
        : ""),
  };
}
