import * as z from "zod";
import { operation } from "#core/operation.ts";
import { callingUser } from "../member.ts";
import { countRecoveryCodes, findAuthenticator } from "./authenticator-queries.ts";

export const getSecondFactor = operation({
  name: "get_second_factor",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "Get your second factor",
  description:
    "Tells what you sign in with beside your password, and how many recovery codes are left.",
  returns: "The second factor",
  input: z.strictObject({}),
  output: z.object({
    authenticator_since: z
      .string()
      .meta({ format: "date-time" })
      .nullable()
      .describe("Since when codes of an app are asked for; null: they are not."),
    recovery_codes_left: z.int().describe("Recovery codes that were not used yet."),
  }),
  async handler(context) {
    const user_id = callingUser(context);
    const app = await findAuthenticator(context.db, user_id);
    return {
      authenticator_since: app?.turned_on_at ?? null,
      recovery_codes_left: await countRecoveryCodes(context.db, user_id),
    };
  },
});
