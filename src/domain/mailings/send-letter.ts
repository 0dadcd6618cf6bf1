import * as z from "zod";
import type { AccountContext } from "#core/context.ts";
import { job } from "#core/job.ts";
import type { Mail } from "#core/ports.ts";
import { Tries, tryMail } from "#domain/accounts/mail.ts";
import { openSecret } from "#domain/accounts/secret.ts";
import { findReceiver } from "./choice-queries.ts";
import { type Asker, MAILINGS, type Mailing, SEND_LETTER } from "./receiver.ts";

type Words = Omit<Mail, "to">;
const Words = z.strictObject({
  ...{ subject: z.string(), text: z.string() },
  ...{ html: z.string(), unsubscribe: z.string() },
});
const LOST = "a mail that waited cannot be read, and is not sent.";

/** Has what was written to somebody who asked for it sent: what takes long to write is written once. */
export async function letterLater(
  { db, queueOn, vault }: AccountContext,
  { asker, mailing }: { asker: Asker; mailing: Mailing },
  words: Words,
): Promise<void> {
  const sealed = vault.seal(JSON.stringify(words)).toString("base64");
  // In one line, whatever the project: a server that hangs takes no more than one place from webhooks.
  await queueOn(db).add(SEND_LETTER, { asker, mailing, sealed });
}

/** Sends a mail that waits, as long as its receiver asks for such mails and may read the project. */
export const sendLetter = job({
  ...SEND_LETTER,
  input: z.strictObject({
    asker: z.strictObject({ project_id: z.int(), user_id: z.int() }),
    ...{ mailing: z.enum(MAILINGS), sealed: z.base64(), tries: Tries },
  }),
  async handler(context, input) {
    const { asker, mailing, sealed } = input;
    const receiver = await findReceiver(context.db, asker, { mailing, now: context.now() });
    if (!receiver) return;
    const words = openSecret(context.vault, Buffer.from(sealed, "base64"), LOST);
    const mail = { to: receiver.email, ...Words.parse(JSON.parse(words)) };
    await tryMail(context, mail, { job: SEND_LETTER, input });
  },
});
