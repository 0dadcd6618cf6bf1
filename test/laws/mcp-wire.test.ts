import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { makeToken } from "../kit/mcp-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

// What only real sockets can send: bytes, not requests.
const world = await makeWorld();
const server = await startServer(world, { LOG_LEVEL: "info" });
const { port } = new URL(server.origin);
// The process names the resource after its own port.
const token = await makeToken(
  { ...world, base: { ...world.base, server: { ...world.base.server, base_url: server.origin } } },
  "write",
);
const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const AUTH = `Authorization: Bearer ${token}`;
const JSON_TYPE = "Content-Type: application/json";

/** Sends bytes on a socket of their own and returns all that comes back before it ends; `hangUp` does not wait. */
function raw(parts: (string | Buffer)[], hangUp = false): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      for (const part of parts) socket.write(part);
      if (hangUp) socket.destroySoon();
    });
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
  });
}

function post(body: string | Buffer, headers: string[]): Promise<string> {
  const lines = ["POST /api/mcp HTTP/1.1", `Host: localhost:${port}`, ...headers];
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  const head = [...lines, length, "Connection: close", "", ""].join("\r\n");
  return raw([head, body]);
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0);
const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));

test("86: two Authorization headers are 401, in either order", async () => {
  assert.equal(statusOf(await post(LIST, [AUTH, JSON_TYPE])), 200);
  const other = "Authorization: Bearer earshot_at_other";
  for (const headers of [
    [AUTH, AUTH],
    [AUTH, other],
    [other, AUTH],
  ]) {
    assert.equal(statusOf(await post(LIST, [...headers, JSON_TYPE])), 401);
  }
});

test("a body is UTF-8, with or without a mark; other encodings are refused, not guessed", async () => {
  const topic = (name: Buffer) =>
    Buffer.concat([
      Buffer.from(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_topic","arguments":{"project_id":"${world.project.id}","name":"`,
      ),
      name,
      Buffer.from(`"}}}`),
    ]);
  const cases: [string, Buffer, string[], number, number | undefined][] = [
    ["a mark before it", Buffer.from(`\uFEFF${LIST}`), [JSON_TYPE], 200, undefined],
    ["UTF-16", Buffer.from(LIST, "utf16le"), [JSON_TYPE], 400, -32700],
    [
      "UTF-16 that says so",
      Buffer.from(LIST, "utf16le"),
      [`${JSON_TYPE}; charset=utf-16`],
      415,
      -32600,
    ],
    ["Latin-1", topic(Buffer.from("Caf\xe9", "latin1")), [JSON_TYPE], 400, -32700],
    ["an overlong form", topic(Buffer.from([0xc0, 0xaf])), [JSON_TYPE], 400, -32700],
    ["half a character", topic(Buffer.from([0xe2, 0x82])), [JSON_TYPE], 400, -32700],
    ["gzip", Buffer.from(LIST), [JSON_TYPE, "Content-Encoding: gzip"], 415, -32600],
    ["two types", Buffer.from(LIST), ["Content-Type: text/plain, application/json"], 415, -32600],
    ["a form", Buffer.from(LIST), ["Content-Type: application/x-www-form-urlencoded"], 415, -32600],
    ["nothing", Buffer.alloc(0), [JSON_TYPE], 400, -32700],
    ["zeros", Buffer.alloc(64), [JSON_TYPE], 400, -32700],
  ];
  for (const [name, body, headers, status, code] of cases) {
    const answer = await post(body, [AUTH, ...headers]);
    assert.deepEqual([statusOf(answer), bodyOf(answer).error?.code], [status, code], name);
  }
  const list = LIST.replace(
    '"tools/list"',
    `"tools/call","params":{"name":"list_topics","arguments":{"project_id":"${world.project.id}"}}`,
  );
  const topics = bodyOf(await post(list, [AUTH, JSON_TYPE]));
  assert.equal(topics.result.structuredContent.total_count, 0, "nothing of it was stored");
});

test("over 1 MB is 413, with its length, in chunks, or with a length that lies", async () => {
  const large = `{"jsonrpc":"2.0","id":1,"method":"${"x".repeat(1_100_000)}"}`;
  assert.equal(statusOf(await post(large, [AUTH, JSON_TYPE])), 413);
  const head = (...lines: string[]) =>
    ["POST /api/mcp HTTP/1.1", `Host: localhost:${port}`, AUTH, JSON_TYPE, ...lines, "", ""].join(
      "\r\n",
    );
  const chunk = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const chunked = [head("Transfer-Encoding: chunked"), ...Array(20).fill(chunk), "0\r\n\r\n"];
  assert.equal(statusOf(await raw(chunked)), 413);
  const both = head("Transfer-Encoding: chunked", "Content-Length: 4");
  assert.equal(statusOf(await raw([both, "0\r\n\r\n"])), 400, "two lengths");
  const two = head("Content-Length: 4", "Content-Length: 40");
  assert.equal(statusOf(await raw([two, "true"])), 400, "two lengths");
});

test("clients that hang up, at any byte, and odd requests leave the server well", async () => {
  const head = `POST /api/mcp HTTP/1.1\r\nHost: localhost:${port}\r\n${AUTH}\r\n${JSON_TYPE}\r\nContent-Length: ${LIST.length}\r\n\r\n`;
  const whole = head + LIST;
  const cuts = Array.from({ length: 40 }, (_, index) =>
    Math.ceil(((index + 1) / 41) * whole.length),
  );
  await Promise.all(cuts.map((end) => raw([whole.slice(0, end)], true)));
  const path = `/api/mcp?${"a=1&".repeat(2_000)}`;
  for (const request of [
    `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    "GET /api/mcp HTTP/1.0\r\n\r\n",
    "POST /api/mcp HTTP/1.1\r\n\r\n",
    "\0\0\0\0\r\n\r\n",
    `TRACE /api/mcp HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    `GET http://evil.example/api/mcp HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: close\r\n\r\n`,
    `GET /api/mcp HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  ]) {
    const answer = await raw([request]);
    assert.ok(statusOf(answer) < 500, answer.slice(0, 200));
  }
  assert.equal(statusOf(await post(LIST, [AUTH, JSON_TYPE])), 200);
  assert.doesNotMatch(server.output(), /request failed|INTERNAL_ERROR|"level":50/);
});
