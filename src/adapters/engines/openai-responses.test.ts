import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson } from "../../../test/kit/provider-server.ts";
import { makeEngine } from "./make-engine.ts";
import { openaiResponses } from "./openai-responses.ts";

const engine = makeEngine("openai", openaiResponses);
const TEXT =
  "Für Läufer: **Tarnwick** ist “solide” 👟 " +
  "([tests.example](https://tests.example/a?utm_source=openai)).";
const LINK = "([tests.example](https://tests.example/a?utm_source=openai))";

function body(annotation: { start_index: number; end_index: number }, changes = {}) {
  return {
    model: "model-x-2026-10-01",
    status: "completed",
    output: [
      { type: "reasoning", summary: [] },
      {
        type: "web_search_call",
        status: "completed",
        action: {
          type: "search",
          queries: ["laufschuhe test", "beste läufer"],
          query: "laufschuhe test",
          sources: [
            { type: "url", url: "https://tests.example/a" },
            { type: "url", url: "https://other.example/b" },
          ],
        },
      },
      {
        type: "web_search_call",
        status: "completed",
        action: { type: "open_page", url: "https://other.example/b" },
      },
      {
        type: "message",
        content: [
          {
            type: "output_text",
            text: TEXT,
            annotations: [
              {
                type: "url_citation",
                url: "https://tests.example/a?utm_source=openai",
                title: "Tests",
                ...annotation,
              },
              { type: "file_citation", file_id: "f" },
            ],
          },
        ],
      },
    ],
    usage: { input_tokens: 1000, output_tokens: 200 },
    ...changes,
  };
}

const units = { start_index: TEXT.indexOf(LINK), end_index: TEXT.indexOf(LINK) + LINK.length };
const before = [...TEXT.slice(0, TEXT.indexOf(LINK))].length;
const points = { start_index: before, end_index: before + LINK.length };

for (const [unit, offsets] of Object.entries({ "UTF-16": units, "code point": points })) {
  test(`a citation with ${unit} offsets lands on its link, with an emoji before it`, async (t) => {
    const server = await serveJson(body(offsets));
    t.after(server.close);
    const captured = await engine.ask(makeRequest(server.base_url));
    const [cited] = captured.cited;
    assert.equal(captured.cited.length, 1);
    assert.equal(captured.text.slice(cited?.start ?? -1, cited?.end ?? -1), LINK);
  });
}

test("queries, retrieved pages, served model, usage and the raw body are kept", async (t) => {
  const sent = body(units);
  const server = await serveJson(sent);
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url));
  assert.deepEqual(captured.search_queries, ["laufschuhe test", "beste läufer"]);
  assert.deepEqual(
    captured.retrieved.map(({ url, rank }) => [url, rank]),
    [
      ["https://tests.example/a", 1],
      ["https://other.example/b", 2],
    ],
  );
  assert.equal(captured.served_model, "model-x-2026-10-01");
  assert.equal(captured.search_ran, true);
  assert.equal(captured.finish, "stop");
  assert.equal(captured.usage.searches, 1);
  assert.equal(captured.usage.cost_basis, "estimated");
  assert.deepEqual(captured.raw, sent);
  const { search_asked, search_tool, effort, asked_without, refusals, ...read } = captured;
  assert.deepEqual(engine.parse(captured.raw, "model-x"), read);
  assert.deepEqual([search_asked, search_tool, effort], ["forced", "web_search", null]);
  assert.deepEqual([asked_without, refusals], [[], []]);
});

test("search is forced and the country is passed", async (t) => {
  const server = await serveJson(body(units));
  t.after(server.close);
  await engine.ask(makeRequest(server.base_url));
  const [seen] = server.seen;
  assert.equal(seen?.url, "/responses");
  assert.equal(seen?.headers.authorization, "Bearer key-0123456789abcdef");
  const sent = seen?.body as Record<string, unknown>;
  assert.equal(sent["tool_choice"], "required");
  assert.deepEqual(sent["tools"], [
    { type: "web_search", user_location: { type: "approximate", country: "DE" } },
  ]);
});

test("a target's parameters never replace the model or the prompt", async (t) => {
  const server = await serveJson(body(units));
  t.after(server.close);
  const parameters = {
    search: "auto",
    temperature: 0,
    include: null,
    model: "other",
    input: "other",
    stream: true,
  };
  await engine.ask(makeRequest(server.base_url, { parameters }));
  const sent = server.seen[0]?.body as Record<string, unknown>;
  assert.equal(sent["temperature"], 0);
  assert.equal(sent["tool_choice"], "auto");
  assert.equal(sent["model"], "model-x");
  assert.equal(sent["input"], "Welche Läufer sind gut?");
  assert.equal("include" in sent, false);
  assert.equal("stream" in sent, false);
  assert.equal("search" in sent, false);
});

test("a refusal, a cut and an empty answer are distinguished", () => {
  const refused = body(units, {
    output: [{ type: "message", content: [{ type: "refusal", refusal: "I can't." }] }],
  });
  assert.equal(engine.parse(refused, "m").finish, "refusal");
  assert.equal(engine.parse(refused, "m").text, "I can't.");
  assert.equal(engine.parse(refused, "m").search_ran, false);
  const cut = body(units, {
    status: "incomplete",
    incomplete_details: { reason: "max_output_tokens" },
  });
  assert.equal(engine.parse(cut, "m").finish, "length");
  assert.equal(engine.parse(body(units, { output: [] }), "m").finish, "empty");
});

test("a run that failed inside a 200 answer is a failure with its kind", () => {
  const failed = (code: string) =>
    body(units, { status: "failed", error: { code, message: "sorry" } });
  const kind = (code: string) => ({ name: "EngineFailure", kind: code });
  assert.throws(() => engine.parse(failed("server_error"), "m"), kind("retry"));
  assert.throws(() => engine.parse(failed("rate_limit_exceeded"), "m"), kind("wait"));
  assert.throws(() => engine.parse(failed("insufficient_quota"), "m"), kind("quota"));
  assert.throws(() => engine.parse({ unknown: 1 }, "m"), kind("permanent"));
});
