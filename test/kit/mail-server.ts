import assert from "node:assert/strict";
import { after } from "node:test";
import { SMTPServer } from "smtp-server";
import { waitFor } from "./wait-for.ts";

export type Received = { to: string[]; text: string };

/** A mail server on loopback that keeps what it takes; gone when the test file is done. */
export async function startMailServer() {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
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
  /** The first mail to an address that was not asked for before. */
  const next = async (to: string) => {
    const find = () => received.findIndex((mail) => mail.to.includes(to));
    await waitFor(`a mail to ${to}`, async () => find() >= 0);
    return received.splice(find(), 1)[0] as Received;
  };
  return { url: `smtp://127.0.0.1:${address.port}`, received, next };
}
