import * as z from "zod";
import { idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { Page, pageOf } from "#core/page.ts";
import { callingUser } from "../member.ts";
import { listPasskeyRows } from "./passkey-queries.ts";

const time = z.string().meta({ format: "date-time" });

export const listPasskeys = operation({
  name: "list_passkeys",
  scope: "account",
  effect: "reads",
  group: "Account",
  summary: "List your passkeys",
  description: "Lists the passkeys that sign you in, the oldest first.",
  returns: "A page of passkeys",
  input: z.strictObject({ ...Page }),
  output: pageOf(
    z.object({
      id: idOutput("psk"),
      name: z.string(),
      created_at: time,
      last_used_at: time.nullable(),
    }),
  ),
  handler: (context, page) => listPasskeyRows(context.db, callingUser(context), page),
});
