import type { AccountContext } from "#core/context.ts";

/** Sends a mail, or rejects; null where the operator named no server for it. */
export type SendMail = ((mail: Mail) => Promise<void>) | null;
type Mail = { to: string; subject: string; text: string };

/** Sends a mail without letting anybody wait for it; one that fails is in the log. */
export function sendLater(
  { log }: Pick<AccountContext, "log">,
  send: SendMail,
  write: () => Promise<Mail | undefined>,
): void {
  if (!send) return;
  const work = async () => {
    const mail = await write();
    if (mail) await send(mail);
  };
  setImmediate(() => {
    work().catch((error: Error) => log.error({ error: error.message }, "a mail was not sent"));
  });
}
