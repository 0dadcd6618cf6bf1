import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { WantedEvents, WEBHOOKS_MAX, Webhook, WebhookUrl } from "./webhook.ts";
import { insertWebhook, listWebhookRows, makeWebhookSecret } from "./webhook-queries.ts";

export const createWebhook = operation({
  name: "create_webhook",
  scope: "project",
  effect: "adds",
  audit: (_, { webhook }) => ({ webhook_id: webhook.id }),
  sensitive: true,
  group: "Webhooks",
  summary: "Add a webhook",
  description:
    "Adds an address that is notified of what happens, signed after Standard Webhooks. The secret is shown this once.",
  returns: "The webhook and its secret",
  status: 201,
  input: z.strictObject({
    url: WebhookUrl.describe("Where to POST to; private addresses are refused when connecting."),
    events: WantedEvents,
  }),
  output: z.object({ webhook: Webhook, secret: z.string() }),
  async handler({ db, project, vault }, { url, events }) {
    await lockProject(db, project);
    if ((await listWebhookRows(db, project)).length >= WEBHOOKS_MAX) {
      throw new Failure(
        "CONFLICT",
        `A project has at most ${WEBHOOKS_MAX} webhooks; remove one first.`,
      );
    }
    const secret = makeWebhookSecret();
    const row = { url, events: [...new Set(events)], secret: vault.seal(secret) };
    const made = await insertWebhook(db, project, row);
    const [webhook] = await listWebhookRows(db, project, made);
    if (!webhook) throw new Failure("NOT_FOUND", "The webhook is gone.");
    return { webhook, secret };
  },
});
