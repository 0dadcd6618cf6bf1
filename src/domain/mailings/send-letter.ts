import * as z from "zod";
import { job } from "#core/job.ts";
import { Day, dayIn } from "#core/period.ts";
import { Tries, tryMail } from "#domain/accounts/mail.ts";
import { openSecret } from "#domain/accounts/secret.ts";
import { findReceiver } from "./choice-queries.ts";
import { MAILINGS, SEND_LETTER } from "./receiver.ts";

const Words = z.strictObject({
  ...{ subject: z.string(), text: z.string() },
  ...{ html: z.string(), unsubscribe: z.string() },
});
const LOST = "a mail that waited cannot be read, and is not sent.";

/** Sends a mail that waits, as long as its receiver asks for such mails and may read the project. */
export const sendLetter = job({
  ...SEND_LETTER,
  input: z.strictObject({
    asker: z.strictObject({ project_id: z.int(), user_id: z.int() }),
    ...{ mailing: z.enum(MAILINGS), sealed: z.base64(), tries: Tries },
    last_day: Day.nullable().default(null),
  }),
  async handler(context, input) {
    const { asker, mailing, sealed, last_day } = input;
    const receiver = await findReceiver(context.db, asker, { mailing, now: context.now() });
    if (!receiver) return;
    const words = openSecret(context.vault, Buffer.from(sealed, "base64"), LOST);
    const mail = { to: receiver.email, ...Words.parse(JSON.parse(words)) };
    const isNews = (at: Date) => last_day !== null && dayIn(receiver.timezone, at) <= last_day;
    await tryMail(context, mail, { job: SEND_LETTER, input, about: asker, isNews });
  },
});
