import dayjs from "dayjs";

const weekdayOf = (day: string) => ((dayjs(day).day() + 6) % 7) + 1;

/**
 * Whether answers were to come on a day: the schedule has its weekday, and had it by then, as that day or an earlier one
 * of that weekday was `seen` with a run or answers. A weekday that is new in the schedule was not planned before.
 */
export function plannedDays(
  weekdays: readonly number[],
  seen: readonly string[],
): (day: string) => boolean {
  const since = new Map<number, string>();
  for (const day of [...seen].sort())
    if (!since.has(weekdayOf(day))) since.set(weekdayOf(day), day);
  return (day) => {
    const first = since.get(weekdayOf(day));
    return weekdays.includes(weekdayOf(day)) && first !== undefined && first <= day;
  };
}
