import * as z from "zod";
import { operation } from "#core/operation.ts";
import { Page, pageOf, pageOfAll } from "#core/page.ts";
import { EVENTS, EventName } from "./events.ts";
import { Webhook } from "./webhook.ts";
import { listWebhookRows } from "./webhook-queries.ts";

export const listWebhooks = operation({
  name: "list_webhooks",
  scope: "project",
  effect: "reads",
  group: "Webhooks",
  summary: "List webhooks",
  description: "Lists whom the project tells what happened, each with its last delivery.",
  returns: "The webhooks",
  tool: true,
  input: z.strictObject({ ...Page }),
  output: pageOf(Webhook).extend({
    events: z
      .array(z.object({ name: EventName, label: z.string(), description: z.string() }))
      .describe("What a webhook can be sent."),
  }),
  async handler({ db, project }, page) {
    const events = EventName.options.map((name) => ({ name, ...EVENTS[name] }));
    return { ...pageOfAll(await listWebhookRows(db, project), page), events };
  },
});
