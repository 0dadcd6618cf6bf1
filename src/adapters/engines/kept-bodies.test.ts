import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineFailure } from "#core/answer-engine.ts";
import { PROVIDER_ANSWERS } from "../../../test/kit/provider-answers.ts";
import { makeRequest, startProviderServer } from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

const PAGES = [{ url: "https://a.example/", title: "A" }];
const ANSWER = { text: "Acme.", markdown: "Acme.", model: "x", sources: PAGES };
const BLOCKS = {
  text_blocks: [{ type: "paragraph", snippet: "Acme.", reference_indexes: [0] }],
  references: [{ link: "https://a.example/", title: "A", index: 0 }],
};
const OK = { status_code: 20_000 };
const OVERVIEW = { type: "ai_overview", markdown: "Acme.", items: [{ text: "Acme." }] };
/** A body of each vendor's pages, by the beginning of its wire. */
const VENDORS: [wire: string, body: unknown][] = [
  ["dataforseo-ai", { ...OK, tasks: [{ ...OK, result: [{ items: [OVERVIEW] }] }] }],
  ["serpapi-ai-overview", { ai_overview: BLOCKS }],
  ["cloro-google_ai_overview", { task: { id: "1" }, response: { aioverview: ANSWER } }],
  ["cloro-", { task: { id: "1" }, response: { result: { ...ANSWER, searchQueries: ["a"] } } }],
  ["brightdata-google-ai-overview", { ai_overview: { texts: ["Acme."], references: PAGES } }],
  ["brightdata-", [{ answer_text: "Acme.", model: "x", citations: PAGES }]],
  [
    "oxylabs-google_ai_overview",
    { results: [{ content: { results: { ai_overviews: [{ text: "Acme." }] } } }] },
  ],
  ["oxylabs-", { results: [{ content: { markdown_text: "Acme.", llm_model: "x" } }] }],
];

/** The body once for each of its places, with `value` there instead. */
function* changed(body: unknown, value: unknown): Generator<unknown> {
  yield value;
  if (typeof body !== "object" || body === null) return;
  for (const [key, inner] of Object.entries(body)) {
    for (const other of changed(inner, value)) {
      yield Array.isArray(body)
        ? body.map((one, index) => (index === Number(key) ? other : one))
        : { ...body, [key]: other };
    }
  }
}

for (const [provider, { engine }] of PROVIDERS) {
  test(`${provider}: a body in another shape is kept whole, wherever it differs`, () => {
    const body =
      PROVIDER_ANSWERS[provider as keyof typeof PROVIDER_ANSWERS] ??
      VENDORS.find(([wire]) => engine.wire.startsWith(wire))?.[1];
    assert.ok(body);
    assert.notEqual(engine.parse(body, "model-x").text, "");
    let others = 0;
    for (const value of [5, "5", [], {}]) {
      for (const other of changed(body, value)) {
        try {
          engine.parse(other, "model-x");
        } catch (error) {
          assert.ok(error instanceof EngineFailure, String(error));
          if (!/ is not in the .* shape /.test(error.message)) continue;
          assert.deepEqual(error.raw, other, error.message);
          others++;
        }
      }
    }
    assert.ok(others > 1, `${others} bodies in another shape`);
  });
}

test("serpapi: an overview that is fetched in two steps is kept whole, too", async (t) => {
  const first = { search_metadata: { id: "1" }, ai_overview: { page_token: "t" } };
  for (const [rest, ai_overview] of [
    [{ ai_overview: { text_blocks: 5 } }, { text_blocks: 5 }],
    [{ ai_overview: 5 }, 5],
    ["busy", "busy"],
  ]) {
    const server = await startProviderServer((response, { url }) => {
      response.end(JSON.stringify(url.includes("page_token") ? rest : first));
    });
    t.after(() => server.close());
    const asked = PROVIDERS.get("serpapi_google_ai_overview")?.engine.ask(
      makeRequest(server.base_url),
    );
    await assert.rejects(asked ?? assert.fail(), (error: EngineFailure) => {
      assert.deepEqual(error.raw, { ...first, ai_overview });
      return true;
    });
  }
});
