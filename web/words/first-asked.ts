import { dollars, someAnswers } from "./numbers.ts";

/** What the schedule of a project says of when it asks; `hour` and the days are of its time zone, Monday is 1. */
export type Asking = {
  status: string;
  schedule: { weekdays: readonly number[]; hour: number };
  timezone: string;
};

/** A prompt's time lies so many hours after the scheduled one at most, and before the day ends. */
export const SPREAD_HOURS = 2;
const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** When prompts that are added now are asked first, as the schedule has it. */
export function sayFirstAsked({ status, schedule, timezone }: Asking, now: Date): string {
  if (status === "paused") return "First asked once you resume asking.";
  const { weekday, hour } = hereAt(now, timezone);
  const last = schedule.hour + SPREAD_HOURS;
  const days = DAYS.map((_, ahead) => ((weekday - 1 + ahead) % 7) + 1);
  // What is planned at midnight is the next day's.
  const isOver = hereAt(nextPlan(now), timezone).weekday !== weekday;
  const ahead =
    [...days.keys(), DAYS.length].find(
      (n) => schedule.weekdays.includes(days[n % DAYS.length] ?? 0) && !(n === 0 && isOver),
    ) ?? 0;
  if (ahead === 0 && hour >= last)
    return `First asked at about ${timeAt(nextPlan(now), timezone)} (${timezone}).`;
  if (ahead === 0 && hour >= schedule.hour)
    return `First asked today by ${clock(last)} (${timezone}).`;
  const when =
    ["today", "tomorrow"][ahead] ??
    `${ahead === DAYS.length ? "in a week, " : ""}on ${DAYS[(weekday - 1 + ahead) % 7]}`;
  return `First asked ${when} between ${clock(schedule.hour)} and ${clock(last)} (${timezone}).`;
}

type Asked = { is_active: boolean; samples_per_day: number; estimated_cost_usd: number | null };

/** How many answers so many prompts are, each time they are asked, and what these are estimated to cost. */
export function sayAnswers(prompts: number, targets: readonly Asked[]): string {
  const active = targets.filter(({ is_active }) => is_active);
  const answers = active.reduce((sum, target) => sum + prompts * target.samples_per_day, 0);
  const usd = active.reduce(
    (sum, target) => sum + prompts * target.samples_per_day * (target.estimated_cost_usd ?? 0),
    0,
  );
  const known = usd === 0 ? "at no cost" : `estimated at ${dollars(usd)}`;
  const isKnown = active.every((target) => target.estimated_cost_usd !== null);
  return `${someAnswers(answers)} each time, ${isKnown ? known : "at a price that is not known"}`;
}

/** What is added is planned so often, at the full tens of minutes. */
export const PLAN_MS = 10 * 60_000;
const nextPlan = (now: Date) => new Date(Math.ceil((now.getTime() + 1) / PLAN_MS) * PLAN_MS);
const timeAt = (time: Date, timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" }).format(time);

const clock = (hour: number) => `${String(Math.min(hour, 24)).padStart(2, "0")}:00`;

/** The day of the week and the hour that it is in a time zone. */
function hereAt(now: Date, timeZone: string): { weekday: number; hour: number } {
  const parts = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone, weekday: "long", hour: "2-digit", hourCycle: "h23" },
  }).formatToParts(now);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return { weekday: DAYS.indexOf(of("weekday")) + 1, hour: Number(of("hour")) };
}
