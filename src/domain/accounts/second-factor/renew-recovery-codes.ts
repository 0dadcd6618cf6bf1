import * as z from "zod";
import { operation } from "#core/operation.ts";
import { tellUser } from "../notice.ts";
import { makeRecoveryCodes, requireCode } from "./authenticator.ts";
import { replaceRecoveryCodes } from "./authenticator-queries.ts";
import { AnyCode, RecoveryCodes } from "./code.ts";

export const renewRecoveryCodes = operation({
  name: "renew_recovery_codes",
  scope: "account",
  effect: "destroys",
  is_repeatable: false,
  audit: () => ({}),
  sensitive: true,
  guesses: true,
  group: "Account",
  summary: "Make new recovery codes",
  description: "Makes ten recovery codes, with a code of your app. Those of before are worthless.",
  returns: "Recovery codes, shown this once",
  input: z.strictObject({ code: AnyCode }),
  output: RecoveryCodes,
  async handler(context, { code }) {
    const user_id = await requireCode(context, code);
    const { codes, hashes } = makeRecoveryCodes();
    await replaceRecoveryCodes(context.db, user_id, hashes);
    await tellUser(context, { user_id, notice: "codes_renewed" });
    return { recovery_codes: codes };
  },
});
