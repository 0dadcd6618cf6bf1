import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
import { makeEngine } from "./make-engine.ts";
import { openaiChat, openrouterChat } from "./openai-chat.ts";

const gateway = makeEngine("openrouter", openrouterChat);
const local = makeEngine("ollama", openaiChat);

const chat = (message: object, changes = {}) => ({
  model: "maker/model-x",
  choices: [{ finish_reason: "stop", message: { role: "assistant", ...message } }],
  usage: { prompt_tokens: 5, completion_tokens: 6, cost: 0.0123 },
  ...changes,
});

test("nested annotations land on their link and the reported cost counts", async (t) => {
  const link = "[a.example](https://a.example/x)";
  const content = `Größer 👟: Ombrix ${link}.`;
  const start_index = content.indexOf(link);
  const url_citation = {
    url: "https://a.example/x",
    title: "Eins",
    start_index,
    end_index: start_index + link.length,
  };
  const server = await serveJson(
    chat({ content, annotations: [{ type: "url_citation", url_citation }] }),
  );
  t.after(server.close);
  const captured = await gateway.ask(makeRequest(server.base_url));
  const [cited] = captured.cited;
  assert.equal(content.slice(cited?.start ?? -1, cited?.end ?? -1), link);
  assert.equal(captured.citations_from, "provider");
  assert.equal(captured.search_ran, true);
  assert.equal(captured.usage.cost_usd, 0.0123);
  assert.equal(captured.usage.cost_basis, "reported");
  const sent = server.seen[0]?.body as Record<string, unknown>;
  const parameters = { user_location: { type: "approximate", country: "DE" } };
  assert.deepEqual(sent["tools"], [{ type: "openrouter:web_search", parameters }]);
  assert.deepEqual(sent["tool_choice"], { type: "openrouter:web_search" });
});

test("a local server's links are read from the text and flagged, without a key", async (t) => {
  const content =
    "<think>hm https://no.example</think>\n" +
    "Siehe [Größe (neu)](https://a.example/x_(1)) und https://b.example/y.";
  const server = await serveJson(chat({ content }, { usage: {} }));
  t.after(server.close);
  const captured = await local.ask(makeRequest(server.base_url, { api_key: null }));
  assert.deepEqual(
    captured.cited.map(({ url, title, start, end }) => [
      url,
      title,
      captured.text.slice(start ?? -1, end ?? -1),
    ]),
    [
      ["https://a.example/x_(1)", "Größe (neu)", "[Größe (neu)](https://a.example/x_(1))"],
      ["https://b.example/y", null, "https://b.example/y"],
    ],
  );
  assert.equal(captured.citations_from, "text");
  assert.equal(captured.search_ran, false);
  assert.equal(captured.usage.cost_usd, 0);
  assert.equal(server.seen[0]?.headers.authorization, undefined);
});

test("a plain list of citations next to the answer is read through its markers", () => {
  const body = chat({ content: "Ombrix[1]." }, { citations: ["https://a.example/"] });
  const captured = local.parse(body, "m");
  assert.equal(captured.retrieved.length, 1);
  assert.equal(captured.cited.length, 1);
});

test("refusals, cuts and errors inside a 200 answer are distinguished", () => {
  assert.equal(local.parse(chat({ content: null, refusal: "No." }), "m").finish, "refusal");
  const cut = { choices: [{ finish_reason: "length", message: { content: "Half" } }] };
  assert.equal(local.parse(cut, "m").finish, "length");
  assert.equal(local.parse(chat({ content: "" }), "m").finish, "empty");
  const failure = (code: number, message: string) => ({ error: { code, message } });
  const throwsKind = (body: object, kind: string) =>
    assert.throws(() => gateway.parse(body, "m"), { name: "EngineFailure", kind });
  throwsKind(failure(402, "no credits"), "quota");
  throwsKind(failure(429, "slow down"), "wait");
  throwsKind(failure(503, "no provider"), "retry");
  throwsKind({}, "permanent");
});
