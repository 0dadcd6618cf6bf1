import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AnswerEngine } from "#core/answer-engine.ts";
import { findProvider } from "./registry.ts";

// Recorded bodies are not part of this repository; the folder's name is given to check them.
const FOLDER = process.env["EARSHOT_PROVIDER_BODIES"] ?? "";
const skip =
  FOLDER !== "" && existsSync(FOLDER) ? false : "EARSHOT_PROVIDER_BODIES names no folder";

type Counts = { retrieved: number; cited: number; distinct: number; queries: number };

const EXPECTED: [file: string, provider: string, counts: Counts][] = [
  ["openai-responses-web-search", "openai", { retrieved: 16, cited: 10, distinct: 7, queries: 1 }],
  [
    "perplexity-sonar-citations",
    "perplexity",
    { retrieved: 7, cited: 13, distinct: 6, queries: 0 },
  ],
  [
    "anthropic-messages-web-search",
    "anthropic",
    { retrieved: 10, cited: 3, distinct: 2, queries: 2 },
  ],
  ["xai-responses-web-search", "xai", { retrieved: 0, cited: 5, distinct: 5, queries: 1 }],
];

function read(file: string, provider: string) {
  const raw: unknown = JSON.parse(readFileSync(join(FOLDER, `${file}.json`), "utf8"));
  const engine = findProvider(provider)?.engine as AnswerEngine;
  return engine.parse(raw, "requested");
}

for (const [file, provider, counts] of EXPECTED) {
  test(`${file}: retrieved, cited, distinct pages and queries as recorded`, { skip }, () => {
    const captured = read(file, provider);
    assert.deepEqual(
      {
        retrieved: captured.retrieved.length,
        cited: captured.cited.length,
        distinct: new Set(captured.cited.map((source) => source.url)).size,
        queries: captured.search_queries.length,
      },
      counts,
    );
    assert.equal(captured.finish, "stop");
    assert.equal(captured.search_ran, true);
    assert.ok(captured.served_model);
  });
}

test("OpenAI: every span is the link it cites", { skip }, () => {
  const captured = read("openai-responses-web-search", "openai");
  for (const { url, start, end } of captured.cited) {
    const words = captured.text.slice(start ?? -1, end ?? -1);
    assert.ok(words.startsWith("([") && words.endsWith("))") && words.includes(url), words);
  }
});

test("Anthropic: every span is a whole cited block", { skip }, () => {
  const captured = read("anthropic-messages-web-search", "anthropic");
  for (const { start, end } of captured.cited) {
    assert.match(captured.text.slice(start ?? -1, end ?? -1), /^(Caroline|Anthropic|Chinese).*\.$/);
  }
});

test("Gemini Interactions: byte offsets start at sentence starts", { skip }, () => {
  const captured = read("gemini-interactions-google-search", "gemini_interactions");
  assert.equal(captured.search_queries.length, 2);
  assert.ok(captured.cited.length >= 18);
  for (const { start, end, domain } of captured.cited) {
    assert.match(captured.text.slice(start ?? -1, end ?? -1), /^[\p{Lu}*"“\d]/u);
    assert.match(captured.text.slice(0, start ?? 0), /[\s*:]$|^$/);
    assert.ok(domain);
  }
});
