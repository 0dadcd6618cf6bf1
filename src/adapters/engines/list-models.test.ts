import assert from "node:assert/strict";
import { after, test } from "node:test";
import { EngineFailure, type ListedModel } from "#core/answer-engine.ts";
import { claude, entry, gemini, MODEL_LISTS, router } from "../../../test/kit/model-lists.ts";
import {
  type ProviderServer,
  type SeenRequest,
  serveJson,
  startProviderServer,
} from "../../../test/kit/provider-server.ts";
import { makeProviders } from "./providers.ts";

const api_key = "key-0123456789abcdef";
const PROVIDERS = makeProviders(null, "private");

function list(provider: string, base_url: string, timeout_seconds = 60): Promise<ListedModel[]> {
  const ask = PROVIDERS.get(provider)?.listModels;
  assert(ask, provider);
  return ask({ base_url, api_key, timeout_seconds });
}

/** What a list holds, in one line a model: id, name, days, context, prices, search. */
const lines = (models: ListedModel[]) => models.map((model) => Object.values(model).join(" "));

for (const [provider, { under = "", path, key = "authorization", body, found }] of Object.entries(
  MODEL_LISTS,
)) {
  test(`${provider}'s list is asked for with its key and read, without what answers no questions`, async () => {
    const server = await serveJson(body);
    after(server.close);
    const models = await list(provider, `${server.base_url}${under}`);
    assert.deepEqual(
      models.map(({ id }) => id),
      found.map(({ id }) => id),
    );
    for (const [place, one] of found.entries()) assert.partialDeepStrictEqual(models[place], one);
    const [seen] = server.seen;
    assert.deepEqual([seen?.method, seen?.url], ["GET", path]);
    assert.match(String(seen?.headers[key]), /key-0123456789abcdef$/);
    if (provider === "anthropic") assert(seen?.headers["anthropic-version"]);
  });
}

test("a provider with few and fixed models lists them without being asked; Azure, which knows no deployments, lists none", async () => {
  const nowhere = "http://127.0.0.1:1";
  assert.deepEqual(lines(await list("serpapi", nowhere)).length, 2);
  assert.deepEqual((await list("simulated", nowhere)).map(({ id }) => id).length, 3);
  assert.equal(PROVIDERS.get("azure_openai")?.listModels, undefined);
});

test("lists of several pages are read to the end, and one that never ends is left", async () => {
  const pages: Record<string, (seen: SeenRequest) => unknown> = {
    anthropic: ({ url }) =>
      url.includes("after_id=claude-2")
        ? { data: [claude("claude-3", "3")], has_more: false, last_id: "claude-3" }
        : { data: [claude("claude-2", "2")], has_more: true, last_id: "claude-2" },
    gemini: ({ url }) =>
      url.includes("pageToken=more%2Fof")
        ? { models: [gemini("gemini-3", "3")] }
        : { models: [gemini("gemini-2", "2")], nextPageToken: "more/of" },
    openrouter: ({ url }) =>
      url.includes("offset=1")
        ? { data: [router("b/b", {})], links: { next: null } }
        : { data: [router("a/a", {})], links: { next: "/api/v1/models?offset=1&limit=1" } },
  };
  for (const [provider, page] of Object.entries(pages)) {
    const server = await serve((seen) => page(seen));
    assert.equal((await list(provider, server.base_url)).length, 2, provider);
    assert.equal(server.seen.length, 2, provider);
  }
  const endless = await serve(() => ({ models: [gemini("gemini-2", "2")], nextPageToken: "on" }));
  assert.equal((await list("gemini", endless.base_url)).length, 1);
  assert.equal(endless.seen.length, 20);
});

test("10,000 models are listed newest first", async () => {
  const data = Array.from({ length: 10_000 }, (_, n) => entry(`model-${n}`, 1_700_000_000 + n));
  const server = await serveJson({ object: "list", data });
  after(server.close);
  const models = await list("openai_compatible", server.base_url);
  assert.deepEqual(
    [models.length, models[0]?.id, models[9_999]?.id],
    [10_000, "model-9999", "model-0"],
  );
});

test("a list that fails, hangs or is none ends in a failure that shows no key; odd entries are left out", async () => {
  const failing = await startProviderServer((response) => {
    response.writeHead(401).end(JSON.stringify({ error: { message: `Bad key ${api_key}` } }));
  });
  const hanging = await startProviderServer(() => {});
  const other = await serveJson({ object: "error" });
  for (const { close } of [failing, hanging, other]) after(close);
  for (const [server, said] of [
    [failing, /^HTTP 401: Bad key \[redacted\]$/],
    [hanging, /^No complete answer within/],
    [other, /^What came is no list of models\.$/],
  ] as const) {
    await assert.rejects(
      list("openai", server.base_url, server === hanging ? 0.2 : 60),
      (error) => {
        assert(error instanceof EngineFailure);
        assert.match(error.message, said);
        return true;
      },
    );
  }
  const odd = [null, 7, { id: 7 }, {}, { id: "good", created: "soon" }, { id: "kept" }];
  const server = await serveJson({ data: odd });
  after(server.close);
  assert.deepEqual(
    (await list("openai", server.base_url)).map(({ id }) => id),
    ["kept"],
  );
});

async function serve(say: (seen: SeenRequest) => unknown): Promise<ProviderServer> {
  const server = await startProviderServer((response, seen) => {
    response.end(JSON.stringify(say(seen)));
  });
  after(server.close);
  return server;
}
