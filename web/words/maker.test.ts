import assert from "node:assert/strict";
import { test } from "node:test";
import { findPair } from "./maker.ts";

const model = (provider: string, surface: string, requested_model = "", name = provider) => ({
  ...{ provider, surface, requested_model, name },
});

test("an assistant asked by API is compared with the same maker's app page, if there is one", () => {
  const gpt = model("openai", "api", "gpt-6.2-astra");
  const claude = model("anthropic", "api", "claude-opus-5-5");
  const gemini = model("openrouter", "api", "google/gemini-3.8-flash");
  const app = model("brightdata_chatgpt", "ui", "chatgpt");
  const mode = model("serpapi", "serp", "google_ai_mode");
  assert.deepEqual(findPair([claude, gpt, gemini, mode, app]), [gpt, app]);
  assert.deepEqual(findPair([claude, gemini, mode, app]), [gemini, mode]);
  assert.equal(findPair([claude, app, mode]), null);
});
