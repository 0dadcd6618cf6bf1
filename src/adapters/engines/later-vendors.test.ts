import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type Asked, EngineFailure } from "#core/answer-engine.ts";
import {
  makeRequest,
  type SeenRequest,
  startProviderServer,
} from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

const KEY = "0badf00d-0000-4000-8000-000000000000";
const NUMBER = 0x0badf00;
const SENT_AT = new Date("2026-03-02T20:00:00Z");

type Serve = (request: SeenRequest) => { status?: number; body: unknown };

/** Hands a question to a provider over a real socket; `fetch` and `find` ask it what `serve` says. */
async function handOver(provider: string, serve: Serve) {
  const server = await startProviderServer((response, request) => {
    const { status = 200, body } = serve(request);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  after(() => server.close());
  const entry = PROVIDERS.get(provider);
  const later = entry?.engine.later({});
  assert(entry && later);
  const requested_model = entry.models?.[0] ?? "";
  const requests = new Map([["7", makeRequest(server.base_url, { requested_model })]]);
  const handed = { key: KEY, sent_at: SENT_AT, requests };
  const fetch = async () => (await later.fetch(handed, ticket))?.get("7");
  const ticket = await later.submit(handed);
  return { later, handed, server, ticket, fetch };
}

const facts = (asked: Asked | EngineFailure | undefined) => {
  assert(asked && !(asked instanceof EngineFailure), String(asked));
  const cited = asked.cited.map(({ url, title }) => [url, title]);
  return { text: asked.text, cited, queries: asked.search_queries, model: asked.served_model };
};

const URL_A = "https://a.example/shoes";

test("Bright Data: triggered with a number of ours, looked at, and read", async () => {
  let status = "starting";
  const record = {
    index: NUMBER,
    answer_text_markdown: `See [A](${URL_A}).`,
    citations: [
      { url: URL_A, title: "A" },
      { url: "https://b.example/", title: null },
    ],
    web_search_query: ["good shoes", 7],
    web_search_triggered: false,
    model: "gpt-x",
  };
  const { server, fetch } = await handOver("brightdata_chatgpt", ({ method, url }) => {
    if (method === "POST") return { body: { snapshot_id: "s_1" } };
    if (url.includes("/progress/")) return { body: { snapshot_id: "s_1", status } };
    return { body: [record] };
  });
  assert.equal(
    server.seen[0]?.url,
    "/datasets/v3/trigger?dataset_id=gd_m7aof0k82r803d5bjm&notify=false&include_errors=true&format=json",
  );
  assert.deepEqual(server.seen[0]?.body, [
    {
      url: "https://chatgpt.com/",
      prompt: "Welche Läufer sind gut?",
      country: "DE",
      web_search: true,
      index: NUMBER,
    },
  ]);
  assert.equal(server.seen[0]?.headers.authorization, "Bearer key-0123456789abcdef");
  assert.equal(await fetch(), undefined);
  status = "ready";
  assert.deepEqual(facts(await fetch()), {
    text: `See [A](${URL_A}).`,
    cited: [
      [URL_A, "A"],
      ["https://b.example/", null],
    ],
    queries: ["good shoes"],
    model: "gpt-x",
  });
  status = "failed";
  const failure = await fetch();
  assert(failure instanceof EngineFailure);
  assert.deepEqual([failure.kind, failure.message], ["retry", "Bright Data: the snapshot failed."]);
});

test("Bright Data: a snapshot that came empty, or with an error in place of the answer", async () => {
  let body: unknown = [];
  const { later, handed, ticket, fetch } = await handOver("brightdata_grok", ({ method, url }) => {
    if (method === "POST") return { body: { snapshot_id: "s_1" } };
    return url.includes("/progress/") ? { body: { status: "ready" } } : { body };
  });
  assert.equal((await later.fetch(handed, ticket))?.size, 0);
  body = [{ error: "blocked by captcha", input: { index: 1 } }];
  const failure = await fetch();
  assert.equal(
    failure instanceof EngineFailure && failure.message,
    "Bright Data: blocked by captcha",
  );
  body = { status: "building", message: "Snapshot is building" };
  assert.equal(await later.fetch(handed, ticket), null);
});

test("Bright Data: what may have been accepted is found by its number among the snapshots of that time", async () => {
  const listed = [
    { id: "s_old", created: "2026-03-02T19:00:00Z", status: "ready" },
    { id: "s_other", created: "2026-03-02T20:00:02Z", status: "ready" },
    { id: "s_mine", created: "2026-03-02T20:00:03Z", status: "running" },
  ];
  const { later, handed } = await handOver("brightdata_gemini", ({ method, url }) => {
    if (method === "POST") return { body: { snapshot_id: "s_mine" } };
    if (url.includes("/snapshots?")) return { body: listed };
    assert.doesNotMatch(url, /s_old/, "too early to be it");
    return { body: [{ input: { index: url.includes("s_mine") ? NUMBER : 1 } }] };
  });
  await assert.rejects(later.find?.(handed) ?? Promise.resolve(), { kind: "wait" });
  const [, , mine] = listed;
  assert(mine);
  mine.status = "ready";
  assert.equal(JSON.parse((await later.find?.(handed)) ?? "{}").name, "s_mine");
  listed.pop();
  assert.equal(await later.find?.(handed), null, "surely not accepted");
});

test("Oxylabs: pushed, looked at, pulled and read; Perplexity's suggestions are no searches", async () => {
  let status = "pending";
  const results: Record<string, unknown> = {
    answer_results_md: "Acme.",
    additional_results: { sources_results: [{ url: URL_A, title: "A" }] },
    related_queries: ["And Bolt?"],
  };
  const { server, fetch } = await handOver("oxylabs_perplexity", ({ method, url }) => {
    if (method === "POST") return { status: 202, body: { id: "73330", status } };
    if (url.endsWith("/results")) return { body: { results: [{ content: results }] } };
    return { body: { id: "73330", status, statuses: [{ status_code: 613 }] } };
  });
  assert.deepEqual(server.seen[0]?.body, {
    ...{ source: "perplexity", prompt: "Welche Läufer sind gut?", parse: true },
    geo_location: "Germany",
  });
  assert.match(server.seen[0]?.headers.authorization ?? "", /^Basic /);
  assert.equal(await fetch(), undefined);
  status = "done";
  const read = facts(await fetch());
  assert.deepEqual([read.text, read.cited, read.queries], ["Acme.", [[URL_A, "A"]], []]);
  status = "faulted";
  const failure = await fetch();
  assert.equal(
    failure instanceof EngineFailure && failure.message,
    'Oxylabs: [{"status_code":613}]',
  );
});

test("Oxylabs: Google's AI Overview with its references, shown or not", async () => {
  let content: unknown = {
    results: {
      ai_overviews: [
        {
          answer_text: [
            {
              fragments: [{ text: "Acme makes shoes.", references: [{ url: URL_A, source: "A" }] }],
            },
          ],
          source_panel: { items: [{ url: "https://b.example/", title: "B" }] },
        },
      ],
    },
  };
  const { server, fetch } = await handOver("oxylabs_google_ai_overview", ({ method, url }) => {
    if (method === "POST") return { body: { id: 1, status: "pending" } };
    return {
      body: url.endsWith("/results") ? { results: [{ content }] } : { id: 1, status: "done" },
    };
  });
  assert.match(JSON.stringify(server.seen[0]?.body), /"source":"google_search"/);
  const read = facts(await fetch());
  assert.deepEqual(
    [read.text, read.cited],
    [
      "Acme makes shoes.",
      [
        [URL_A, "A"],
        ["https://b.example/", "B"],
      ],
    ],
  );
  content = { results: { organic: [] } };
  assert.equal(facts(await fetch()).text, "");
});

test("Cloro: the task of each page, and what it says", async () => {
  const response = {
    text: "flat",
    markdown: `**Acme** ([A](${URL_A}))`,
    sources: [{ position: 1, url: URL_A, label: "A" }],
    searchQueries: ["shoes"],
    model: "gpt-x",
  };
  const { server, fetch } = await handOver("cloro_chatgpt", ({ method }) =>
    method === "POST"
      ? { body: { success: true, task: { id: "t1", status: "QUEUED" } } }
      : { body: { task: { id: "t1", status: "COMPLETED" }, response } },
  );
  assert.deepEqual(server.seen[0]?.body, {
    ...{ taskType: "CHATGPT", idempotencyKey: KEY },
    payload: {
      ...{ prompt: "Welche Läufer sind gut?", country: "DE" },
      include: { markdown: true, searchQueries: true },
    },
  });
  const cited = [[URL_A, "A"]];
  const expected = { text: `**Acme** ([A](${URL_A}))`, cited, queries: ["shoes"], model: "gpt-x" };
  assert.deepEqual(facts(await fetch()), expected);
});
