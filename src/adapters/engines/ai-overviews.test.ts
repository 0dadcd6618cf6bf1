import assert from "node:assert/strict";
import { test } from "node:test";
import type { Asked } from "#core/answer-engine.ts";
import { makeRequest, startProviderServer } from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

const facts = (asked: Asked) => ({
  text: asked.text,
  cited: asked.cited.map(({ url, title }) => [url, title]),
});

const URL_A = "https://a.example/shoes";

test("Bright Data: Google's AI Overview, shown or not", async (t) => {
  let body: unknown = {
    ai_overview: {
      texts: [
        { type: "paragraph", snippet: "Acme makes shoes." },
        { type: "list", list: [{ title: "One", snippet: "Acme One" }, { snippet: "Acme Two" }] },
      ],
      references: [{ href: URL_A, title: "A. Opens in new tab." }],
    },
  };
  const server = await startProviderServer((response) => response.end(JSON.stringify(body)));
  t.after(() => server.close());
  const engine = PROVIDERS.get("brightdata_google_ai_overview")?.engine;
  assert(engine);
  const shown = facts(await engine.ask(makeRequest(server.base_url)));
  assert.equal(shown.text, "Acme makes shoes.\n\nAcme One\n\nAcme Two");
  assert.deepEqual(shown.cited, [[URL_A, "A"]]);
  const sent = Object(server.seen[0]?.body);
  assert.deepEqual(
    [sent.zone, Object.fromEntries(new URL(sent.url).searchParams)],
    [
      "sdk_serp",
      { q: "Welche Läufer sind gut?", brd_json: "1", brd_ai_overview: "2", gl: "de", hl: "de" },
    ],
  );
  body = { organic: [{}] };
  assert.equal((await engine.ask(makeRequest(server.base_url))).finish, "empty");
});

test("SerpApi: an AI Overview that must be fetched with its token, one that is there, and none", async (t) => {
  const overview = {
    text_blocks: [{ type: "paragraph", snippet: "Acme.", reference_indexes: [0] }],
    references: [{ index: 0, link: URL_A, title: "A" }],
  };
  let first: object = { ai_overview: { page_token: "tok", serpapi_link: "x" } };
  let second: object = { ai_overview: overview };
  const server = await startProviderServer((response, { url }) => {
    const body = url.includes("page_token") ? second : first;
    response.end(JSON.stringify(body));
  });
  t.after(() => server.close());
  const engine = PROVIDERS.get("serpapi_google_ai_overview")?.engine;
  assert(engine);
  const ask = () =>
    engine.ask(makeRequest(server.base_url, { requested_model: "google_ai_overview" }));
  const fetched = await ask();
  assert.deepEqual([fetched.text, fetched.cited[0]?.url, server.seen.length], ["Acme.", URL_A, 2]);
  assert.match(server.seen[0]?.url ?? "", /engine=google&/);
  assert.match(server.seen[1]?.url ?? "", /engine=google_ai_overview&page_token=tok/);
  assert.equal(engine.parse(fetched.raw, "google_ai_overview").text, "Acme.");
  second = { error: "Your account has run out of searches." };
  await assert.rejects(ask(), { message: /run out of searches/, kind: "quota" });
  second = { error: "Google AI Overview hasn't returned any results for this query." };
  assert.equal((await ask()).finish, "empty");
  server.seen.splice(2);
  first = { ai_overview: overview };
  assert.equal((await ask()).text, "Acme.");
  first = { organic_results: [] };
  assert.deepEqual([(await ask()).finish, server.seen.length], ["empty", 4]);
});

test("SerpApi: a search that was answered is billed, also where its AI Overview cannot be fetched", async (t) => {
  const server = await startProviderServer((response, { url }) => {
    if (url.includes("page_token")) response.writeHead(503);
    response.end(JSON.stringify({ ai_overview: { page_token: "tok" } }));
  });
  t.after(() => server.close());
  const { engine } = PROVIDERS.get("serpapi_google_ai_overview") ?? assert.fail();
  await assert.rejects(engine.ask(makeRequest(server.base_url)), { kind: "retry", cost_usd: null });
});

test("SerpApi: both calls of an AI Overview take no longer than one answer may", async (t) => {
  const server = await startProviderServer((response, { url }) => {
    const body = JSON.stringify({ ai_overview: { page_token: "tok" } });
    if (!url.includes("page_token")) setTimeout(() => response.end(body), 600);
  });
  t.after(() => server.close());
  const engine = PROVIDERS.get("serpapi_google_ai_overview")?.engine;
  assert(engine);
  const started = performance.now();
  await assert.rejects(engine.ask(makeRequest(server.base_url, { timeout_seconds: 1 })), {
    kind: "timeout_after_send",
  });
  const took_ms = performance.now() - started;
  assert.ok(server.seen.length === 2 && took_ms < 1_500, `${took_ms} ms`);
});

test("DataForSEO: the AI Overview on Google's page, shown or not", async (t) => {
  let items: object[] = [
    { type: "organic", title: "x" },
    {
      type: "ai_overview",
      markdown: `Acme ([A](${URL_A})).`,
      references: [{ type: "ai_overview_reference", url: URL_A, title: "A" }],
    },
  ];
  const server = await startProviderServer((response) => {
    const result = [{ items }];
    const tasks = [{ status_code: 20_000, cost: 0.004, result }];
    response.end(JSON.stringify({ status_code: 20_000, tasks }));
  });
  t.after(() => server.close());
  const engine = PROVIDERS.get("dataforseo_google_ai_overview")?.engine;
  assert(engine);
  const shown = await engine.ask(makeRequest(server.base_url));
  assert.deepEqual(facts(shown).cited, [[URL_A, "A"]]);
  assert.deepEqual([shown.text, shown.usage.cost_usd], [`Acme ([A](${URL_A})).`, 0.004]);
  assert.deepEqual(server.seen[0]?.body, [
    {
      ...{ keyword: "Welche Läufer sind gut?", language_code: "de", location_code: 2276 },
      load_async_ai_overview: true,
    },
  ]);
  items = [{ type: "organic" }];
  assert.equal((await engine.ask(makeRequest(server.base_url))).finish, "empty");
});
