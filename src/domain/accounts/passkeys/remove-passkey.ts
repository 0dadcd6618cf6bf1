import * as z from "zod";
import { Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { lockSignIn } from "../account-queries.ts";
import { callingUser } from "../member.ts";
import { tellUser } from "../notice.ts";
import { forgetIfNone } from "../second-factor/authenticator.ts";
import { deletePasskey } from "./passkey-queries.ts";

export const removePasskey = operation({
  name: "remove_passkey",
  scope: "account",
  effect: "destroys",
  audit: ({ passkey_id }) => ({ passkey_id }),
  sensitive: true,
  group: "Account",
  summary: "Remove a passkey",
  description:
    "It signs in no more. Without any other second factor the password alone does, and recovery codes and trusted browsers are forgotten.",
  returns: "Removed",
  status: 204,
  input: z.strictObject({
    passkey_id: idInput("psk").describe("One of yours; list_passkeys lists them."),
  }),
  output: z.void(),
  async handler(context, { passkey_id }) {
    const { db } = context;
    const user_id = callingUser(context);
    await lockSignIn(db, user_id);
    if (!(await deletePasskey(db, user_id, decodeId("psk", passkey_id)))) {
      throw new Failure("NOT_FOUND", "You have no such passkey.");
    }
    await tellUser(context, { user_id, notice: "passkey_removed" });
    await forgetIfNone(db, user_id);
  },
});
