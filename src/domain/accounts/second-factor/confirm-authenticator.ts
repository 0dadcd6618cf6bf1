import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { operation } from "#core/operation.ts";
import { forgetWrongCodes, lockSignIn } from "../account-queries.ts";
import { callingUser } from "../member.ts";
import { tellUser } from "../notice.ts";
import { makeRecoveryCodes, readStep } from "./authenticator.ts";
import {
  lockAuthenticator,
  replaceRecoveryCodes,
  takeStep,
  turnOn,
} from "./authenticator-queries.ts";
import { Code, RecoveryCodes } from "./code.ts";

export const confirmAuthenticator = operation({
  name: "confirm_authenticator",
  scope: "account",
  effect: "changes",
  is_repeatable: false,
  audit: () => ({}),
  sensitive: true,
  guesses: true,
  group: "Account",
  summary: "Turn on an authenticator app",
  description:
    "Turns on the app that begin_authenticator made a secret for: from then on a sign-in with your password asks for its code, too.",
  returns: "Recovery codes, shown this once",
  input: z.strictObject({ code: Code }),
  output: RecoveryCodes,
  async handler(context, { code }) {
    const { db, now } = context;
    const user_id = callingUser(context);
    await lockSignIn(db, user_id);
    const app = await lockAuthenticator(db, user_id);
    if (!app || app.turned_on_at) {
      throw new Failure("CONFLICT", "Nothing is waiting to be turned on: begin again.");
    }
    const step = readStep(context, app, code.replaceAll(/\s/g, ""));
    if (step === undefined || !(await takeStep(db, { user_id, step }))) {
      throw new Failure("VALIDATION_ERROR", "code: is not the one that the app shows now");
    }
    await turnOn(db, user_id, now());
    await forgetWrongCodes(db, user_id);
    const { codes, hashes } = makeRecoveryCodes();
    await replaceRecoveryCodes(db, user_id, hashes);
    await tellUser(context, { user_id, notice: "app_added" });
    return { recovery_codes: codes };
  },
});
