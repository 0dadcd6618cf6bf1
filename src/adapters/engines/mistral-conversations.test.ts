import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
import { makeEngine } from "./make-engine.ts";
import { mistralConversations } from "./mistral-conversations.ts";

test("a reference cites the words before it", async (t) => {
  const engine = makeEngine("mistral", mistralConversations);
  const server = await serveJson({
    conversation_id: "c",
    outputs: [
      { type: "tool.execution", name: "web_search", arguments: '{"query":"läufer größe"}' },
      {
        type: "message.output",
        model: "model-x-2510",
        content: [
          { type: "text", text: "Tarnwick führt 🏆." },
          { type: "tool_reference", tool: "web_search", url: "https://a.example", title: "Eins" },
          { type: "text", text: " Größer ist Ombrix. " },
          { type: "tool_reference", tool: "web_search", url: "https://b.example", title: "Zwei" },
          { type: "tool_reference", tool: "web_search", url: "https://a.example", title: "Eins" },
        ],
      },
    ],
    usage: { prompt_tokens: 10, completion_tokens: 5, connector_tokens: 100 },
  });
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url));
  assert.equal(captured.text, "Tarnwick führt 🏆. Größer ist Ombrix. ");
  assert.deepEqual(
    captured.cited.map(({ url, start, end }) => [url, captured.text.slice(start ?? -1, end ?? -1)]),
    [
      ["https://a.example", "Tarnwick führt 🏆."],
      ["https://b.example", "Größer ist Ombrix."],
      ["https://a.example", "Größer ist Ombrix."],
    ],
  );
  assert.deepEqual(captured.search_queries, ["läufer größe"]);
  assert.equal(captured.served_model, "model-x-2510");
  assert.equal(captured.usage.input_tokens, 110);
  assert.equal(server.seen[0]?.url, "/conversations");
});
