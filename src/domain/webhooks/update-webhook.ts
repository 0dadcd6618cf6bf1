import * as z from "zod";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { WantedEvents, Webhook, WebhookUrl } from "./webhook.ts";
import { requireWebhook, updateWebhookRow } from "./webhook-queries.ts";

export const updateWebhook = operation({
  name: "update_webhook",
  scope: "project",
  effect: "changes",
  audit: ({ webhook_id }) => ({ webhook_id }),
  sensitive: true,
  group: "Webhooks",
  summary: "Change a webhook",
  description: "Changes a webhook's address, events or whether it is sent anything.",
  returns: "The webhook",
  input: z.strictObject({
    webhook_id: idInput("whk").describe("From list_webhooks."),
    url: WebhookUrl.optional().describe("Where to POST to."),
    events: WantedEvents.optional(),
    is_active: z.boolean().optional().describe("False: sent nothing."),
  }),
  output: Webhook,
  async handler({ db, project }, { webhook_id, ...change }) {
    await updateWebhookRow(db, project, { webhook_id: decodeId("whk", webhook_id), ...change });
    return requireWebhook(db, project, webhook_id);
  },
});
