import assert from "node:assert/strict";
import { test } from "node:test";
import { PROVIDERS } from "#adapters/engines/registry.ts";
import { readCaptured } from "./store-captured.ts";

test("a refusal without words is a refusal, and only what says nothing else is no answer", () => {
  const statusOf = (provider: string, body: unknown) => {
    const { engine } = PROVIDERS.get(provider) ?? assert.fail(provider);
    return readCaptured(engine.parse(body, "model-x")).status;
  };
  const chat = (finish_reason: string) => ({ choices: [{ finish_reason, message: {} }] });
  for (const [provider, body, status] of [
    ["gemini", { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, "refused"],
    ["gemini", { candidates: [{ finishReason: "SAFETY" }] }, "refused"],
    ["gemini", { candidates: [{ finishReason: "STOP" }] }, "no_answer"],
    ["gemini", { candidates: [{ finishReason: "MAX_TOKENS" }] }, "no_answer"],
    ["anthropic", { content: [], stop_reason: "refusal" }, "refused"],
    ["anthropic", { content: [], stop_reason: "end_turn" }, "no_answer"],
    ["openai_compatible", chat("content_filter"), "refused"],
    ["openai_compatible", chat("length"), "no_answer"],
    [
      "openai",
      { status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [] },
      "refused",
    ],
  ] as const) {
    assert.equal(statusOf(provider, body), status, `${provider} ${JSON.stringify(body)}`);
  }
});
