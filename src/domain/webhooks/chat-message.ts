import * as z from "zod";
import { isDay } from "#core/period.ts";
import { plainLine } from "#domain/accounts/mail.ts";
import { asShown, isBetween } from "#domain/words/differences.ts";
import { sayDay, sayPoints, sayShare, sayTime } from "#domain/words/say.ts";
import { type EventPage, pageOf } from "./event-page.ts";
import { EVENTS, type EventName } from "./events.ts";
import { sayTrouble } from "./say-trouble.ts";

type Payload = { type: EventName; data: Record<string, unknown> };
const TEXT_MAX = 1_500;
const NAMES_MAX = 3;
const NAME_MAX = 60;

/** Slack reads these three alone; as numbers it shows them as they stand. */
const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Chat rooms that take a message of their own form, by the host that their webhooks are at. */
const ROOMS: readonly [host: RegExp, write: (text: string) => object][] = [
  [
    /^hooks\.slack(-gov)?\.com$/,
    (text) => ({ text: text.replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign) }),
  ],
  // Nobody is called by what an answer or a name happens to say.
  [
    /^(canary\.|ptb\.)?discord(app)?\.com$/,
    (text) => ({ content: text, allowed_mentions: { parse: [] } }),
  ],
  [/\.(webhook\.office|logic\.azure|api\.powerplatform)\.com$/, cardOf],
];

/** The project of an event, by the name and in the time zone that people know it. */
type Project = { project_name: string; timezone: string };

/** The body that a webhook's address takes: the event as JSON, or for Slack, Discord and Teams a message that says it. */
export function bodyFor(
  url: string,
  payload: string,
  project: Project & { base_url: string },
): string {
  const { hostname } = new URL(url);
  const room = ROOMS.find(([host]) => host.test(hostname));
  if (!room) return payload;
  return JSON.stringify(room[1](textOf(JSON.parse(payload) as Payload, project)));
}

/** Of which project, what happened, its plain facts, and where to look. */
function textOf(
  payload: Payload,
  { project_name, timezone, base_url }: Project & { base_url: string },
): string {
  const whose = `Earshot, ${nameOf({ name: project_name })}`;
  const text = `${whose}: ${linesOf(payload, timezone).join("\n")}`.slice(0, TEXT_MAX);
  const { path } = pageOf(payload.type, payload.data);
  return `${text}\n${base_url}/projects/${payload.data["project_id"]}${path}`;
}

/** The page that tells most of an event, from its project's address on. */
export function pageOfEvent(payload: string): EventPage {
  const { type, data } = JSON.parse(payload) as Payload;
  return pageOf(type, data);
}

/** An event's payload in words: its label, and its plain facts, a line each, with times of a time zone. */
export function sayEvent(payload: string, timezone: string): string[] {
  return linesOf(JSON.parse(payload) as Payload, timezone);
}

function linesOf({ type, data }: Payload, timezone: string): string[] {
  const trouble = sayTrouble(type, data, { name: nameOf(data), timezone });
  if (trouble) return [trouble.title, ...trouble.lines];
  const title = type === "assistant.health_changed" ? healthOf(data) : undefined;
  const moved = Moved.safeParse(data).data;
  const lines = Object.entries(Ended.safeParse(data).data ?? data).flatMap(([name, value]) => {
    const isSaid = (title && IN_TITLE.includes(name)) || (moved && name in moved);
    if (name.endsWith("_id") || isSaid) return [];
    if (name === "is_simulated") return value ? [SIMULATED] : [];
    const words = inWords(value, timezone);
    return words ? [`${name.replaceAll("_", " ")}: ${words}`] : [];
  });
  return [title ?? EVENTS[type].label, ...lines, ...(moved ? sayMoved(moved) : [])];
}

const SIMULATED =
  "Some of its assistants are simulated: no real assistant was asked, and their answers are invented.";

/** Its usual label; others tell assistants apart that never answered, or are not reached. */
const STOPPED = "Stopped answering";
/** What an assistant does as a problem begins, and as it ends. */
const HEALTH: Record<string, { started: string; ended: string }> = {
  key_refused: { started: "has its key refused", ended: "has its key accepted again" },
  quota_used_up: { started: "has no credit left", ended: "has credit again" },
  stopped_answering: { started: STOPPED.toLowerCase(), ended: "answers again" },
  budget_used_up: { started: "has its budget used up", ended: "has room in its budget again" },
  search_stopped: { started: "searches less", ended: "searches as before" },
  answers_shrank: { started: "answers shorter", ended: "answers at length again" },
  model_changed: { started: "answers with another version", ended: "stays with its version" },
} satisfies Record<HealthProblem, { started: string; ended: string }>;
type HealthProblem = z.output<(typeof EVENTS)["assistant.health_changed"]["data"]>["problem"];
/** What such a title says. */
const IN_TITLE = ["name", "problem", "state", "label"];

/** Of which assistant such an event is, and what of it, as the dashboard calls it; undefined where it does not say. */
function healthOf(data: Payload["data"]): string | undefined {
  const { problem, state, label } = data;
  const name = nameOf(data);
  const happened = HEALTH[String(problem)];
  if (!name || !happened) return;
  if (state === "ended") return `${name} ${happened.ended}`;
  const isUsual = problem !== "stopped_answering" || !label || label === STOPPED;
  return isUsual ? `${name} ${happened.started}` : `${name}: ${String(label).toLowerCase()}`;
}

/** What an event says of a change and its weeks; whatever else it holds is known by its name. */
const Week = z.object({
  ...{ date_from: z.string(), date_to: z.string() },
  ...{ visibility: z.number(), answers: z.int() },
});
const Change = z.object({ value: z.number(), low: z.number(), high: z.number() });
const Moved = z.object({ change: Change, period: Week, previous: Week });
const Named = z.object({ name: z.string() });

const count = z.int();
/** A run as its page says it: each question once, and of what became of them only what there is. */
const Ended = z
  .object({
    ...{ day: z.string(), status: z.string(), questions: count, done: count, failed: count },
    ...{ asked_again: count, skipped_budget: count, copied: count, cancelled: count },
    ...{ cost_usd: z.number(), completed_at: z.string() },
  })
  .transform(({ day, status, questions, done, cost_usd, completed_at, ...rest }) => {
    const lost = {
      "still failed": rest.failed - rest.asked_again,
      "over budget": rest.skipped_budget,
      "given again": rest.copied,
      cancelled: rest.cancelled,
    };
    const some = Object.entries(lost).filter(([, found]) => found > 0);
    const counts = { questions, "came back": done, ...Object.fromEntries(some) };
    return { day, status, ...counts, cost_usd, completed_at };
  });

/** A change first, as it is what the event tells; whether the shares behind it count other answers, too. */
function sayMoved({ change, period, previous }: z.output<typeof Moved>): string[] {
  const { value, low, high } = change;
  const both = [previous.visibility, period.visibility] as const;
  const [of, all] = isBetween(value, both) ? ["", ""] : [" in what was asked in both", "all "];
  const by = sayPoints(asShown({ value, significant: true }, both, 100));
  const week = ({ date_from, date_to, visibility, answers }: z.output<typeof Week>) =>
    `${sayDay(date_from)} – ${sayDay(date_to)}: ${sayShare(visibility)} of ${all}${answers} answers`;
  return [
    `change${of}: ${by} (95\u00A0%: ${sayPoints(low)} to ${sayPoints(high)})`,
    ...[`period: ${week(period)}`, `previous: ${week(previous)}`],
  ];
}

/** A fact in words; empty where it has none. */
function inWords(value: unknown, timezone: string): string {
  if (Array.isArray(value)) return inNames(value);
  return typeof value === "object" ? nameOf(value) : plainWords(value, timezone);
}

/** A name as one line, which no room takes for a link or for writing of its own. */
function nameOf(value: unknown): string {
  const name = Named.safeParse(value).data?.name ?? "";
  return plainLine(name.replaceAll(/[\\`*_~|<>[\]]|\/{2,}/g, " "), NAME_MAX);
}

/** The first of some things that have names. */
function inNames(list: readonly unknown[]): string {
  const names = list.map(nameOf).filter(Boolean);
  const first = names.slice(0, NAMES_MAX).join(", ");
  return names.length > NAMES_MAX ? `${first} and ${names.length - NAMES_MAX} more` : first;
}

function plainWords(value: unknown, timezone: string): string {
  const text = String(value);
  if (isDay(text)) return sayDay(text);
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  return isTime ? sayTime(new Date(text), timezone) : text;
}

/** An Adaptive Card, as the workflows of Teams take it. */
function cardOf(text: string): object {
  const content = {
    ...{ type: "AdaptiveCard", $schema: "http://adaptivecards.io/schemas/adaptive-card.json" },
    ...{ version: "1.4", body: [{ type: "TextBlock", text, wrap: true }] },
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return { type: "message", attachments: [{ contentType, contentUrl: null, content }] };
}
