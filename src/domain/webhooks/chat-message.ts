import { isDay } from "#core/period.ts";
import { sayDay, sayTime } from "#domain/words/say.ts";
import { EVENTS, type EventName } from "./events.ts";

type Payload = { type: EventName; data: Record<string, unknown> };
const TEXT_MAX = 1_500;

/** Chat rooms that take a message of their own form, by the host that their webhooks are at. */
const ROOMS: readonly [host: RegExp, write: (text: string) => object][] = [
  [
    /^hooks\.slack(-gov)?\.com$/,
    (text) => ({ text: text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`) }),
  ],
  // Nobody is called by what an answer or a name happens to say.
  [
    /^(canary\.|ptb\.)?discord(app)?\.com$/,
    (text) => ({ content: text, allowed_mentions: { parse: [] } }),
  ],
  [/\.(webhook\.office|logic\.azure|api\.powerplatform)\.com$/, cardOf],
];

/** The body that a webhook's address takes: the event as JSON, or for Slack, Discord and Teams a message that says it. */
export function bodyFor(url: string, payload: string, base_url: string): string {
  const { hostname } = new URL(url);
  const room = ROOMS.find(([host]) => host.test(hostname));
  if (!room) return payload;
  return JSON.stringify(room[1](textOf(JSON.parse(payload) as Payload, base_url)));
}

/** What happened, its plain facts, and where to look. */
function textOf(payload: Payload, base_url: string): string {
  const text = `Earshot: ${linesOf(payload).join("\n")}`.slice(0, TEXT_MAX);
  return `${text}\n${base_url}/projects/${payload.data["project_id"]}`;
}

/** An event's payload in words: its label, and its plain facts, a line each. */
export function sayEvent(payload: string): string[] {
  return linesOf(JSON.parse(payload) as Payload);
}

function linesOf({ type, data }: Payload): string[] {
  const { project_id: _, ...facts } = data;
  const plain = Object.entries(facts).filter(
    ([, value]) => ["string", "number", "boolean"].includes(typeof value) && value !== "",
  );
  const lines = plain.map(([name, value]) => `${name.replaceAll("_", " ")}: ${inWords(value)}`);
  return [EVENTS[type].label, ...lines];
}

function inWords(value: unknown): string {
  const text = String(value);
  if (isDay(text)) return sayDay(text);
  const isTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
  return isTime ? sayTime(new Date(text)) : text;
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
