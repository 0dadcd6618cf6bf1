import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AnswerEngine } from "#core/answer-engine.ts";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
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

/** A recorded body as its adapter reads it from a server, which is what it reads from the stored body. */
async function read(file: string, provider: string, change = (raw: object) => raw) {
  const raw = change(JSON.parse(readFileSync(join(FOLDER, `${file}.json`), "utf8")));
  const engine = findProvider(provider)?.engine as AnswerEngine;
  const server = await serveJson(raw);
  const parameters = { resolve_redirects: false };
  const request = makeRequest(server.base_url, { requested_model: "requested", parameters });
  const asked = await engine.ask(request).finally(server.close);
  const captured = engine.parse(asked.raw, "requested");
  assert.deepEqual({ ...asked, ...captured }, asked);
  return captured;
}

for (const [file, provider, counts] of EXPECTED) {
  test(`${file}: retrieved, cited, distinct pages and queries as recorded`, { skip }, async () => {
    const captured = await read(file, provider);
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

test("OpenAI: every span is the link it cites", { skip }, async () => {
  const captured = await read("openai-responses-web-search", "openai");
  for (const { url, start, end } of captured.cited) {
    const words = captured.text.slice(start ?? -1, end ?? -1);
    assert.ok(words.startsWith("([") && words.endsWith("))") && words.includes(url), words);
  }
});

test("Anthropic: every span is a whole cited block", { skip }, async () => {
  const captured = await read("anthropic-messages-web-search", "anthropic");
  for (const { start, end } of captured.cited) {
    assert.match(captured.text.slice(start ?? -1, end ?? -1), /^(Caroline|Anthropic|Chinese).*\.$/);
  }
});

test("Gemini Interactions: byte offsets start at sentence starts", { skip }, async () => {
  const captured = await read("gemini-interactions-google-search", "gemini_interactions");
  assert.equal(captured.search_queries.length, 2);
  assert.ok(captured.cited.length >= 18);
  for (const { start, end, domain } of captured.cited) {
    assert.match(captured.text.slice(start ?? -1, end ?? -1), /^[\p{Lu}*"“\d]/u);
    assert.match(captured.text.slice(0, start ?? 0), /[\s*:]$|^$/);
    assert.ok(domain);
  }
});

test("Perplexity Sonar: every span is the marker that names its page", { skip }, async () => {
  const captured = await read("perplexity-sonar-citations", "perplexity");
  for (const { url, start, end } of captured.cited) {
    const [, number] = /^\[(\d+)\]$/.exec(captured.text.slice(start ?? -1, end ?? -1)) ?? [];
    assert.equal(captured.retrieved[Number(number) - 1]?.url, url);
  }
});

test("xAI: citations without a place have none, and the query is what was searched", {
  skip,
}, async () => {
  const captured = await read("xai-responses-web-search", "xai");
  for (const { start, end } of captured.cited) assert.deepEqual([start, end], [null, null]);
  assert.deepEqual(captured.search_queries, ["what is xAI"]);
});

const WORDS = "Größe 👟 … ";
type Part = { text?: string; annotations?: { start_index?: number; end_index?: number }[] };

/** The body with words before its text and every offset moved by `size`, as the provider would have counted them. */
function putBefore(items: { content?: unknown }[], size: number): void {
  for (const { content } of items) {
    if (!Array.isArray(content)) continue;
    for (const part of content as Part[]) {
      if (!part.text) continue;
      part.text = WORDS + part.text;
      for (const place of part.annotations ?? []) {
        if (place.end_index === undefined) continue;
        place.start_index = (place.start_index ?? 0) + size;
        place.end_index += size;
      }
    }
  }
}

for (const [file, provider, list, unit, size] of [
  ["openai-responses-web-search", "openai", "output", "UTF-16", WORDS.length],
  ["openai-responses-web-search", "openai", "output", "code points", [...WORDS].length],
  [
    ...["gemini-interactions-google-search", "gemini_interactions", "steps", "bytes"],
    Buffer.byteLength(WORDS),
  ],
] as [string, string, string, string, number][]) {
  test(`${provider}: behind an emoji, counted in ${unit}, spans cite the same words`, {
    skip,
  }, async () => {
    const spans = ({ text, cited }: Awaited<ReturnType<typeof read>>) =>
      cited.map(({ url, start, end }) => [url, text.slice(start ?? -1, end ?? -1)]);
    const before = spans(await read(file, provider));
    const after = await read(file, provider, (raw) => {
      putBefore(Reflect.get(raw, list), size);
      return raw;
    });
    assert.ok(after.text.includes("👟") && before.length > 0);
    assert.deepEqual(spans(after), before);
  });
}
