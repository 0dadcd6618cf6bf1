import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { findUser } from "../account-queries.ts";
import { callingUser } from "../member.ts";
import { askToRegister } from "./passkey.ts";

export const beginPasskey = operation({
  name: "begin_passkey",
  scope: "account",
  effect: "changes",
  is_repeatable: false,
  // Nothing is there before add_passkey.
  audit: () => null,
  sensitive: true,
  group: "Account",
  summary: "Begin with a passkey",
  description: "Answers what a browser needs to make a passkey, which add_passkey then adds.",
  returns: "Options for the browser",
  input: z.strictObject({}),
  output: z.object({
    options: z
      .record(z.string(), z.unknown())
      .describe("PublicKeyCredentialCreationOptions in JSON (WebAuthn Level 3)."),
  }),
  async handler(context) {
    const user = await findUser(context.db, callingUser(context));
    if (!user) throw new Failure("NOT_FOUND", "There is no such user.");
    return { options: { ...(await askToRegister(context, user)) } };
  },
});
