import assert from "node:assert/strict";
import { test } from "node:test";
import { makeRequest, startProviderServer } from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

const PROMPT = "Which lamp lasts longest?";
/** What names a request anew each time. */
const NAMES = ["idempotencyKey", "index", "tag"];

test("no parameter of a target changes what is asked, whichever provider asks it", async (t) => {
  const server = await startProviderServer((response) => void response.writeHead(400).end("{}"));
  t.after(server.close);
  for (const [name, { engine, models }] of PROVIDERS) {
    const sent = async (parameters: Record<string, unknown>) => {
      const requested_model = models?.[0] ?? "model-x";
      const request = { prompt: PROMPT, requested_model, api_key: "login:key-0123", parameters };
      await engine.ask(makeRequest(server.base_url, request)).catch(() => {});
      const { url = "", body } = server.seen.at(-1) ?? {};
      const written = JSON.stringify(body, (key, value) => (NAMES.includes(key) ? null : value));
      return { url: url.split(/[?&]/).sort().join("&"), written, body };
    };
    const before = await sent({});
    const asked = `${before.url} ${before.written}`;
    assert.match(asked, /Which(?: |%20|\+)lamp/, name);
    const own = Object.keys(Object(Array.isArray(before.body) ? before.body[0] : before.body));
    // Cloro's question stands in the payload of a task.
    const inner = Object.keys(Object((before.body as { payload?: object } | null)?.payload));
    const asking = [...own, ...inner].filter((key) =>
      /^(model|input|inputs|messages|contents|keyword|prompt|query|url|source|stream)$/.test(key),
    );
    const isInAddress = name.startsWith("serpapi");
    if (isInAddress) asking.push("q", "engine", "api_key");
    assert.ok(asking.length > 0, name);
    // Who answers where the model does not, at Perplexity before it.
    asking.push("models", "fallbacks");
    for (const key of asking) {
      const { url, written } = await sent({ [key]: "Which cat?" });
      assert.deepEqual(
        { url, written },
        { url: before.url, written: before.written },
        `${name}: ${key}`,
      );
      const removed = await sent({ [key]: null });
      assert.equal(removed.written, before.written, `${name}: ${key}`);
    }
  }
});

test("what Earshot reads of the parameters is in no address that a page is asked at", async (t) => {
  const server = await startProviderServer((response) => void response.writeHead(400).end("{}"));
  t.after(server.close);
  const parameters = { search: "auto", batch: false, resolve_redirects: false, device: "mobile" };
  const request = makeRequest(server.base_url, { parameters });
  await PROVIDERS.get("serpapi")
    ?.engine.ask(request)
    .catch(() => {});
  const query = new URL(server.seen[0]?.url ?? "", server.base_url).searchParams;
  assert.deepEqual(
    [...query.keys()].filter((key) => key in parameters),
    ["device"],
  );
});
