import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { findUser, updatePassword } from "./account-queries.ts";
import { callingUser } from "./member.ts";
import { hashPassword, verifyPassword } from "./password.ts";
import { deleteOtherSessions } from "./session-queries.ts";

export const changePassword = operation({
  name: "change_password",
  scope: "account",
  effect: "changes",
  audit: () => ({}),
  group: "Account",
  summary: "Change your password",
  description: "Sets a new password of at least 12 characters and ends all your other sessions.",
  returns: "Changed",
  status: 204,
  input: z.strictObject({
    current_password: z.string().max(1_024).describe("The one you sign in with now."),
    new_password: z.string().max(1_024).describe("At least 12 characters."),
  }),
  output: z.object({}),
  async handler(context, { current_password, new_password }) {
    const { db, actor } = context;
    const user_id = callingUser(context);
    const user = await findUser(db, user_id);
    if (!user || !(await verifyPassword(user.password_hash, current_password))) {
      throw new Failure("VALIDATION_ERROR", "current_password: is not your password");
    }
    await updatePassword(db, user_id, await hashPassword(new_password));
    await deleteOtherSessions(db, user_id, actor.kind === "user" ? actor.session_id : undefined);
    return {};
  },
});
