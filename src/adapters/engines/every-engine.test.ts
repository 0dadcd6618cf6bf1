import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { test } from "node:test";
import { EngineFailure, type FailureKind } from "#core/answer-engine.ts";
import { PROVIDER_ANSWERS, TOLD } from "../../../test/kit/provider-answers.ts";
import { makeRequest, serveJson, startProviderServer } from "../../../test/kit/provider-server.ts";
import { PROVIDERS } from "./registry.ts";

type Fault = {
  answer(response: ServerResponse): void;
  kind: FailureKind;
  /** To one that answers later, where that is another kind. */
  later?: FailureKind;
  /** Seconds to wait, where the provider says so. */
  wait?: number;
  /** Ends only because time is up. */
  is_endless?: boolean;
};

const refuse =
  (status: number, headers: Record<string, string> = {}, body: object = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(JSON.stringify(body));

const FAULTS: Record<string, Fault> = {
  "429": { answer: refuse(429), kind: "wait" },
  "429 with retry-after": { answer: refuse(429, { "retry-after": "7" }), kind: "wait", wait: 7 },
  "a quota that is used up": {
    answer: refuse(
      429,
      {},
      { error: { code: "insufficient_quota", message: "You have none left." } },
    ),
    kind: "quota",
  },
  "529": { answer: refuse(529), kind: "retry" },
  "503": { answer: refuse(503), kind: "retry" },
  "JSON that is cut": {
    answer: (response) => void response.writeHead(200).end('{"output": [{"type": "mess'),
    kind: "timeout_after_send",
  },
  "a slow body": {
    answer(response) {
      response.writeHead(200).write("{");
      const timer = setInterval(() => response.write(" "), 100);
      response.once("close", () => clearInterval(timer));
    },
    kind: "timeout_after_send",
    is_endless: true,
  },
  "a reset before the answer": {
    answer: (response) => void response.socket?.resetAndDestroy(),
    kind: "retry",
    later: "timeout_after_send",
  },
  "a reset in the answer": {
    answer(response) {
      response.writeHead(200, { "content-length": "5000" }).write('{"output"');
      setTimeout(() => response.socket?.resetAndDestroy(), 50);
    },
    kind: "timeout_after_send",
  },
  "no answer after sending": {
    answer: () => {},
    kind: "timeout_after_send",
    is_endless: true,
  },
};

for (const [name, { answer, kind, later, wait, is_endless }] of Object.entries(FAULTS)) {
  test(`${name} is ${kind} to every engine, and no key is shown`, async (t) => {
    const server = await startProviderServer(answer);
    t.after(server.close);
    const api_key = "login:key-0123456789abcdef";
    const request = makeRequest(server.base_url, {
      api_key,
      timeout_seconds: is_endless ? 2 : 60,
    });
    const asked = [...PROVIDERS.values()].map(async ({ provider, engine }) => {
      const failure: unknown = await engine.ask(request).catch((error: unknown) => error);
      assert.ok(failure instanceof EngineFailure, `${provider}: ${String(failure)}`);
      const expected = (engine.later({}) && later) || kind;
      assert.equal(failure.kind, expected, `${provider}: ${failure.message}`);
      assert.equal(failure.retry_after_seconds ?? undefined, wait, provider);
      assert.doesNotMatch(`${failure.message} ${failure.stack}`, /0123456789abcdef/, provider);
    });
    await Promise.all(asked);
    assert.equal(
      server.seen.length,
      PROVIDERS.size,
      "each asks once; trying again is the worker's",
    );
  });
}

const FAILED = { status: "failed", error: { message: "Broke" }, output: [], steps: [] };
/** Answers that say that they failed, and what they say was charged: USD; null: tokens alone; undefined: nothing. */
const BILLED: [string, object, number | null | undefined][] = [
  ["openrouter", { error: { code: 502 }, usage: { cost: 0.05 } }, 0.05],
  [
    "openrouter",
    { choices: [{ error: { code: 400, message: "tool_choice" } }], usage: { cost: 0.05 } },
    0.05,
  ],
  ["openrouter", { error: { code: 502 }, usage: { cost: 0, prompt_tokens: 9 } }, undefined],
  ["xai", { ...FAILED, usage: { cost_in_usd_ticks: 5e9 } }, 0.5],
  ["perplexity", { ...FAILED, usage: { cost: { total_cost: 0.02 } } }, 0.02],
  ["openai", { ...FAILED, usage: { input_tokens: 900, output_tokens: 0 } }, null],
  ["openai", { ...FAILED, usage: null }, undefined],
  ["gemini_interactions", { ...FAILED, usage: { total_input_tokens: 900 } }, null],
  ["dataforseo", { status_code: 20_000, tasks: [{ status_code: 50_000, cost: 0.004 }] }, 0.004],
  ["dataforseo", { status_code: 20_000, tasks: [{ status_code: 40_101, cost: 0.004 }] }, 0.004],
  ["dataforseo", { status_code: 20_000, tasks: [{ status_code: 40_501, cost: 0 }] }, undefined],
];
for (const [provider, body, cost_usd] of BILLED) {
  test(`${provider} says in a failed answer that ${cost_usd} USD were charged: ${JSON.stringify(body)}`, async (t) => {
    const server = await serveJson(body);
    t.after(server.close);
    const { engine } = PROVIDERS.get(provider) ?? assert.fail(provider);
    const failure: unknown = await engine.ask(makeRequest(server.base_url)).catch((error) => error);
    assert.ok(failure instanceof EngineFailure, String(failure));
    assert.equal(failure.cost_usd, cost_usd);
    assert.equal(server.seen.length, 1);
  });
}

for (const [provider, body] of Object.entries(PROVIDER_ANSWERS)) {
  test(`${provider}: an answer is read for all that the engine says it can tell`, () => {
    const { engine } = PROVIDERS.get(provider) ?? assert.fail(provider);
    const read = engine.parse(body, "model-x");
    const { supports } = engine;
    assert.ok(read.text.startsWith(TOLD.text));
    assert.equal(read.finish, "stop");
    assert.equal(read.search_ran, engine.wire !== "openai-chat" || provider === "openrouter");
    assert.deepEqual(read.search_queries, supports.search_queries ? [TOLD.query] : []);
    assert.deepEqual(
      read.cited.map(({ url }) => url),
      [TOLD.url],
    );
    assert.ok(!supports.retrieved || read.retrieved[0]?.url === TOLD.url);
    assert.ok(read.served_model === TOLD.model || /^(dataforseo|serpapi)$/.test(provider));
  });
}
