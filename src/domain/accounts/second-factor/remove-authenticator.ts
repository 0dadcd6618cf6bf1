import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { callingUser } from "../member.ts";
import { forgetSecondFactor, takeCode } from "./authenticator.ts";
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
    "Turns off the codes of your app, with one of them or a recovery code. Recovery codes and trusted browsers are forgotten.",
  returns: "Turned off",
  status: 204,
  input: z.strictObject({ code: AnyCode }),
  output: z.object({}),
  async handler(context, { code }) {
    const user_id = callingUser(context);
    if (!(await takeCode(context, user_id, code))) {
      throw new Failure("VALIDATION_ERROR", "code: is not one that is good now");
    }
    await forgetSecondFactor(context.db, user_id);
    return {};
  },
});
