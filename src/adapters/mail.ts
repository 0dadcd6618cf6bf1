import { createHash } from "node:crypto";
import { PassThrough } from "node:stream";
import { createTransport } from "nodemailer";
import type { Mail, SendMail } from "#core/ports.ts";

/** For how long a server may be silent before it greets; it may take twice as long until it asks for the words of a mail. */
const SILENT_MS = 15_000;
/** For how long it may look at a mail that it has whole, as those do that search mail for harm. */
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
  return async (mail) => {
    const { to, subject, text, html, unsubscribe } = mail;
    const transport = createTransport({ url, ...times, socketTimeout: take_ms });
    // Given up before anybody reads it, it has no other listener, and what nobody hears ends the process.
    const words = new PassThrough().on("error", () => {});
    transport.use("stream", ({ message }, done) => {
      message.processFunc((input) => input.pipe(words));
      done();
    });
    try {
      // The address is one, whatever is written in it; files and other addresses are never read.
      const sent = transport.sendMail({
        ...{ from: { name: "Earshot", address: from }, to: { name: "", address: to } },
        ...{ messageId: idOf(mail, from), subject: subject.replaceAll(/[\r\n]+/g, " "), text },
        ...(html && { html }),
        ...(unsubscribe && { headers: unsubscribeHeaders(unsubscribe) }),
        ...{ disableFileAccess: true, disableUrlAccess: true },
      });
      await within({ ask_ms: 2 * silent_ms, take_ms }, words, sent);
      return null;
    } catch (error) {
      const { code = "failed", responseCode = 0 } = error as SendError;
      const is_final = /^(EENVELOPE|EMESSAGE)$/.test(code) && !isForLater(responseCode);
      return { error: codeOf(error), is_final };
    }
  };
}

/** Why the server at an address lets nobody give it mail, as a code; null: it does. Nothing is sent. */
export async function findMailTrouble(url: string, silent_ms = SILENT_MS): Promise<string | null> {
  const times = { connectionTimeout: silent_ms, greetingTimeout: silent_ms };
  const transport = createTransport({ url, ...times, socketTimeout: silent_ms });
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return codeOf(error);
  } finally {
    transport.close();
  }
}

/** What servers say names receivers; their codes do not. */
function codeOf(error: unknown): string {
  const { code = "failed", responseCode = 0 } = error as SendError;
  return responseCode ? `${code} ${responseCode}` : code;
}

/**
 * The same each time a mail is sent, so that who gets it twice may see it once: of its words, without what is sealed anew,
 * and what it is about.
 */
function idOf({ to, subject, text, unsubscribe = "", about = "" }: Mail, from: string): string {
  const words = [to, subject, unsubscribe ? text.replaceAll(unsubscribe, "") : text, about];
  const hash = createHash("sha256").update(JSON.stringify(words)).digest("base64url");
  return `<${hash}@${from.slice(from.lastIndexOf("@") + 1)}>`;
}

/** What comes of a mail, or ETIMEDOUT; words that were not asked for by then go to nobody. */
async function within(
  { ask_ms, take_ms }: { ask_ms: number; take_ms: number },
  words: PassThrough,
  sent: Promise<unknown>,
): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = Object.assign(new Error("it takes too long"), { code: "ETIMEDOUT" });
  const giveUp = () => {
    reject(late);
    words.destroy(new Error(late.message));
  };
  let timer = setTimeout(giveUp, ask_ms);
  words.once("end", () => {
    clearTimeout(timer);
    timer = setTimeout(giveUp, take_ms);
  });
  await Promise.race([sent, promise]).finally(() => clearTimeout(timer));
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
