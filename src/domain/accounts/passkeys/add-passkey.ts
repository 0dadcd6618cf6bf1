import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { nameText } from "#domain/words/name-text.ts";
import { lockSignIn } from "../account-queries.ts";
import { callingUser } from "../member.ts";
import { tellUser } from "../notice.ts";
import { makeRecoveryCodes } from "../second-factor/authenticator.ts";
import {
  countRecoveryCodes,
  replaceRecoveryCodes,
} from "../second-factor/authenticator-queries.ts";
import { RecoveryCodes } from "../second-factor/code.ts";
import { Answer, readRegistration } from "./passkey.ts";
import { countPasskeys, insertPasskey } from "./passkey-queries.ts";

const PASSKEYS_MAX = 20;

export const addPasskey = operation({
  name: "add_passkey",
  scope: "account",
  effect: "adds",
  audit: (_, { id }) => ({ passkey_id: id }),
  sensitive: true,
  group: "Account",
  summary: "Add a passkey",
  description:
    "Adds the passkey that a browser made: it signs in by itself, or stands beside the password, which alone is then not enough.",
  returns: "The passkey, and recovery codes where there were none",
  status: 201,
  input: z.strictObject({
    name: nameText(60).describe("What to call it, like the device it is on."),
    response: Answer.describe("What the browser answered to the options of begin_passkey."),
  }),
  output: RecoveryCodes.extend({ id: idOutput("psk") }),
  async handler(context, { name, response }) {
    const { db, now } = context;
    const user_id = callingUser(context);
    const {
      id,
      publicKey,
      counter,
      transports = [],
    } = await readRegistration(context, user_id, response);
    await lockSignIn(db, user_id);
    if ((await countPasskeys(db, user_id)) >= PASSKEYS_MAX) {
      throw new Failure("CONFLICT", `A user has at most ${PASSKEYS_MAX} passkeys.`);
    }
    const passkey_id = await insertPasskey(db, {
      ...{ user_id, credential_id: id, public_key: Buffer.from(publicKey), counter, transports },
      ...{ name, created_at: now() },
    });
    if (passkey_id === undefined) throw new Failure("DUPLICATE", "This passkey is known already.");
    await tellUser(context, { user_id, notice: "passkey_added" });
    if ((await countRecoveryCodes(db, user_id)) > 0) return { id: passkey_id, recovery_codes: [] };
    const { codes, hashes } = makeRecoveryCodes();
    await replaceRecoveryCodes(db, user_id, hashes);
    return { id: passkey_id, recovery_codes: codes };
  },
});
