import * as z from "zod";
import { job } from "#core/job.ts";
import { findUser } from "#domain/accounts/account-queries.ts";
import { Tries, tryMail } from "#domain/accounts/mail.ts";
import { openReset, SEND_RESET } from "./reset-password.ts";

/**
 * Mails a user a link to choose a new password, to the address of the account, whatever was typed; null: nobody has the
 * address. Each try makes a new link, which replaces that of before.
 */
export const sendReset = job({
  ...SEND_RESET,
  input: z.strictObject({ user_id: z.int().nullable(), tries: Tries }),
  async handler(context, input) {
    const user = input.user_id === null ? undefined : await findUser(context.db, input.user_id);
    const url = user && (await openReset(context, user.email));
    if (!url) return;
    const again = { job: SEND_RESET, input, about: { user_id: input.user_id } };
    await tryMail(context, { to: user.email, ...resetMail(url) }, again);
  },
});

function resetMail(url: string) {
  const text = `Somebody, hopefully you, asked for a new password for Earshot.

Choose one within 30 minutes:
${url}

Your sessions then end everywhere. If it was not you, do nothing: without this link nothing changes.
`;
  return { subject: "Choose a new password for Earshot", text };
}
