import { FEW_ANSWERS, periodOf, type Scope } from "../scope.ts";
import { daysBetween } from "../words/formats.ts";

/** The step of time that makes a readable line of a scope: days, weeks or months, each with some of its `answers`. */
export function stepOf(
  scope: Scope,
  timezone: string,
  answers = Number.POSITIVE_INFINITY,
): "date" | "week" | "month" {
  const { date_from, date_to } = periodOf(scope, timezone);
  const days = daysBetween(date_from, date_to);
  const perDay = answers / days;
  if (days <= 45 && (perDay >= FEW_ANSWERS || days < 14)) return "date";
  return days <= 45 || (days <= 240 && perDay * 7 >= FEW_ANSWERS) ? "week" : "month";
}
