import * as z from "zod";
import { job } from "#core/job.ts";
import { SEND_MAIL, Tries, tryMail } from "./mail.ts";
import { openSecret } from "./secret.ts";

const Mail = z.strictObject({
  ...{ to: z.string(), subject: z.string(), text: z.string() },
  ...{ html: z.string().optional(), unsubscribe: z.string().optional() },
});
const LOST = "a mail that waited cannot be read, and is not sent.";

/** Sends a mail that waits. */
export const sendMail = job({
  ...SEND_MAIL,
  input: z.strictObject({ sealed: z.base64(), tries: Tries }),
  async handler(context, input) {
    const words = openSecret(context.vault, Buffer.from(input.sealed, "base64"), LOST);
    const mail = Mail.parse(JSON.parse(words));
    await tryMail(context, mail, { job: SEND_MAIL, input, about: { subject: mail.subject } });
  },
});
