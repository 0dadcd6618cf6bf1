import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, serveJson, startProviderServer } from "../../../test/kit/provider-server.ts";
import { dataforseoAiMode, dataforseoChatgpt, dataforseoGemini } from "./dataforseo.ts";
import { makeEngine } from "./make-engine.ts";
import { serpapi } from "./serpapi.ts";

const slice = (text: string, at: { start: number | null; end: number | null }) =>
  text.slice(at.start ?? -1, at.end ?? -1);

function task(result: object, changes = {}) {
  const row = { status_code: 20000, status_message: "Ok.", cost: 0.004, result: [result] };
  return { status_code: 20000, status_message: "Ok.", tasks: [{ ...row, ...changes }] };
}

test("DataForSEO AI mode: linked references have a place, cost is reported", async (t) => {
  const engine = makeEngine("dataforseo", dataforseoAiMode);
  const markdown = "Größer 👟 ist Ombrix [[1]](https://a.example/1).";
  const references = [
    { url: "https://a.example/1", title: "Eins", source: "A" },
    { url: "https://b.example/2", title: "Zwei", source: "B" },
  ];
  const server = await serveJson(task({ items: [{ type: "ai_overview", markdown, references }] }));
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url, { api_key: "me:secret-word" }));
  assert.equal(captured.cited.length, 2);
  const [first, second] = captured.cited;
  assert.equal(first && slice(captured.text, first), "[[1]](https://a.example/1)");
  assert.equal(first?.title, "Eins");
  assert.equal(second?.start, null);
  assert.equal(captured.usage.cost_usd, 0.004);
  assert.equal(captured.usage.cost_basis, "reported");
  const [seen] = server.seen;
  assert.equal(seen?.url, "/serp/google/ai_mode/live/advanced");
  assert.equal(
    seen?.headers.authorization,
    `Basic ${Buffer.from("me:secret-word").toString("base64")}`,
  );
  assert.match(JSON.stringify(seen?.body), /"location_code":2276/);
});

test("DataForSEO decodes what it is asked, so a plus and a percent sign are written as their codes", async (t) => {
  const server = await serveJson(task({ items: [] }));
  t.after(server.close);
  const engine = makeEngine("dataforseo", dataforseoAiMode);
  const prompt = "C++ oder Disney+ mit 50%25 Rabatt?";
  await engine.ask(makeRequest(server.base_url, { prompt }));
  const sent = server.seen.flatMap(({ body }) => body as { keyword: string }[]);
  // As it says: "%##" is decoded, and a plus sign is a space.
  assert.equal(decodeURIComponent(sent[0]?.keyword.replaceAll("+", " ") ?? ""), prompt);
});

test("DataForSEO scraper: pages, citations and queries apart, search forced", async (t) => {
  const engine = makeEngine("dataforseo_chatgpt", dataforseoChatgpt);
  const server = await serveJson(
    task({
      model: "app-model",
      markdown: "Ombrix.",
      sources: [{ url: "https://a.example/1", title: "Eins" }],
      search_results: [{ url: "https://a.example/1" }, { url: "https://c.example/3" }],
      fan_out_queries: ["läufer"],
    }),
  );
  t.after(server.close);
  const request = makeRequest(server.base_url, { requested_model: "chat_gpt" });
  const captured = await engine.ask(request);
  assert.equal(captured.retrieved.length, 2);
  assert.equal(captured.cited.length, 1);
  assert.deepEqual(captured.search_queries, ["läufer"]);
  assert.equal(captured.served_model, "app-model");
  assert.equal(server.seen[0]?.url, "/ai_optimization/chat_gpt/llm_scraper/live/advanced");
  assert.match(JSON.stringify(server.seen[0]?.body), /"force_web_search":true/);
});

test("DataForSEO: a country goes by its number, one without by its name, and none is refused for its spelling", async (t) => {
  const server = await serveJson(task({ markdown: "Ombrix." }));
  t.after(server.close);
  const engine = makeEngine("dataforseo", dataforseoAiMode);
  const sent = async (country_code: string | null) => {
    await engine.ask(makeRequest(server.base_url, { country_code }));
    const body = server.seen.at(-1)?.body as { location_code?: number; location_name?: string }[];
    return body[0]?.location_code ?? body[0]?.location_name;
  };
  assert.equal(await sent("HK"), 2344);
  assert.equal(await sent("ba"), 2070);
  assert.equal(await sent("CI"), 2384);
  assert.equal(await sent("XK"), "Kosovo");
  assert.equal(await sent(null), undefined);
});

test("DataForSEO apps: queries prove a search, and Gemini's page is not said to have what it has not", async (t) => {
  const server = await serveJson(task({ markdown: "Ombrix.", fan_out_queries: ["läufer"] }));
  t.after(server.close);
  const chatgpt = makeEngine("dataforseo_chatgpt", dataforseoChatgpt);
  const searched = await chatgpt.ask(makeRequest(server.base_url));
  assert.deepEqual([searched.search_ran, searched.search_asked], [true, "forced"]);
  const gemini = makeEngine("dataforseo_gemini", dataforseoGemini);
  assert.equal((await gemini.ask(makeRequest(server.base_url))).search_asked, "chosen");
  assert.deepEqual(gemini.supports, {
    ...{ search_queries: false, retrieved: false, cited: true, location: true },
  });
  assert.equal(server.seen[1]?.url, "/ai_optimization/gemini/llm_scraper/live/advanced");
  assert.doesNotMatch(JSON.stringify(server.seen[1]?.body), /force_web_search/);
});

test("DataForSEO: the code inside a 200 answer decides", () => {
  const engine = makeEngine("dataforseo", dataforseoAiMode);
  const parse = (status_code: number) =>
    engine.parse(task({}, { status_code, status_message: "said", result: null }), "m");
  const kinds: [number, string][] = [
    [40_200, "quota"],
    [40_202, "wait"],
    [40_100, "paused_target"],
    [40_501, "permanent"],
    [50_000, "retry"],
  ];
  for (const [code, kind] of kinds) assert.throws(() => parse(code), { kind }, String(code));
  assert.equal(parse(40_102).finish, "empty");
});

test("SerpApi: what unfolds and what is compared is text, too, with its references", () => {
  const { text, cited } = makeEngine("serpapi", serpapi).parse(
    {
      text_blocks: [
        {
          type: "expandable",
          title: "More",
          text_blocks: [
            { type: "paragraph", snippet: "Ombrix lasts.", reference_indexes: [0] },
            { type: "list", list: [{ snippet: "light" }] },
          ],
        },
        {
          type: "comparison",
          product_labels: ["Ombrix", "Tarnwick"],
          comparison: [{ feature: "Weight", values: ["9 g", "8 g"] }],
        },
      ],
      references: [{ index: 0, link: "https://a.example/1", title: "One" }],
    },
    "m",
  );
  assert.equal(
    text,
    "More\n\nOmbrix lasts.\n- light\n\n|  | Ombrix | Tarnwick |\n| --- | --- | --- |\n| Weight | 9 g | 8 g |",
  );
  assert.deepEqual(
    cited.map((one) => [one.url, one.start !== null && slice(text, one)]),
    [["https://a.example/1", "Ombrix lasts."]],
  );
});

test("SerpApi: blocks become Markdown, a block's references cite that block", async (t) => {
  const engine = makeEngine("serpapi", serpapi);
  const server = await serveJson({
    search_metadata: { status: "Success" },
    text_blocks: [
      { type: "heading", snippet: "Läufer" },
      { type: "paragraph", snippet: "Größer 👟 ist Ombrix.", reference_indexes: [0, 1] },
      {
        type: "list",
        list: [
          { title: "Tarnwick", snippet: "leicht", reference_indexes: [1] },
          { snippet: "Sonst", list: [{ snippet: "innen" }] },
        ],
      },
      {
        type: "table",
        table: [
          ["Name", "Preis"],
          ["Ombrix", "9"],
        ],
      },
    ],
    references: [
      { index: 0, link: "https://a.example/1", title: "Eins" },
      { index: 1, link: "https://b.example/2", title: "Zwei" },
      { index: 2, link: "https://c.example/3", title: "Drei" },
    ],
  });
  t.after(server.close);
  const captured = await engine.ask(makeRequest(server.base_url));
  assert.equal(
    captured.text,
    "### Läufer\n\nGrößer 👟 ist Ombrix.\n- **Tarnwick** leicht\n- Sonst\n  - innen\n\n" +
      "| Name | Preis |\n| --- | --- |\n| Ombrix | 9 |",
  );
  assert.deepEqual(
    captured.cited.map((cited) => [
      cited.url,
      cited.start === null ? null : slice(captured.text, cited),
    ]),
    [
      ["https://a.example/1", "Größer 👟 ist Ombrix."],
      ["https://b.example/2", "Größer 👟 ist Ombrix."],
      ["https://b.example/2", "**Tarnwick** leicht"],
      ["https://c.example/3", null],
    ],
  );
  const query = new URL(server.seen[0]?.url ?? "", "http://x").searchParams;
  assert.equal(query.get("gl"), "de");
  assert.equal(query.get("hl"), "de");
  assert.equal(query.get("q"), "Welche Läufer sind gut?");
});

test("SerpApi: every sample is asked again, and what a target adds goes along, true and false, too", async (t) => {
  const server = await serveJson({ text_blocks: [] });
  t.after(server.close);
  const engine = makeEngine("serpapi", serpapi);
  const sent = async (parameters: Record<string, unknown>) => {
    await engine.ask(makeRequest(server.base_url, { parameters }));
    return new URL(server.seen.at(-1)?.url ?? "", "http://x").searchParams;
  };
  assert.equal((await sent({})).get("no_cache"), "true");
  const query = await sent({ no_cache: false, safe: true, num: 3, nested: { a: 1 } });
  assert.deepEqual(
    ["no_cache", "safe", "num", "nested"].map((key) => query.get(key)),
    ["false", "true", "3", null],
  );
});

test("SerpApi: the key in the address appears in no error and not in the body kept", async (t) => {
  const engine = makeEngine("serpapi", serpapi);
  const key = "0123456789abcdef0123456789abcdef";
  const server = await startProviderServer((response, request) => {
    const status = request.url.includes("q=ok") ? 200 : 401;
    const text = JSON.stringify({
      error: `Invalid API key ${key}`,
      url: request.url,
      text_blocks: [],
    });
    response.writeHead(status).end(status === 200 ? text.replace('"error"', '"said"') : text);
  });
  t.after(server.close);
  const bad = makeRequest(server.base_url, { api_key: key });
  await assert.rejects(engine.ask(bad), (error: Error & { kind?: string }) => {
    assert.equal(error.kind, "paused_target");
    assert.doesNotMatch(JSON.stringify([error.message, String(error.cause)]), /0123456789abcdef/);
    return true;
  });
  const captured = await engine.ask({ ...bad, prompt: "ok" });
  assert.doesNotMatch(JSON.stringify(captured), /0123456789abcdef/);
});
