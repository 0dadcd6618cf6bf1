import assert from "node:assert/strict";
import { createServer } from "node:http";
import { after, test } from "node:test";
import { askModel } from "../../bench/evaluate/ask-model.ts";

test("a model asks tools until it answers, and what it is shown is what the tool said", async () => {
  // biome-ignore lint/suspicious/noExplicitAny: what was sent.
  const seen: any[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    seen.push(JSON.parse(Buffer.concat(chunks).toString()));
    const called = { id: "1", function: { name: "list_brands", arguments: '{"limit":1}' } };
    const message = seen.length === 1 ? { tool_calls: [called] } : { content: '{"answer": 5}' };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ choices: [{ message }] }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  after(() => server.close());
  const { port } = server.address() as { port: number };
  const asker = { model: "m", base_url: `http://127.0.0.1:${port}`, api_key: "k" };
  const tools = [{ name: "list_brands", description: "Lists.", inputSchema: { type: "object" } }];
  const asked = { question: "How many?", project_id: "prj_1", tools };
  const calls: unknown[] = [];
  const answer = await askModel(asker, asked, async (name, args) => {
    calls.push([name, args]);
    return "five of them";
  });
  assert.equal(answer, 5);
  assert.deepEqual(calls, [["list_brands", { limit: 1 }]]);
  assert.equal(seen[1].messages.at(-1).content, "five of them");
  assert.equal(seen[0].tools[0].function.name, "list_brands");
});
