import * as z from "zod";
import { operation } from "#core/operation.ts";
import { deleteUser } from "#domain/tenancy/delete-user.ts";
import { requirePassword } from "./check-password.ts";

export const deleteAccount = operation({
  name: "delete_account",
  scope: "account",
  effect: "destroys",
  // Written before the user's organisations are forgotten.
  audit: () => null,
  sensitive: true,
  guesses: true,
  group: "Account",
  summary: "Delete your account",
  description:
    "Deletes you: your name, address, password, sessions, memberships and connected clients, for good. Projects stay with the organisation, keys and share links that you made keep working without your name. The only owner of an organisation names another first.",
  returns: "Deleted",
  status: 200,
  input: z.strictObject({
    current_password: z.string().max(1_024).describe("The one you sign in with."),
  }),
  output: z.object({}),
  async handler(context, { current_password }) {
    await deleteUser(context, await requirePassword(context, current_password), "delete_account");
    return {};
  },
});
