import assert from "node:assert/strict";
import { after } from "node:test";
import { SMTPServer } from "smtp-server";
import type { World } from "./world.ts";

export type Received = { to: string[]; text: string };

/** A mail server on loopback that keeps what it takes; gone when the test file is done. */
export async function startMailServer() {
  const received: Received[] = [];
  /** What the next receivers are answered instead of being taken, like `450 later`. */
  const refusals: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo(address, _session, done) {
      const refusal = refusals.shift();
      if (!refusal) return done();
      const why = new Error(`${refusal.slice(4)} <${address.address}>`);
      done(Object.assign(why, { responseCode: Number(refusal.slice(0, 3)) }));
    },
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on("data", (part: Buffer) => parts.push(part));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ to, text: Buffer.concat(parts).toString("utf8").replaceAll("=\r\n", "") });
        done();
      });
    },
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => server.close());
  const address = server.server.address();
  assert(address && typeof address === "object");
  /** The first mail to an address, and of a subject, that was not asked for before, once the work that waits is done. */
  const next = async ({ runJobs }: Pick<World, "runJobs">, to: string, subject = "") => {
    await runJobs();
    const at = received.findIndex(
      (mail) => mail.to.includes(to) && mail.text.includes(`Subject: ${subject}`),
    );
    assert(at >= 0, `no mail to ${to} ${subject}`);
    return received.splice(at, 1)[0] as Received;
  };
  return { url: `smtp://127.0.0.1:${address.port}`, received, refusals, next };
}

/** A mail of text and HTML, apart: its headers by lower-case name, unfolded, and both parts as they are read. */
export function readLetter(raw: string): {
  headers: Map<string, string>;
  text: string;
  html: string;
} {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, " ")
      .split("\r\n")
      .map((line) => {
        const [name = "", ...value] = line.split(":");
        return [name.toLowerCase(), value.join(":").trim()];
      }),
  );
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1] ?? "none";
  const parts = rest.join("\r\n\r\n").split(`--${boundary}`);
  const find = (type: string) => {
    const part = parts.find((one) => one.includes(`Content-Type: ${type}`)) ?? "";
    const at = part.indexOf("\r\n\r\n");
    return fromQuotedPrintable(part.slice(at + 4)).replaceAll("\r\n", "\n");
  };
  return { headers, text: find("text/plain"), html: find("text/html") };
}

function fromQuotedPrintable(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}
