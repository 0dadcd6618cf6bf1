import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
import { makeEngine } from "./make-engine.ts";
import { xaiResponses } from "./xai-responses.ts";

const engine = makeEngine("xai", xaiResponses);

test("queries come out of the call's arguments and citations may have no place", async (t) => {
  const server = await serveJson({
    model: "model-x-fast",
    status: "completed",
    output: [
      {
        type: "web_search_call",
        name: "web_search",
        status: "completed",
        arguments: '{"query":"günstige läufer","num_results":5}',
      },
      {
        type: "message",
        content: [
          {
            type: "output_text",
            text: "Ombrix ist günstig.",
            annotations: [{ type: "url_citation", url: "https://ombrix.example/" }],
          },
        ],
      },
    ],
    usage: { input_tokens: 10, output_tokens: 5, cost_in_usd_ticks: 37_756_000 },
  });
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url));
  assert.deepEqual(captured.search_queries, ["günstige läufer"]);
  assert.deepEqual(captured.cited, [
    { url: "https://ombrix.example/", title: null, start: null, end: null },
  ]);
  assert.deepEqual(captured.retrieved, []);
  const { cost_usd, cost_basis } = captured.usage;
  assert.deepEqual([cost_usd, cost_basis], [0.0037756, "reported"]);
  assert.equal(engine.supports.location, false);
  const sent = server.seen[0]?.body as Record<string, unknown>;
  assert.deepEqual(sent["tools"], [{ type: "web_search" }]);
  assert.equal(sent["tool_choice"], "required");
});
