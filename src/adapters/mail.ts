import { createTransport } from "nodemailer";
import type { SendMail } from "#core/ports.ts";

/** For how long a server may be silent. */
const SILENT_MS = 15_000;
/** For how long it may take a mail, however it answers meanwhile. */
const TAKE_MS = 60_000;
/** From here on a server's answer says that it will never take this mail. */
const REFUSED = 500;

/** Sends mail by the server at an address, which may refuse the receiver or the words for good. */
export function makeMail(
  url: string,
  from: string,
  { silent_ms = SILENT_MS, take_ms = TAKE_MS } = {},
): SendMail {
  const times = { connectionTimeout: silent_ms, greetingTimeout: silent_ms };
  const transport = createTransport({ url, ...times, socketTimeout: silent_ms });
  return async ({ to, subject, text, html, unsubscribe }) => {
    try {
      // The address is one, whatever is written in it; files and other addresses are never read.
      const sent = transport.sendMail({
        ...{ from: { name: "Earshot", address: from }, to: { name: "", address: to } },
        ...{ subject: subject.replaceAll(/[\r\n]+/g, " "), text },
        ...(html && { html }),
        ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
        ...{ disableFileAccess: true, disableUrlAccess: true },
      });
      await within(take_ms, sent);
      return null;
    } catch (error) {
      // What servers say names receivers; their codes do not.
      const { code = "failed", responseCode = 0 } = error as SendError;
      const is_final = /^(EENVELOPE|EMESSAGE)$/.test(code) && !isForLater(responseCode);
      return { error: responseCode ? `${code} ${responseCode}` : code, is_final };
    }
  };
}

/** What comes of `work`, or ETIMEDOUT. */
async function within(bound_ms: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = Object.assign(new Error("it takes too long"), { code: "ETIMEDOUT" });
  const timer = setTimeout(() => reject(late), bound_ms);
  await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}

function unsubscribeHeaders(url: string) {
  const value = `<${new URL(url).href}>`;
  return {
    "List-Unsubscribe": { prepared: true, value },
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

type SendError = { code?: string; responseCode?: number };

/** Whether a server answered that it may take the mail later; an address that is none is refused before any answer. */
function isForLater(responseCode: number): boolean {
  return responseCode > 0 && responseCode < REFUSED;
}
