import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { EngineFailure, type FailureKind } from "#core/answer-engine.ts";
import { makeRequest, startProviderServer } from "../../../test/kit/provider-server.ts";
import { makeEngine } from "./make-engine.ts";
import { openaiResponses } from "./openai-responses.ts";

const engine = makeEngine("openai", openaiResponses);
const KEY = "key-0123456789abcdef";

async function fail(
  answer: (response: ServerResponse) => void,
  changes: Parameters<typeof makeRequest>[1] = {},
): Promise<EngineFailure> {
  const server = await startProviderServer(answer);
  try {
    await engine.ask(makeRequest(server.base_url, changes));
  } catch (error) {
    assert.ok(error instanceof EngineFailure, String(error));
    const shown = `${error.message} ${error.stack} ${String(error.cause)}`;
    assert.doesNotMatch(shown, new RegExp(KEY));
    return error;
  } finally {
    await server.close();
  }
  throw new Error("The question was answered.");
}

const status =
  (code: number, headers: Record<string, string> = {}, body: object = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end(JSON.stringify(body));

const FAULTS: [string, (response: ServerResponse) => void, FailureKind][] = [
  ["429 without retry-after", status(429), "wait"],
  ["quota exhausted", status(429, {}, { error: { code: "insufficient_quota" } }), "quota"],
  ["529", status(529), "retry"],
  ["503", status(503), "retry"],
  [
    "401 that repeats the key",
    status(401, {}, { error: { message: `bad ${KEY}` } }),
    "paused_target",
  ],
  ["400", status(400, {}, { error: { message: "no such tool" } }), "permanent"],
  ["a redirect", status(302, { location: "http://127.0.0.1:1/" }), "permanent"],
  [
    "truncated JSON",
    (response) => void response.writeHead(200).end('{"output": ['),
    "timeout_after_send",
  ],
  ["an empty body", (response) => void response.writeHead(200).end(), "timeout_after_send"],
  ["a reset before the answer", (response) => void response.socket?.resetAndDestroy(), "retry"],
  ["another shape", status(200, {}, { choices: [] }), "permanent"],
];

for (const [name, answer, kind] of FAULTS) {
  test(`${name} is ${kind}`, async () => {
    assert.equal((await fail(answer)).kind, kind);
  });
}

test("an answer in another shape is kept, because it was paid for", async () => {
  const failure = await fail(status(200, {}, { text: "An answer." }));
  assert.deepEqual(failure.raw, { text: "An answer." });
});

test("a key that no header can carry stops its model and says what to do", async () => {
  for (const api_key of ["sk-0123…", "sk-0123\nabc", "ключ-0123"]) {
    const failure = await fail(status(200), { api_key });
    assert.deepEqual([failure.kind, failure.message.includes("0123")], ["paused_target", false]);
    assert.match(
      failure.message,
      /holds a character that cannot be sent.*enter the whole key again/,
    );
  }
});

test("429 with retry-after says how long", async () => {
  const failure = await fail(status(429, { "retry-after": "11" }));
  assert.equal(failure.kind, "wait");
  assert.equal(failure.retry_after_seconds, 11);
  assert.equal(failure.status, 429);
});

test("a reset in the middle of the answer may have been billed", async () => {
  const failure = await fail((response) => {
    response.writeHead(200, { "content-length": "5000" }).write('{"output"');
    setTimeout(() => response.socket?.resetAndDestroy(), 50);
  });
  assert.equal(failure.kind, "timeout_after_send");
});

test("no answer in time may have been billed", async () => {
  const failure = await fail(() => {}, { timeout_seconds: 0.3 });
  assert.equal(failure.kind, "timeout_after_send");
  assert.match(failure.message, /within 0\.3 s/);
});

test("a slow body counts against the same time limit", async () => {
  const failure = await fail(
    (response) => {
      response.writeHead(200).write("{");
      const timer = setInterval(() => response.write(" "), 50);
      response.once("close", () => clearInterval(timer));
    },
    { timeout_seconds: 0.5 },
  );
  assert.equal(failure.kind, "timeout_after_send");
});

test("a caller that stops before sending may ask again, after sending at most once", async () => {
  const before = await fail(status(200), { signal: AbortSignal.abort() });
  assert.equal(before.kind, "retry");
  const after = await fail(() => {}, { signal: AbortSignal.timeout(100) });
  assert.equal(after.kind, "timeout_after_send");
  assert.match(after.message, /Stopped/);
});

test("an answer over 10 MB is not read to the end", async () => {
  const failure = await fail((response) => {
    const block = Buffer.alloc(1024 * 1024, " ");
    response.writeHead(200);
    const pump = () => {
      while (!response.destroyed && response.write(block));
    };
    response.on("drain", pump);
    pump();
  });
  assert.equal(failure.kind, "permanent");
  assert.match(failure.message, /10 MB/);
});

test("a closed port is tried again, a broken address pauses the target", async () => {
  const kind = async (base_url: string) => {
    const request = makeRequest(base_url);
    return engine.ask(request).then(
      () => null,
      (error: EngineFailure) => error.kind,
    );
  };
  const server = await startProviderServer(() => {});
  await server.close();
  assert.equal(await kind(server.base_url), "retry");
  assert.equal(await kind("not an address"), "paused_target");
  assert.equal(await kind("file:///etc"), "paused_target");
});
