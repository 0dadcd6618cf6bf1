import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
import { geminiGenerateContent } from "./gemini-generate-content.ts";
import { geminiInteractions } from "./gemini-interactions.ts";
import { makeEngine } from "./make-engine.ts";

const REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/";
const FIRST = "Für Läufer 👟 gibt es zwei Namen.";
const SECOND = "Ombrix – größer – ist beliebt.";
const TEXT = `${FIRST} ${SECOND}`;
const bytes = (text: string) => Buffer.byteLength(text, "utf8");
const offline = { parameters: { resolve_redirects: false } };

const generated = {
  modelVersion: "model-x-001",
  candidates: [
    {
      finishReason: "STOP",
      content: { parts: [{ text: "Nachdenken.", thought: true }, { text: TEXT }] },
      groundingMetadata: {
        webSearchQueries: ["läufer", "ombrix test"],
        groundingChunks: [
          { web: { uri: `${REDIRECT}one`, title: "a.example" } },
          { web: { uri: `${REDIRECT}two`, title: "Kein Name" } },
        ],
        groundingSupports: [
          {
            segment: { partIndex: 1, endIndex: bytes(FIRST), text: FIRST },
            groundingChunkIndices: [0],
          },
          {
            segment: { partIndex: 1, startIndex: bytes(`${FIRST} `), endIndex: bytes(TEXT) },
            groundingChunkIndices: [0, 1],
          },
        ],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 20, thoughtsTokenCount: 5 },
};

test("generateContent: byte offsets land on the cited words behind an emoji", async (t) => {
  const engine = makeEngine("gemini", geminiGenerateContent);
  const server = await serveJson(generated);
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url, offline));
  assert.equal(captured.text, TEXT);
  assert.deepEqual(
    captured.cited.map(({ start, end }) => captured.text.slice(start ?? -1, end ?? -1)),
    [FIRST, SECOND, SECOND],
  );
  assert.deepEqual(captured.search_queries, ["läufer", "ombrix test"]);
  assert.deepEqual(
    captured.retrieved.map((page) => page.domain),
    ["a.example", undefined],
  );
  assert.equal(captured.usage.output_tokens, 25);
  assert.equal(captured.usage.searches, 2);
  assert.equal(server.seen[0]?.url, "/models/model-x:generateContent");
  assert.equal(server.seen[0]?.headers["x-goog-api-key"], "key-0123456789abcdef");
  assert.equal(engine.supports.location, false);
});

test("generateContent: resolved addresses stay with the body and survive a re-parse", () => {
  const engine = makeEngine("gemini", geminiGenerateContent);
  const stored = {
    ...generated,
    earshot_resolved_urls: { [`${REDIRECT}one`]: "https://a.example/x" },
  };
  const captured = engine.parse(stored, "m");
  assert.equal(captured.cited[0]?.url, "https://a.example/x");
  assert.equal(captured.cited[0]?.domain, undefined);
});

test("generateContent: blocked, cut and empty answers are distinguished", () => {
  const engine = makeEngine("gemini", geminiGenerateContent);
  const finish = (candidate: object) => engine.parse({ candidates: [candidate] }, "m").finish;
  const content = { parts: [{ text: "x" }] };
  assert.equal(finish({ finishReason: "SAFETY" }), "refusal");
  assert.equal(finish({ finishReason: "MAX_TOKENS", content }), "length");
  assert.equal(finish({ finishReason: "STOP" }), "empty");
  assert.equal(engine.parse({ promptFeedback: { blockReason: "OTHER" } }, "m").finish, "refusal");
});

test("Interactions: byte offsets land in the second output too, queries are kept", async (t) => {
  const engine = makeEngine("gemini_interactions", geminiInteractions);
  const server = await serveJson({
    model: "model-x",
    status: "completed",
    steps: [
      { type: "thought", signature: "s" },
      { type: "model_output", content: [{ type: "text", text: "Vorab größer." }] },
      { type: "google_search_call", arguments: { queries: ["läufer"] } },
      {
        type: "model_output",
        content: [
          {
            type: "text",
            text: TEXT,
            annotations: [
              {
                type: "url_citation",
                url: `${REDIRECT}one`,
                title: "a.example",
                start_index: bytes(`${FIRST} `),
                end_index: bytes(TEXT),
              },
            ],
          },
        ],
      },
    ],
    usage: { total_input_tokens: 5, total_output_tokens: 6, total_thought_tokens: 4 },
  });
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url, offline));
  const [cited] = captured.cited;
  assert.equal(captured.text.slice(cited?.start ?? -1, cited?.end ?? -1), SECOND);
  assert.equal(cited?.domain, "a.example");
  assert.deepEqual(captured.search_queries, ["läufer"]);
  assert.equal(captured.search_ran, true);
  assert.equal(captured.usage.output_tokens, 10);
});
