import * as z from "zod";
import { operation } from "#core/operation.ts";
import { tellUser } from "../notice.ts";
import { forgetIfNone, requireCode } from "./authenticator.ts";
import { deleteAuthenticator } from "./authenticator-queries.ts";
import { AnyCode } from "./code.ts";

export const removeAuthenticator = operation({
  name: "remove_authenticator",
  scope: "account",
  effect: "destroys",
  audit: () => ({}),
  sensitive: true,
  guesses: true,
  group: "Account",
  summary: "Turn off your authenticator app",
  description:
    "Turns off the codes of your app, with one of them or a recovery code. Without a passkey, recovery codes and trusted browsers are forgotten, too.",
  returns: "Turned off",
  status: 204,
  input: z.strictObject({ code: AnyCode }),
  output: z.void(),
  async handler(context, { code }) {
    const user_id = await requireCode(context, code);
    await deleteAuthenticator(context.db, user_id);
    await tellUser(context, { user_id, notice: "app_removed" });
    await forgetIfNone(context.db, user_id);
  },
});
