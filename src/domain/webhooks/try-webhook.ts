import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { emitEvent } from "./event-queries.ts";
import { dropTests, requireWebhook } from "./webhook-queries.ts";

export const tryWebhook = operation({
  name: "try_webhook",
  scope: "project",
  effect: "adds",
  reaches_outside: true,
  audit: ({ webhook_id }) => ({ webhook_id }),
  group: "Webhooks",
  summary: "Send a test event",
  description:
    "Sends webhook.test to one webhook, whatever events it asks for; list_webhooks shows how it went.",
  returns: "Sent",
  status: 204,
  route: "POST /webhooks/{webhook_id}/try",
  input: z.strictObject({ webhook_id: idInput("whk").describe("From list_webhooks.") }),
  output: z.void(),
  async handler(context, { webhook_id: id }) {
    const { db, project, now } = context;
    const { id: number, is_active } = await requireWebhook(db, project, id);
    if (!is_active)
      throw new Failure("CONFLICT", "The webhook is switched off: switch it on first.");
    await dropTests(db, project, { webhook_id: number, now: now() });
    const data = { webhook_id: id };
    await emitEvent(context, project, { event: "webhook.test", data, webhook_id: number });
  },
});
