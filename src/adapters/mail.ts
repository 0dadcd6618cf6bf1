import { createTransport } from "nodemailer";

const TIMEOUT_MS = 15_000;

/** Sends mail by the server at an address; rejects with why it was not taken. */
export function makeMail(
  url: string,
  from: string,
): (mail: { to: string; subject: string; text: string }) => Promise<void> {
  const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...times, socketTimeout: TIMEOUT_MS });
  return async ({ to, subject, text }) => {
    // The address is one, whatever is written in it; files and other addresses are never read.
    await transport.sendMail({
      ...{ from: { name: "Earshot", address: from }, to: { name: "", address: to } },
      ...{ subject: subject.replaceAll(/[\r\n]+/g, " "), text },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
  };
}
