import * as z from "zod";
import { sayDay, sayTime } from "#domain/words/say.ts";
import { EVENTS, type EventName } from "./events.ts";

type Data = Readonly<Record<string, unknown>>;
type Said = { title: string; lines: string[] };

/** What is to be done about money or an assistant that is not asked, in words; undefined for other events. */
export function sayTrouble(
  type: EventName,
  data: Data,
  { name, timezone }: { name: string; timezone: string },
): Said | undefined {
  if (type === "budget.reached") return sayBudget(Budget.safeParse(data).data);
  if (type === "target.failing" && name) return sayFailing(data, { name, timezone });
  return undefined;
}

const Budget = z.object(EVENTS["budget.reached"].data.shape);
const NEXT = { daily: "day", monthly: "month" };

function sayBudget(told: z.output<typeof Budget> | undefined): Said | undefined {
  if (!told) return;
  const { period, threshold_percent, spent_usd, cap_usd, starts_on } = told;
  const of = `${money(spent_usd)} of ${money(cap_usd)} USD`;
  const spent = `spent: ${of} since ${sayDay(starts_on)}`;
  const next = `the next ${NEXT[period]} begins`;
  if (threshold_percent < 100) {
    const then = `Once it is used up, questions are left out until ${next} or the budget is raised.`;
    return { title: `The ${period} budget is nearly used up: ${of}`, lines: [spent, then] };
  }
  const full =
    spent_usd < cap_usd
      ? `leaves no room for the next question: ${of} spent`
      : "is used up: questions are left out";
  return {
    title: `The ${period} budget ${full}`,
    lines: [
      spent,
      `The next question does not fit any more. Raise the budget, and today's are asked after all; else asking goes on as ${next}.`,
    ],
  };
}

const money = (usd: number) => Number(usd.toFixed(usd < 1 ? 4 : 2));

const Failing = z.object(EVENTS["target.failing"].data.shape).partial();

function sayFailing(data: Data, { name, timezone }: { name: string; timezone: string }): Said {
  const told = Failing.safeParse(data).data ?? {};
  const { message, failures_in_a_row: count = 1, paused_until, resumes_by_itself } = told;
  const from = paused_until ? ` from ${sayTime(new Date(paused_until), timezone)} on` : "";
  const then = resumes_by_itself
    ? `It is tried again by itself${from}.`
    : "It stays paused until its settings are saved.";
  return {
    title: `${name} cannot be asked`,
    lines: [
      ...(message ? [`message: ${message}`] : []),
      ...(count > 1 ? [`It failed ${count} times in a row.`] : []),
      ...(resumes_by_itself === undefined ? [] : [then]),
    ],
  };
}
