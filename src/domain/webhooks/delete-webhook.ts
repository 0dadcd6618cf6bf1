import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { deleteWebhookRow } from "./webhook-queries.ts";

export const deleteWebhook = operation({
  name: "delete_webhook",
  scope: "project",
  effect: "destroys",
  audit: ({ webhook_id }) => ({ webhook_id }),
  group: "Webhooks",
  summary: "Remove a webhook",
  description: "Removes a webhook and what was to be delivered to it.",
  returns: "Removed",
  status: 204,
  route: "DELETE /webhooks/{webhook_id}",
  input: z.strictObject({ webhook_id: idInput("whk").describe("From list_webhooks.") }),
  output: z.void(),
  async handler({ db, project }, { webhook_id }) {
    if (!(await deleteWebhookRow(db, project, decodeId("whk", webhook_id)))) {
      throw new Failure("NOT_FOUND", `There is no webhook ${webhook_id}.`);
    }
  },
});
