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
