import assert from "node:assert/strict";
import { createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { makeMail } from "./mail.ts";

/** A mail server that answers `EHLO` only after a while. */
async function startSlow(resumes_ms: number) {
  const sockets = new Set<Socket>();
  const taken: string[] = [];
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => {}));
    socket.write("220 here\r\n");
    let isData = false;
    socket.on("data", async (text) => {
      for (const line of String(text).split("\r\n").filter(Boolean)) {
        if (isData) {
          if (line !== ".") continue;
          isData = false;
          taken.push("one");
        }
        if (line.startsWith("EHLO")) await sleep(resumes_ms, undefined, { ref: false });
        if (line === "DATA") isData = true;
        if (!socket.destroyed) socket.write(isData ? "354 go on\r\n" : "250 well\r\n");
      }
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert(address && typeof address === "object");
  return { url: `smtp://127.0.0.1:${address.port}`, taken };
}

for (const resumes_ms of [60_000, 1_000])
  test(`a mail server that is silent after its greeting for ${resumes_ms} ms fails a mail, and not the process`, async () => {
    const { url, taken } = await startSlow(resumes_ms);
    const send = makeMail(url, "e@x.example", { silent_ms: 300, take_ms: 2_000 });
    const failed = await send({ to: "a@b.example", subject: "S", text: "T" });
    assert.deepEqual(failed, { error: "ETIMEDOUT", is_final: false });
    await sleep(1_500);
    assert.deepEqual(taken, []);
  });
