import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
import { anthropicMessages, deepseekMessages } from "./anthropic-messages.ts";
import { makeEngine } from "./make-engine.ts";

const engine = makeEngine("anthropic", anthropicMessages);
const SPAN = "Tarnwick führt – laut Tests – klar 🏆.";

function body(changes = {}) {
  return {
    model: "model-x-2026",
    stop_reason: "end_turn",
    content: [
      { type: "text", text: "Ich suche." },
      { type: "server_tool_use", id: "s", name: "web_search", input: { query: "läufer test" } },
      {
        type: "web_search_tool_result",
        content: [
          { type: "web_search_result", url: "https://a.example/1", title: "Eins" },
          { type: "web_search_result", url: "https://b.example/2", title: "Zwei" },
        ],
      },
      { type: "text", text: "Kurz: " },
      {
        type: "text",
        text: SPAN,
        citations: [
          { type: "web_search_result_location", url: "https://a.example/1", title: "Eins" },
          { type: "web_search_result_location", url: "https://b.example/2", title: "Zwei" },
        ],
      },
      { type: "text", text: " Ende." },
    ],
    usage: {
      input_tokens: 100,
      cache_read_input_tokens: 20,
      output_tokens: 9,
      server_tool_use: { web_search_requests: 1 },
    },
    ...changes,
  };
}

test("a text block with citations is the cited span, after text of an earlier turn", async (t) => {
  const server = await serveJson(body());
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url));
  assert.equal(captured.text, `Ich suche.\n\nKurz: ${SPAN} Ende.`);
  assert.equal(captured.cited.length, 2);
  for (const { start, end } of captured.cited) {
    assert.equal(captured.text.slice(start ?? -1, end ?? -1), SPAN);
  }
  assert.deepEqual(captured.search_queries, ["läufer test"]);
  assert.deepEqual(
    captured.retrieved.map((page) => page.title),
    ["Eins", "Zwei"],
  );
  assert.equal(captured.usage.input_tokens, 120);
  const [seen] = server.seen;
  assert.equal(seen?.url, "/v1/messages");
  assert.equal(seen?.headers["x-api-key"], "key-0123456789abcdef");
  const sent = seen?.body as Record<string, unknown>;
  assert.deepEqual(sent["tool_choice"], { type: "tool", name: "web_search" });
  assert.match(JSON.stringify(sent["tools"]), /"country":"DE"/);
});

test("DeepSeek is the same shape at another base URL, without a place", async (t) => {
  const server = await serveJson(body());
  t.after(server.close);
  const deepseek = makeEngine("deepseek", deepseekMessages);
  await deepseek.ask(makeRequest(`${server.base_url}/anthropic/`));
  assert.equal(server.seen[0]?.url, "/anthropic/v1/messages");
  assert.doesNotMatch(JSON.stringify(server.seen[0]?.body), /user_location/);
});

test("a paused turn is partial, a refusal is a refusal, a failed search did not run", () => {
  assert.equal(engine.parse(body({ stop_reason: "pause_turn" }), "m").finish, "length");
  assert.equal(engine.parse(body({ stop_reason: "max_tokens" }), "m").finish, "length");
  assert.equal(engine.parse(body({ stop_reason: "refusal", content: [] }), "m").finish, "refusal");
  const failed = body({
    content: [
      { type: "server_tool_use", name: "web_search", input: { query: "x" } },
      {
        type: "web_search_tool_result",
        content: { type: "web_search_tool_result_error", error_code: "max_uses_exceeded" },
      },
      { type: "text", text: "From memory." },
    ],
  });
  assert.equal(engine.parse(failed, "m").search_ran, false);
  assert.equal(engine.parse(failed, "m").finish, "stop");
});
