import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
import { makeEngine } from "./make-engine.ts";
import { perplexityAgent } from "./perplexity-agent.ts";

const engine = makeEngine("perplexity", perplexityAgent);
const TEXT = "Tarnwick ist größer 👟[2]. Ombrix folgt.[1][2]";

function body(annotations: object[]) {
  return {
    model: "maker/model-x",
    status: "completed",
    output: [
      {
        type: "search_results",
        queries: ["läufer vergleich"],
        results: [
          { id: 1, url: "https://a.example/1", title: "Eins" },
          { id: 2, url: "https://b.example/2", title: "Zwei" },
          { id: 3, url: "https://c.example/3", title: "Drei" },
        ],
      },
      { type: "message", content: [{ type: "output_text", text: TEXT, annotations }] },
    ],
    usage: { input_tokens: 10, output_tokens: 20, cost: { total_cost: 0.0043 } },
  };
}

test("markers point at the results when there are no annotations", async (t) => {
  const server = await serveJson(body([]));
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url));
  assert.deepEqual(
    captured.cited.map(({ url, start, end }) => [url, TEXT.slice(start ?? -1, end ?? -1)]),
    [
      ["https://b.example/2", "[2]"],
      ["https://a.example/1", "[1]"],
      ["https://b.example/2", "[2]"],
    ],
  );
  assert.equal(captured.retrieved.length, 3);
  assert.deepEqual(captured.search_queries, ["läufer vergleich"]);
  assert.equal(captured.usage.cost_usd, 0.0043);
  assert.equal(captured.usage.cost_basis, "reported");
  assert.equal(server.seen[0]?.url, "/agent");
  const sent = server.seen[0]?.body as Record<string, unknown>;
  assert.equal(sent["language_preference"], "de");
  assert.deepEqual(sent["tools"], [{ type: "web_search", user_location: { country: "DE" } }]);
});

test("annotations count before markers", () => {
  const annotation = { url: "https://c.example/3", title: "Drei", start_index: 0, end_index: 8 };
  const captured = engine.parse(body([annotation]), "m");
  assert.deepEqual(captured.cited, [
    { url: "https://c.example/3", title: "Drei", start: 0, end: 8 },
  ]);
});

test("a stored body of the retired chat API is still read", () => {
  const sonar = {
    model: "old-model",
    citations: ["https://a.example/1", "https://b.example/2"],
    search_results: [{ url: "https://a.example/1", title: "Eins" }],
    choices: [{ finish_reason: "stop", message: { content: "Größer[2], dann[1][9]." } }],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  };
  const captured = engine.parse(sonar, "m");
  assert.deepEqual(
    captured.cited.map(({ url, title }) => [url, title]),
    [
      ["https://b.example/2", null],
      ["https://a.example/1", "Eins"],
    ],
  );
  assert.equal(captured.retrieved.length, 2);
  assert.equal(captured.adapter_version, "perplexity-sonar@1");
});

test("a place goes without a time zone, which Perplexity's search does not know", async (t) => {
  const server = await serveJson(body([]));
  t.after(server.close);
  const parameters = { city: "Kiel", timezone: "Europe/Berlin" };
  await engine.ask(makeRequest(server.base_url, { parameters }));
  const sent = server.seen.map(({ body }) => body as { tools: unknown });
  const user_location = { country: "DE", city: "Kiel" };
  assert.deepEqual(sent[0]?.tools, [{ type: "web_search", user_location }]);
});
