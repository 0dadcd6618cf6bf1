import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { EVENTS, EventName } from "./events.ts";
import { HIDDEN, Webhook } from "./webhook.ts";
import { listWebhookRows } from "./webhook-queries.ts";

export const listWebhooks = operation({
  name: "list_webhooks",
  scope: "project",
  effect: "reads",
  group: "Webhooks",
  summary: "List webhooks",
  description: "Lists whom the project tells what happened, each with its last delivery.",
  returns: "The webhooks",
  route: "GET /webhooks",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Webhook).extend({
    events: z
      .array(
        z.object({ name: EventName, label: z.string(), description: z.string().describe("When.") }),
      )
      .describe("What a webhook can be sent."),
  }),
  async handler({ db, project, actor }, page) {
    const rows = await listWebhookRows(db, project);
    const mayWrite = actor.access.has("write") && project.role !== "viewer";
    const shown = mayWrite ? rows : rows.map(hidePath);
    const events = EventName.options.map((name) => ({ name, ...EVENTS[name] }));
    return { ...pageOfAll(shown, page), events };
  },
});

/** An address may be a secret of its receiver's: chats let in whoever knows it. */
function hidePath<Row extends { url: string }>(row: Row): Row {
  return { ...row, url: new URL(row.url).origin + HIDDEN };
}
