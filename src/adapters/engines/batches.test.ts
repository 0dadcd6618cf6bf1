import assert from "node:assert/strict";
import { Resolver } from "node:dns/promises";
import { after, test } from "node:test";
import { EngineFailure } from "#core/answer-engine.ts";
import {
  makeRequest,
  type SeenRequest,
  startProviderServer,
} from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

const KEY = "0badf00d-0000-4000-8000-000000000000";
const SENT_AT = new Date("2026-03-02T20:00:00Z");

/** Hands questions 1, 2 and 3 over to a provider in a batch; what `serve` gives is JSON, or lines of it. */
async function handOver(provider: string, serve: (request: SeenRequest) => object | string) {
  const server = await startProviderServer((response, request) => {
    const given = serve(request);
    response.end(typeof given === "string" ? given : JSON.stringify(given));
  });
  after(() => server.close());
  const later = PROVIDERS.get(provider)?.engine.later({ batch: true });
  assert(later?.find);
  assert.equal(PROVIDERS.get(provider)?.engine.later({}), null, "only where it is asked for");
  const parameters = { batch: true };
  const request = makeRequest(server.base_url, { parameters, requested_model: "model-x" });
  const requests = new Map(
    ["1", "2", "3"].map((id) => [id, { ...request, prompt: `Is it ${id}?` }]),
  );
  const handed = { key: KEY, sent_at: SENT_AT, requests };
  const ticket = await later.submit(handed);
  const read = async () => {
    const answers = await later.fetch(handed, ticket);
    return (
      answers &&
      Object.fromEntries(
        [...answers].map(([id, answer]) => [
          id,
          answer instanceof EngineFailure ? `${answer.kind}: ${answer.message}` : answer.text,
        ]),
      )
    );
  };
  const find = async () => {
    const found = await later.find?.(handed);
    return found ? JSON.parse(found).name : found;
  };
  assert.doesNotMatch(ticket, /0123456789abcdef/, "no secret in a ticket");
  return { later, handed, server, read, find };
}

const lines = (...entries: object[]) => entries.map((entry) => JSON.stringify(entry)).join("\n");

test("Anthropic: a batch of messages, read by the line and found by its questions' ids", async () => {
  const batch = {
    id: "mb_1",
    processing_status: "in_progress",
    created_at: "2026-03-02T20:00:01Z",
  };
  const message = {
    ...{ type: "message", model: "claude-x", stop_reason: "end_turn" },
    content: [{ type: "text", text: "Acme." }],
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const refused = { type: "invalid_request_error", message: "prompt is too long" };
  const results = lines(
    { custom_id: `${KEY}_3`, result: { type: "expired" } },
    {
      custom_id: `${KEY}_2`,
      result: { type: "errored", error: { type: "error", error: refused } },
    },
    { custom_id: `${KEY}_1`, result: { type: "succeeded", message } },
    { custom_id: `${KEY}_1`, result: { type: "succeeded", message: { ...message, content: [] } } },
  );
  const { server, read, find } = await handOver("anthropic", ({ method, url }) => {
    if (method === "POST") return batch;
    if (url.endsWith("/results")) return `${results}\n{"custom_id": "cut`;
    return url.includes("?") ? { data: [batch] } : batch;
  });
  const sent = Object(server.seen[0]?.body).requests;
  assert.deepEqual(
    sent.map(({ custom_id }: { custom_id: string }) => custom_id),
    [`${KEY}_1`, `${KEY}_2`, `${KEY}_3`],
  );
  assert.equal(sent[1].params.messages[0].content, "Is it 2?");
  assert.equal(sent[0].params.batch, undefined);
  assert.equal(await read(), null);
  await assert.rejects(find(), { kind: "wait" });
  batch.processing_status = "ended";
  assert.equal(await find(), "mb_1");
  assert.deepEqual(await read(), {
    1: "Acme.",
    2: "permanent: In the batch: prompt is too long",
    3: "retry: In the batch: it ended as expired",
  });
  batch.created_at = "2026-03-02T23:00:00Z";
  assert.equal(await find(), null);
});

test("Gemini: a batch with its questions inside, found by the name shown", async () => {
  const metadata = { displayName: KEY, state: "BATCH_STATE_RUNNING" };
  const inlinedResponses = [
    { metadata: { key: "2" }, error: { code: 3, message: "bad argument" } },
    {
      metadata: { key: "1" },
      response: {
        modelVersion: "gemini-x",
        candidates: [{ content: { parts: [{ text: "Acme." }] }, finishReason: "STOP" }],
      },
    },
  ];
  const operation: Record<string, unknown> = { name: "batches/b1", metadata };
  const { server, read, find } = await handOver("gemini", ({ url }) =>
    url.includes("?pageSize") ? { operations: [operation] } : operation,
  );
  assert.equal(server.seen[0]?.url, "/models/model-x:batchGenerateContent");
  const { batch } = Object(server.seen[0]?.body);
  assert.equal(batch.displayName, KEY);
  assert.deepEqual(
    batch.inputConfig.requests.requests.map((one: { metadata: object }) => one.metadata),
    [{ key: "1" }, { key: "2" }, { key: "3" }],
  );
  assert.equal(await read(), null);
  assert.equal(await find(), "batches/b1");
  metadata.state = "BATCH_STATE_SUCCEEDED";
  operation["response"] = { inlinedResponses: { inlinedResponses } };
  assert.deepEqual(await read(), { 1: "Acme.", 2: "permanent: In the batch: bad argument" });
  metadata.state = "BATCH_STATE_EXPIRED";
  assert.equal((await read())?.["3"], "retry: The batch at Gemini: it ended as EXPIRED");
  metadata.displayName = "another";
  assert.equal(await find(), null);
});

test("Gemini: a batch that the list shows on a later page is found, and one beyond what is read is not called missing", async () => {
  const operations = (displayName: string) => [{ name: "batches/b9", metadata: { displayName } }];
  const pages: Record<string, object> = {
    "": { operations: operations("another"), nextPageToken: "next page" },
    "next page": { operations: operations(KEY) },
  };
  const { find } = await handOver("gemini", ({ method, url }) => {
    if (method === "POST") return { name: "batches/b9" };
    return pages[new URL(url, "http://x").searchParams.get("pageToken") ?? ""] ?? {};
  });
  assert.equal(await find(), "batches/b9");
  pages["next page"] = { operations: operations("another") };
  assert.equal(await find(), null);
  pages["next page"] = { operations: operations("another"), nextPageToken: "next page" };
  await assert.rejects(find(), { kind: "permanent" });
});

test("Gemini: a redirector that hangs holds up a batch once, not for each answer", async (t) => {
  const hang = () => new Promise<never>(() => {});
  for (const way of ["resolve4", "resolve6"] as const) t.mock.method(Resolver.prototype, way, hang);
  const web = { uri: "https://vertexaisearch.cloud.google.com/x", title: "a.example" };
  const inlinedResponses = ["1", "2", "3"].map((key) => ({
    metadata: { key },
    response: {
      modelVersion: "gemini-x",
      candidates: [
        {
          content: { parts: [{ text: "Acme." }] },
          finishReason: "STOP",
          groundingMetadata: { groundingChunks: [{ web }] },
        },
      ],
    },
  }));
  const operation = {
    name: "batches/b1",
    metadata: { displayName: KEY, state: "BATCH_STATE_SUCCEEDED" },
    response: { inlinedResponses: { inlinedResponses } },
  };
  const { later, handed } = await handOver("gemini", () => operation);
  const requests = new Map(
    [...handed.requests].map(([id, request]) => [id, { ...request, timeout_seconds: 1.5 }]),
  );
  const asked = { ...handed, requests };
  const ticket = await later.submit(asked);
  const started = performance.now();
  const answers = await later.fetch(asked, ticket);
  const took_ms = performance.now() - started;
  assert.equal(answers?.size, 3);
  assert.ok(took_ms > 2_000 && took_ms < 5_000, `${took_ms} ms`);
});

test("Gemini and Mistral: a batch of more than 10 MB is read", async () => {
  const long = "Acme. ".repeat(600_000);
  const candidates = [{ content: { parts: [{ text: long }] }, finishReason: "STOP" }];
  const inlinedResponses = ["1", "2", "3"].map((key) => ({
    metadata: { key },
    response: { modelVersion: "gemini-x", candidates },
  }));
  const metadata = { displayName: KEY, state: "BATCH_STATE_SUCCEEDED" };
  const response = { inlinedResponses: { inlinedResponses } };
  const gemini = await handOver("gemini", ({ method, url }) => {
    const operation = { name: "batches/b1", metadata, ...(method === "GET" && { response }) };
    return url.includes("?pageSize") ? { operations: [operation] } : operation;
  });
  assert.ok(Object.values((await gemini.read()) ?? {}).every((text) => text === long));
  assert.equal(await gemini.find(), "batches/b1");
  const body = { outputs: [{ type: "message.output", model: "m", content: long }] };
  const outputs = ["1", "2", "3"].map((custom_id) => ({
    custom_id,
    response: { status_code: 200, body },
  }));
  const mistral = await handOver("mistral", ({ method }) => ({
    ...{ id: "j1", status: "SUCCESS", outputs: method === "GET" ? outputs : [] },
  }));
  assert.deepEqual(Object.keys((await mistral.read()) ?? {}), ["1", "2", "3"]);
});

test("Mistral: a batch job with its questions inside, found by its metadata", async () => {
  const job: Record<string, unknown> = { id: "j1", status: "RUNNING", metadata: { earshot: KEY } };
  const body = { outputs: [{ type: "message.output", model: "m", content: "Acme." }] };
  const { server, read, find } = await handOver("mistral", ({ url }) =>
    url.includes("page_size") ? { data: [job] } : job,
  );
  const sent = Object(server.seen[0]?.body);
  assert.deepEqual(
    [sent.endpoint, sent.model, sent.requests[0].body.model, sent.requests[2].body.inputs],
    ["/v1/conversations", "model-x", undefined, "Is it 3?"],
  );
  assert.equal(await read(), null);
  assert.equal(await find(), "j1");
  job["status"] = "SUCCESS";
  job["outputs"] = [
    { custom_id: "3", response: null, error: { message: "overloaded" } },
    { custom_id: "1", response: { status_code: 200, body }, error: null },
  ];
  assert.deepEqual(await read(), { 1: "Acme.", 3: "retry: In the batch: overloaded" });
  job["outputs"] = [];
  assert.deepEqual(await read(), {}, "an empty batch says nothing of anybody");
  job["status"] = "TIMEOUT_EXCEEDED";
  assert.equal((await read())?.["2"], "retry: The batch at Mistral: it ended as TIMEOUT_EXCEEDED");
});

test("Mistral: a job that may stand on another page of the list is not called missing", async () => {
  const { find } = await handOver("mistral", ({ url }) =>
    url.includes("page_size") ? { data: [{ id: "j2" }], total: 2 } : { id: "j1" },
  );
  await assert.rejects(find(), { kind: "permanent" });
});

test("OpenAI: a batch for which its queue has no room is asked again in an hour, one with a fault is not", async () => {
  const message =
    "Enqueued token limit reached for model-x in organization org-x. Limit: 2,000,000 enqueued tokens.";
  const error = { code: "token_limit_exceeded", message };
  const { later, handed } = await handOver("openai", ({ method }) =>
    method === "POST" ? { id: "b1" } : { id: "b1", status: "failed", errors: { data: [error] } },
  );
  const ticket = await later.submit(handed);
  const read = async () => [...((await later.fetch(handed, ticket)) ?? [])].map(([, one]) => one);
  assert.deepEqual(
    (await read()).map(
      (one) => one instanceof EngineFailure && [one.kind, one.retry_after_seconds],
    ),
    Array(3).fill(["wait", 3_600]),
  );
  error.code = "invalid_json_line";
  const [failure] = await read();
  assert(failure instanceof EngineFailure);
  assert.deepEqual(
    [failure.kind, failure.message],
    ["permanent", `OpenAI refused the batch: ${message}`],
  );
});

test("OpenAI: the calls that hand a batch over take no longer together than one answer may", async (t) => {
  const server = await startProviderServer((response, { url }) => {
    if (url === "/files") setTimeout(() => response.end('{"id":"file_1"}'), 600);
  });
  t.after(() => server.close());
  const parameters = { batch: true };
  const request = makeRequest(server.base_url, { parameters, timeout_seconds: 1 });
  const requests = new Map(["1", "2"].map((id) => [id, request]));
  const later = PROVIDERS.get("openai")?.engine.later(parameters);
  assert(later);
  const started = performance.now();
  await assert.rejects(later.submit({ key: KEY, sent_at: SENT_AT, requests }), {
    kind: "timeout_after_send",
  });
  const took_ms = performance.now() - started;
  assert.ok(server.seen.length === 2 && took_ms < 1_500, `${took_ms} ms`);
});
