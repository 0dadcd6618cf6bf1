import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { calcPrice } from "@pydantic/genai-prices";
import { PROVIDERS } from "../registry.ts";
import { CATALOGUE, priceDearest } from "./catalogue.ts";
import { estimateCost, estimateServed } from "./estimate-cost.ts";
import { listNewer, NEWER_PROVIDERS } from "./newer-models.ts";

const used = { input_tokens: 20_000, output_tokens: 2_000, searches: 3 };
const at = new Date("2026-11-22T12:00:00Z");
const cost = (provider: string, model: string) => estimateCost(provider, model, { used, at });

const OPENAI = "developers.openai.com/api/docs/models and docs.apiyi.com/models, 2026-11-22";
const CLAUDE = "platform.claude.com/docs/en/models, 2026-11-22";
const GEMINI = "ai.google.dev/gemini-api/docs/pricing, read by api-evangelist 2026-10-07";
/** What current models cost today in USD: a million tokens in and out, a search; and where that was read, when. */
const LIST_PRICES = [
  ["openai", "gpt-5.5-pro", 30, 180, 0.01, OPENAI],
  ["openai", "gpt-5.5", 5, 30, 0.01, OPENAI],
  ["openai", "gpt-6-astra", 10, 50, 0.01, OPENAI],
  ["openai", "gpt-6-sol", 2, 10, 0.01, "github.com/merefield/codexometer v0.18.4, 2026-09-22"],
  ["openai", "gpt-6-luna", 0.1, 0.5, 0.01, "github.com/merefield/codexometer v0.18.4, 2026-09-22"],
  ["openai", "gpt-5.6-sol", 4, 20, 0.01, OPENAI],
  ["openai", "gpt-5.6-terra", 2, 12, 0.01, OPENAI],
  ["openai", "gpt-5.6-luna", 0.2, 1.2, 0.01, OPENAI],
  ["openai", "gpt-5.4-mini", 0.75, 4.5, 0.01, OPENAI],
  ["openai", "gpt-6.1-sol", 2, 10, 0.01, "github.com/premk134/codex-token-watch v0.3.3"],
  ["anthropic", "claude-opus-5-5", 4, 20, 0.01, CLAUDE],
  ["anthropic", "claude-fable-5-1", 10, 50, 0.01, CLAUDE],
  ["anthropic", "claude-sonnet-5-5", 2, 10, 0.01, CLAUDE],
  ["anthropic", "claude-haiku-5-5", 0.1, 0.5, 0.01, CLAUDE],
  ["gemini", "gemini-3.8-flash", 0.75, 3.75, 0.014, GEMINI],
  ["gemini", "gemini-4-argon", 2, 10, 0.014, "github.com/BerriAI/litellm/discussions/46238"],
  ["gemini", "gemini-4-hydrogen", 1.5, 7.5, 0.014, "github.com/BerriAI/litellm/discussions/51436"],
  ["xai", "grok-4.7", 2, 6, 0.005, "docs.x.ai/developers/pricing, litellm/discussions/42287"],
  ["xai", "grok-4.5", 2, 6, 0.005, "docs.x.ai/developers/pricing, docs.apiyi.com/models/grok-4-5"],
  ["mistral", "mistral-large-4", 0.68, 2.09, 0.03, "getmaxim.ai/bifrost, 2026-11-22"],
  ["deepseek", "deepseek-flash", 0.15, 0.6, 0.0007, "api-docs.deepseek.com/quick_start/pricing"],
  ["deepseek", "deepseek-v4-pro", 0.66, 1.98, 0.0007, "api-docs.deepseek.com/quick_start/pricing"],
  ["perplexity", "perplexity/sonar", 0.25, 2.5, 0.0025, "github.com/iyulab/TokenMeter v0.16.0"],
] as const;

test("current models are estimated within a tenth of their list price", (t) => {
  for (const [provider, model, input, output, search, source] of LIST_PRICES) {
    const list = (20_000 * input + 2_000 * output) / 1e6 + 3 * search;
    const estimate = cost(provider, model);
    assert.ok(estimate, model);
    const ratio = estimate.usd / list;
    t.diagnostic(`${model}: list ${list.toFixed(4)}, estimated ${ratio.toFixed(2)} times it`);
    assert.ok(Math.abs(ratio - 1) <= 0.1, `${model}: ${estimate.usd} against ${list} (${source})`);
    assert.notEqual(estimate.basis, "dearest", model);
  }
});

test("a model whose price nobody knows is estimated as the dearest of its provider, never below", () => {
  const shops: Record<string, string> = {
    ...{ openai: "openai", anthropic: "anthropic", gemini: "google" },
    ...{ xai: "x-ai", mistral: "mistral", deepseek: "deepseek" },
  };
  for (const [provider, model, input, output, search] of LIST_PRICES) {
    const catalogue_id = shops[provider];
    if (!catalogue_id) continue;
    const list = (20_000 * input + 2_000 * output) / 1e6 + 3 * search;
    const unknown = cost(provider, `${model}-next`);
    assert.equal(unknown?.basis, "dearest", model);
    assert.ok((unknown?.usd ?? 0) >= list, `${unknown?.usd} for ${model}, which costs ${list}`);
    const within = catalogue_id === "google" ? "gemini" : "";
    const dearest = priceDearest({ catalogue_id, at }, { ...used, search_usd: search }, within);
    assert.ok((unknown?.usd ?? 0) >= dearest - 1e-6);
  }
  assert.equal(cost("openai", "gpt-6.2-astra")?.usd, cost("openai", "gpt-5.5-pro")?.usd);
  assert.ok((cost("openrouter", "nobody/new")?.usd ?? 0) >= (cost("openai", "o9")?.usd ?? 1));
  assert.equal(cost("azure_openai", "our-deployment")?.basis, "dearest");
});

test("a name that only begins like a listed one is another model; a build of a listed one is not", () => {
  assert.equal(cost("anthropic", "claude-sonnet-5-9")?.basis, "dearest");
  assert.equal(cost("gemini", "gemini-3.8-flash-ultra")?.basis, "dearest");
  for (const [provider, model] of [
    ["anthropic", "claude-opus-5-5-20260922"],
    ["openai", "GPT-6-luna-2026-10-01"],
    ["gemini", "models/gemini-3.8-flash-preview-001"],
    ["xai", "grok-4.6-latest"],
    ["openrouter", "anthropic/claude-opus-5.5:online"],
    ["perplexity", "openai/gpt-5.5"],
  ] as const) {
    assert.equal(cost(provider, model)?.basis, "catalogue", model);
  }
});

test("a price that a user typed in wins over every list", () => {
  const price = { input: 1, output: 10, search: 0.001, answer: 0.5 };
  for (const provider of ["openai", "openrouter", "serpapi", "ollama", "openai_compatible"]) {
    const estimate = estimateCost(provider, "gpt-6-astra", { price, used });
    assert.deepEqual(estimate, { usd: 0.543, basis: "typed", as_of: null }, provider);
  }
  const pages = { ...price, input: 0, output: 0 };
  const none = { input_tokens: null, output_tokens: null, searches: 1 };
  assert.equal(estimateCost("serpapi", "google_ai_mode", { price: pages, used: none })?.usd, 0.501);
  assert.equal(estimateCost("openai", "gpt-6-astra", { price, used: none }), null);
});

test("prices change with the length of the question, the day and the hour", () => {
  const long = { ...used, input_tokens: 300_000 };
  const usd = (provider: string, model: string, time: string, count = used) =>
    estimateCost(provider, model, { used: count, at: new Date(time) })?.usd ?? 0;
  assert.equal(usd("openai", "gpt-6-astra", "2026-11-22T12:00:00Z", long), 6.18);
  assert.equal(usd("gemini", "gemini-4-argon", "2026-12-01T00:00:00Z"), 0.162);
  const [noon, peak] = ["2026-11-23T12:00:00Z", "2026-11-23T02:00:00Z"];
  assert.ok(usd("deepseek", "deepseek-flash", peak) > usd("deepseek", "deepseek-flash", noon));
  const forecast = estimateCost("deepseek", "deepseek-flash", { used })?.usd;
  assert.equal(forecast, usd("deepseek", "deepseek-flash", peak), "a forecast is for the peak");
});

test("an answer is priced by the model that gave it, else by the one that was asked for", () => {
  const price = (served: string | null) =>
    estimateServed("openai", { served, requested: "gpt-6-sol" }, { used, at })?.usd;
  assert.equal(price("gpt-6-astra-2026-09-03"), cost("openai", "gpt-6-astra")?.usd);
  for (const served of [null, "sol-internal"]) {
    assert.equal(price(served), cost("openai", "gpt-6-sol")?.usd);
  }
});

test("pages are priced by the page, local servers are free, an unknown server has no price", () => {
  const none = { input_tokens: null, output_tokens: null, searches: 1 };
  const own = { usd: 0.015, basis: "own", as_of: "2026-10" };
  assert.deepEqual(estimateCost("serpapi", "google_ai_mode", { used: none }), own);
  assert.equal(estimateCost("ollama", "anything")?.usd, 0);
  assert.equal(estimateCost("openai", "gpt-5.4", { used: none }), null);
  const without = [...PROVIDERS.keys()].filter((name) => estimateCost(name, "m") === null);
  assert.deepEqual(without, ["openai_compatible"]);
  for (const [name, entry] of PROVIDERS) assert.equal(entry.engine.provider, name);
});

test("the catalogue is the version whose day is stated, and knows no model that we list as newer", () => {
  const installed = JSON.parse(readFileSync("package.json", "utf8")).dependencies;
  assert.equal(installed["@pydantic/genai-prices"], CATALOGUE.version);
  assert.ok(readFileSync("docs/engines.md", "utf8").includes(CATALOGUE.as_of));
  for (const id of NEWER_PROVIDERS) {
    for (const { id: model } of listNewer(id).models) {
      const found = calcPrice({}, model, { providerId: id })?.model.id;
      const isKnown = found === model && id !== "perplexity";
      assert.ok(!isKnown, `${model} is in the catalogue now: take it out of the newer models`);
    }
  }
});

test("docs/scale.md says what a year of asking is estimated to cost today", () => {
  const page = readFileSync("docs/scale.md", "utf8");
  const sizes = [
    ["100 x 4", "146,000"],
    ["500 x 5", "912,500"],
    ["2,000 x 5", "3,650,000"],
  ] as const;
  const fifth = ["xai", "grok-4.7"] as const;
  const small = [
    ["openai", "gpt-6-luna"],
    ["anthropic", "claude-haiku-5-5"],
    ["gemini", "gemini-3.8-flash"],
    ["perplexity", "sonar"],
    fifth,
  ] as const;
  const large = [
    ["openai", "gpt-6-sol"],
    ["anthropic", "claude-sonnet-5-5"],
    ["gemini", "gemini-4-argon"],
    ["perplexity", "sonar-pro"],
    fifth,
  ] as const;
  for (const [, model] of [...small, ...large]) assert(page.includes(`\`${model}\``), model);
  for (const [size, answers] of sizes) {
    const [prompts = 0, assistants = 0] = size.split(" x ").map((n) => Number(n.replace(",", "")));
    assert.equal((prompts * assistants * 365).toLocaleString("en"), answers);
    const [cheap, dear] = [small, large].map((models) => {
      const usd = models
        .slice(0, assistants)
        .reduce(
          (sum, [provider, model]) => sum + (estimateCost(provider, model, { at })?.usd ?? 0),
          0,
        );
      return `$${Math.round(usd * prompts * 365).toLocaleString("en")}`;
    });
    const row = new RegExp(
      `\\| ${size} \\| ${answers} \\| [0-9.]+ GB \\| \\${cheap} \\| \\${dear} \\|`,
    );
    assert.match(page, row);
  }
});

test("what the dearest costs is looked for once an hour, however many unknown models are asked about", () => {
  const used = { output_tokens: 4_000, searches: 2, search_usd: 0.02 };
  const spend = (inputOf: (time: number) => number) => {
    const before = process.cpuUsage();
    for (let time = 0; time < 30; time++)
      priceDearest({ catalogue_id: "deepseek" }, { ...used, input_tokens: inputOf(time) });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  spend(() => 1);
  const each = spend((time) => 1_000 + time);
  const same = spend(() => 1);
  assert.ok(same * 5 < each, `${same} and ${each} microseconds`);
});
