import assert from "node:assert/strict";
import { after, test } from "node:test";
import { EngineFailure } from "#core/answer-engine.ts";
import {
  makeRequest,
  type SeenRequest,
  startProviderServer,
} from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

const KEY = "0badf00d-0000-4000-8000-000000000000";
const SENT_AT = new Date("2026-03-02T20:00:00Z");
const TASK = "03022000-1535-0066-0000-1234";

const around = (...tasks: object[]) => ({ status_code: 20_000, status_message: "Ok.", tasks });
const page = {
  model: "gpt-x",
  markdown: "See [A](https://a.example/).",
  sources: [{ url: "https://a.example/", title: "A" }],
  search_results: [{ url: "https://a.example/", title: "A" }],
  fan_out_queries: ["good shoes"],
};

/** Sets a task of a provider over a real socket; `serve` says what comes back. */
async function setTask(provider: string, serve: (request: SeenRequest) => object) {
  const server = await startProviderServer((response, request) => {
    response.end(JSON.stringify(serve(request)));
  });
  after(() => server.close());
  const entry = PROVIDERS.get(provider);
  assert.equal(entry?.engine.later({}), null, "at once, unless told otherwise");
  const later = entry?.engine.later({ batch: true });
  assert(later?.find);
  const request = makeRequest(server.base_url, {
    parameters: { batch: true, priority: 1 },
    requested_model: entry?.models?.[0] ?? "",
  });
  const handed = { key: KEY, sent_at: SENT_AT, requests: new Map([["7", request]]) };
  const ticket = await later.submit(handed);
  const find = async () => {
    const found = await later.find?.(handed);
    return found ? JSON.parse(found).name : found;
  };
  return { server, ticket, find, fetch: () => later.fetch(handed, ticket) };
}

test("DataForSEO's queue: a task is set under a name of ours, waited for and read, at the price that setting it told", async () => {
  let task: object = { id: TASK, status_code: 40_602, status_message: "Task In Queue." };
  const { server, fetch } = await setTask("dataforseo_chatgpt", ({ method }) =>
    around(method === "POST" ? { id: TASK, status_code: 20_100, cost: 0.0012 } : task),
  );
  assert.equal(server.seen[0]?.url, "/ai_optimization/chat_gpt/llm_scraper/task_post");
  assert.deepEqual(server.seen[0]?.body, [
    {
      ...{ keyword: "Welche Läufer sind gut?", language_code: "de", location_code: 2276 },
      ...{ force_web_search: true, priority: 1, tag: KEY },
    },
  ]);
  assert.equal(await fetch(), null);
  task = { id: TASK, status_code: 40_601, status_message: "Task Handed." };
  assert.equal(await fetch(), null);
  task = { id: TASK, status_code: 20_000, cost: 0, result: [page] };
  const answer = (await fetch())?.get("7");
  assert(answer && !(answer instanceof EngineFailure));
  assert.equal(
    server.seen.at(-1)?.url,
    `/ai_optimization/chat_gpt/llm_scraper/task_get/advanced/${TASK}`,
  );
  const { text, search_queries, usage } = answer;
  assert.deepEqual([text, search_queries], [page.markdown, ["good shoes"]]);
  assert.deepEqual([usage.cost_usd, usage.cost_basis], [0.0012, "reported"]);
  task = { id: TASK, status_code: 40_101, status_message: "Internal SE Server Error." };
  const failure = (await fetch())?.get("7");
  assert(failure instanceof EngineFailure);
  assert.deepEqual(
    [failure.kind, failure.message],
    ["timeout_after_send", "DataForSEO 40101: Internal SE Server Error."],
  );
  task = { id: TASK, status_code: 40_403, status_message: "Results expired." };
  await assert.rejects(fetch(), { message: "DataForSEO 40403: Results expired." });
});

test("DataForSEO's queue: a refused task costs nothing, and each page has its own queue", async () => {
  const refusal = { id: TASK, status_code: 40_200, status_message: "Payment Required." };
  await assert.rejects(
    setTask("dataforseo_gemini", () => around(refusal)),
    { kind: "quota", message: "DataForSEO 40200: Payment Required." },
  );
  for (const [provider, path] of [
    ["dataforseo", "/serp/google/ai_mode/task_post"],
    ["dataforseo_google_ai_overview", "/serp/google/organic/task_post"],
    ["dataforseo_gemini", "/ai_optimization/gemini/llm_scraper/task_post"],
  ] as const) {
    const { server } = await setTask(provider, () =>
      around({ id: TASK, status_code: 20_100, cost: 0.0012 }),
    );
    assert.equal(server.seen[0]?.url, path);
  }
});

test("DataForSEO's queue: a task that may have been set is found by its name among those of that time", async () => {
  let result: object[] = [{ id: "other", cost: 0.0012, metadata: { tag: "another" } }];
  const { server, find } = await setTask("dataforseo", ({ url }) =>
    around(
      url.endsWith("/id_list")
        ? { status_code: 20_000, result }
        : { id: TASK, status_code: 20_100, cost: 0.0012 },
    ),
  );
  assert.equal(await find(), null, "surely not set");
  assert.equal(server.seen.at(-1)?.url, "/serp/id_list");
  assert.deepEqual(server.seen.at(-1)?.body, [
    {
      ...{ datetime_from: "2026-03-02 19:59:00 +00:00", datetime_to: "2026-03-02 20:10:00 +00:00" },
      ...{ limit: 1_000, include_metadata: true },
    },
  ]);
  result = [...result, { id: TASK, cost: "0.0012", metadata: { tag: KEY } }];
  assert.equal(await find(), `${TASK} 0.0012`);
  result = [{ id: "untold", cost: 0.0012 }];
  await assert.rejects(find(), { kind: "permanent" });
});
