import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { job, upkeep } from "#core/job.ts";
import { plainName, Tries, tryMail } from "#domain/accounts/mail.ts";
import { sweepTime } from "#domain/accounts/seen-clock.ts";
import { pageOfEvent, sayEvent } from "#domain/webhooks/chat-message.ts";
import type { EventName } from "#domain/webhooks/events.ts";
import { claimAlerts, isNewsAt, listWaiting, readAlerts, sweepAlerts } from "./alert-queries.ts";
import { findReceiver } from "./choice-queries.ts";
import { letterLine, writeLetter } from "./letter.ts";
import { type Asker, SEND_ALERT } from "./receiver.ts";
import { unsubscribeLink } from "./unsubscribe.ts";

const NAME_MAX = 60;
/** So many events are told in a mail; of the others, how many. */
const TOLD_MAX = 5;

/**
 * Mails somebody what happened since they were last told, in one mail; who may read the project is looked up when it is
 * sent. `mail` null: it is to be put together first.
 */
export const sendAlert = job({
  ...SEND_ALERT,
  input: z.strictObject({
    ...{ project_id: z.int(), user_id: z.int() },
    mail: z.int().nullable(),
    tries: Tries,
  }),
  async handler(context, input) {
    if (!context.mail) return;
    if (input.mail === null) return gather(context, input);
    const told = { mailing: "events" as const, now: context.now() };
    const receiver = await findReceiver(context.db, input, told);
    const payloads = toldTogether(await readAlerts(context.db, input, input.mail));
    if (!receiver || payloads.length === 0) return;
    const { email, project_name, timezone } = receiver;
    const project = plainName(project_name, NAME_MAX);
    const [first = ""] = payloads.map((one) => sayEvent(one, timezone)[0]);
    const more = payloads.length === 1 ? "" : `, and ${payloads.length - 1} more`;
    const subject = `${project}: ${letterLine(first)}${more}`;
    const letter = alertLetter(context, { asker: input, project, timezone, payloads });
    const isNews = (at: Date) => payloads.some((one) => isNewsAt(one, at));
    const about = { project_id: input.project_id, user_id: input.user_id };
    const again = { job: SEND_ALERT, input, about, isNews };
    await tryMail(context, { to: email, subject, ...letter }, again);
  },
});

async function gather(context: AccountContext, { project_id, user_id }: Asker): Promise<void> {
  const { now, queueOn } = context;
  await context.db.transaction().execute(async (db) => {
    const mail = await claimAlerts(db, { project_id, user_id }, now());
    if (mail !== null) await queueOn(db).add(SEND_ALERT, { project_id, user_id, mail });
  });
}

type Told = { asker: Asker; project: string; timezone: string; payloads: readonly string[] };

function alertLetter(context: AccountContext, { asker, project, timezone, payloads }: Told) {
  const sections = payloads.slice(0, TOLD_MAX).map((payload) => {
    const [title = "", ...lines] = sayEvent(payload, timezone);
    return { title, lines: lines.length > 0 ? lines : ["It happened once."] };
  });
  const more = payloads.length - sections.length;
  const url = `${context.server.base_url}/projects/${encodeId("prj", asker.project_id)}`;
  // The one that the subject names.
  const [page] = payloads.map(pageOfEvent);
  return writeLetter({
    opening: [
      `${project}: ${payloads.length === 1 ? "this happened." : `${payloads.length} things happened.`}`,
    ],
    sections: [
      ...sections,
      ...(more > 0 ? [{ title: `and ${more} more`, lines: ["The dashboard shows them."] }] : []),
    ],
    link: page
      ? { label: page.label, url: `${url}${page.path}` }
      : { label: "Open the project", url },
    why: `You asked to be told of events of ${project}.`,
    unsubscribe: unsubscribeLink(context, { ...asker, mailing: "events" }),
  });
}

/** Takes up what was held back or left, and forgets what is old. */
export const sweepMailedAlerts = upkeep({
  name: "sweep_alerts",
  cron: "*/10 * * * *",
  async handler({ db, now, queueOn }) {
    await sweepAlerts(db, (await sweepTime({ db, now })).time);
    for (const asker of await listWaiting(db, now()))
      await queueOn(db).add(SEND_ALERT, { ...asker, mail: null });
  },
});

/** Which event of a mail is its subject: what asks for somebody first, what is as every day last. */
const WEIGHT: Record<EventName, number> = {
  "visibility.dropped": 1,
  "visibility.changed": 2,
  "assistant.health_changed": 3,
  "target.failing": 4,
  "budget.reached": 5,
  "suggestion.created": 6,
  "run.completed": 7,
  "webhook.test": 8,
};
/** Problems of an assistant that are told as target.failing, too. */
const DOWN = ["key_refused", "quota_used_up", "stopped_answering"];

/** The events of a mail, what matters most first, then the oldest; one fact that two events tell is told once. */
function toldTogether(payloads: readonly string[]): string[] {
  const events = payloads.map((payload) => ({ payload, ...JSON.parse(payload) }) as Event);
  const isTold = new Set(events.flatMap(alsoTells));
  return events
    .filter(({ type, data }) => !isTold.has(keyOf(type, data)))
    .toSorted((one, other) => WEIGHT[one.type] - WEIGHT[other.type])
    .map(({ payload }) => payload);
}

type Data = Readonly<Record<string, unknown>>;
type Event = { payload: string; type: EventName; data: Data };

const keyOf = (type: EventName, { model_id, period }: Data) =>
  JSON.stringify([type, model_id ?? period]);

/** The event that says less of the same fact. */
function alsoTells({ type, data }: Event): string[] {
  if (type === "visibility.dropped") return [keyOf("visibility.changed", data)];
  const isDown = data["state"] === "started" && DOWN.includes(String(data["problem"]));
  return type === "assistant.health_changed" && isDown ? [keyOf("target.failing", data)] : [];
}
