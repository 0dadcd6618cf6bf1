import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { endAccess } from "#domain/tenancy/end-access.ts";
import { updatePassword } from "./account-queries.ts";
import { requirePassword } from "./check-password.ts";
import { tellUser } from "./notice.ts";
import { hashPassword } from "./password.ts";

export const changePassword = operation({
  name: "change_password",
  scope: "account",
  effect: "changes",
  // Each key and link has a row of its own, in its project.
  audit: (_, { client_ids }) => ({ client_ids }),
  guesses: true,
  group: "Account",
  summary: "Change your password",
  description:
    "Sets a new password of at least 12 characters and ends all your other sessions; on request also the clients you connected, and the API keys and share links that you made and may still revoke.",
  returns: "What has ended beside other sessions",
  input: z.strictObject({
    current_password: z.string().max(1_024).describe("The one you sign in with now."),
    new_password: z.string().max(1_024).describe("At least 12 characters."),
    end_clients: z.boolean().default(false).describe("Also disconnect your MCP clients."),
    end_keys: z
      .boolean()
      .default(false)
      .describe(
        "Also revoke the API keys and share links that you made, where you may still do so.",
      ),
  }),
  output: z.object({
    client_ids: z.array(z.string()).optional().describe("Clients that were disconnected."),
    key_ids: z.array(idOutput("key")).optional().describe("Keys that were revoked."),
    share_ids: z.array(idOutput("shr")).optional().describe("Share links that were revoked."),
  }),
  async handler(context, { current_password, new_password, end_clients, end_keys }) {
    const { db, actor } = context;
    const user = await requirePassword(context, current_password);
    await updatePassword(db, user.user_id, await hashPassword(new_password));
    await tellUser(context, { user_id: user.user_id, notice: "password_changed" });
    const session_id = actor.kind === "user" ? actor.session_id : undefined;
    const kept = session_id === undefined ? {} : { session_id };
    const what = { sessions: true, clients: end_clients, keys: end_keys, kept };
    return endAccess(context, user, what);
  },
});
