import assert from "node:assert/strict";
import { test } from "node:test";
import { estimateCost, estimateTypicalCost, PRICE_TABLE } from "./price-table.ts";
import { PROVIDERS } from "./registry.ts";

const usage = { input_tokens: 20_000, output_tokens: 4_000, searches: 1 };

test("tokens and searches are added up by the first matching row", () => {
  assert.equal(estimateCost("openai", "gpt-5.4-mini-2026", usage), 0.043);
  assert.equal(estimateCost("openai", "GPT-5.4", usage), 0.12);
  assert.equal(estimateCost("ollama", "anything", usage), 0);
});

test("an unknown provider or an answer without tokens has no estimate", () => {
  const none = { input_tokens: null, output_tokens: null, searches: 1 };
  assert.equal(estimateCost("nobody", "m", usage), null);
  assert.equal(estimateCost("openai", "gpt-5.4", none), null);
  assert.equal(estimateCost("serpapi", "google_ai_mode", none), 0.015);
  assert.equal(estimateTypicalCost("nobody", "m"), null);
});

test("every price is labelled an estimate, and a model's dots are no wild cards", () => {
  assert.ok(PRICE_TABLE.every((row) => row.label === "estimate"));
  const [row] = PRICE_TABLE;
  assert.ok(row);
  const table = [{ ...row, model: "a.b" }];
  assert.equal(estimateCost("openai", "axb", usage, table), null);
  assert.notEqual(estimateCost("openai", "a.b", usage, table), null);
});

test("each provider has its own name, and a forecast or none on purpose", () => {
  const without = [...PROVIDERS.keys()].filter((name) => estimateTypicalCost(name, "m") === null);
  assert.deepEqual(without.sort(), ["openai_compatible", "openrouter"]);
  for (const [name, entry] of PROVIDERS) assert.equal(entry.engine.provider, name);
});
