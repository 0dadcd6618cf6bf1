import assert from "node:assert/strict";
import { Agent, get, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { after, test } from "node:test";
import { makeWebServer } from "./web-server.ts";

const server = makeWebServer(() => Response.json({ reached: true }), { hostname: "127.0.0.1" });
await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
after(() => server.close());

/** Sends bytes as they are; returns the status line and the body of what comes back. */
async function send(text: string) {
  const { port } = server.address() as AddressInfo;
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(text));
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      received += part;
    });
    socket.on("close", () => resolve(received)).on("error", reject);
  });
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body: JSON.parse(body) };
}

const HOST = "Host: x\r\nConnection: close\r\n\r\n";

test("what is no HTTP a door could read is refused in the envelope", async () => {
  for (const [text, status] of [
    [`GET /api/v1/brands?search=${"a".repeat(20_000)} HTTP/1.1\r\n${HOST}`, 431],
    [`GET /api/v1/brands HTTP/1.1\r\nX: ${"a".repeat(20_000)}\r\n${HOST}`, 431],
    [`FOO /api/v1/brands HTTP/1.1\r\n${HOST}`, 400],
    [`GET /api/v1/bra nds HTTP/1.1\r\n${HOST}`, 400],
    ["nonsense\r\n\r\n", 400],
    ["GET /api/v1\\brands HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400],
    ["GET /api/v1/brands HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n", 400],
  ] as const) {
    const answer = await send(text);
    assert.deepEqual([text.slice(0, 40), answer.status], [text.slice(0, 40), status]);
    assert.equal(answer.body.error.code, "VALIDATION_ERROR");
    assert.ok(answer.body.error.message.length > 10);
  }
});

test("a request that can be read reaches the door", async () => {
  const { status, body } = await send(`GET / HTTP/1.1\r\n${HOST}`);
  assert.deepEqual([status, body], [200, { reached: true }]);
});

test("a connection is kept for longer than a proxy in front keeps it", async () => {
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
    get({ port, agent, host: "127.0.0.1" }, (answer) => resolve(answer.resume().headers)).on(
      "error",
      reject,
    );
  });
  agent.destroy();
  const [, seconds] = /timeout=(\d+)/.exec(String(headers["keep-alive"])) ?? [];
  assert.ok(Number(seconds) > 60, `${seconds} s`);
});

test("the largest import may arrive by a slow line, and headers may not", () => {
  const [largest, bytes_per_second] = [50 * 1_048_576, 256_000 / 8];
  const seconds = server.requestTimeout / 1_000;
  assert.ok(seconds >= largest / bytes_per_second, `${seconds} s`);
  assert.ok(server.headersTimeout <= 60_000);
});
