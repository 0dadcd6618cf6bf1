import dayjs from "dayjs";
import { daysBetween } from "./formats.ts";

/** So many days without answers at the beginning of a period go without a word: asking may rest for some. */
const REST_DAYS = 3;

/** From when on days have answers, where these begin late: of the day of the first one and the day on which they begin. */
export function sayAnswersFrom(first: string, from: string): string {
  if (daysBetween(from, first) - 1 <= REST_DAYS) return "";
  return ` (answers from ${dayjs(first).format("D MMM")} on)`;
}
