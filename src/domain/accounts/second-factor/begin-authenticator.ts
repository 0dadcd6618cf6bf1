import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { findUser } from "../account-queries.ts";
import { callingUser } from "../member.ts";
import { makeAuthenticator } from "./authenticator.ts";
import { keepAuthenticator } from "./authenticator-queries.ts";

export const beginAuthenticator = operation({
  name: "begin_authenticator",
  scope: "account",
  effect: "changes",
  is_repeatable: false,
  audit: () => ({}),
  sensitive: true,
  group: "Account",
  summary: "Begin with an authenticator app",
  description:
    "Makes the secret that an authenticator app keeps. Nothing changes until confirm_authenticator has seen a code of it.",
  returns: "The secret, shown this once",
  status: 201,
  input: z.strictObject({}),
  output: z.object({
    secret: z.string().describe("To type into the app, in base32."),
    uri: z.string().describe("The same as an otpauth address, for a QR code."),
  }),
  async handler(context) {
    const { db, now, vault } = context;
    const user = await findUser(db, callingUser(context));
    if (!user) throw new Failure("NOT_FOUND", "There is no such user.");
    const { user_id } = user;
    const made = makeAuthenticator(user.email);
    if (!(await keepAuthenticator(db, { user_id, secret: vault.seal(made.secret), now: now() }))) {
      throw new Failure("CONFLICT", "An authenticator app is on: turn it off first.");
    }
    return made;
  },
});
