import dayjs from "dayjs";
import { FEW_ANSWERS, periodOf, type Scope } from "../scope.ts";

/** The step of time that makes a readable line of a scope: days, weeks or months, each with some of its `answers`. */
export function stepOf(
  scope: Scope,
  timezone: string,
  answers = Number.POSITIVE_INFINITY,
): "date" | "week" | "month" {
  const { date_from, date_to } = periodOf(scope, timezone);
  const days = dayjs(date_to).diff(date_from, "day") + 1;
  const perDay = answers / days;
  if (days <= 45 && (perDay >= FEW_ANSWERS || days < 14)) return "date";
  return days <= 45 || (days <= 240 && perDay * 7 >= FEW_ANSWERS) ? "week" : "month";
}
