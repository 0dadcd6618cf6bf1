import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { before, test } from "node:test";
import { promisify } from "node:util";
import { PROVIDERS } from "#adapters/engines/registry.ts";
import type { EngineRequest } from "#core/answer-engine.ts";
import { PROVIDER_ANSWERS, TOLD } from "./kit/provider-answers.ts";
import { makeRequest, startProviderServer } from "./kit/provider-server.ts";

// npm run outside: what our engines send, and the answers that their tests read, held against the types, the schemas
// and the requests of the providers' own newest libraries.

const HERE = new URL("outside/sdks/", import.meta.url);
const { askBySdk, ASKED_BY_SDK } = await import(new URL("ask-by-sdk.ts", HERE).href);

type Changes = Partial<EngineRequest>;
const off = { parameters: { search: "off" } };
const chosen = { parameters: { search: "auto" } };
const unplaced = { country_code: null, language_code: null };
const city = { parameters: { city: "Kiel", region: "SH", timezone: "Europe/Berlin" } };
const USUAL: Changes[] = [{}, chosen, off, unplaced, city, { parameters: { searches_max: 3 } }];

/** How each provider is asked, beside the usual: what users set, and what is left out after a refusal. */
const ASKED: Record<string, Changes[]> = {
  openai: [
    { parameters: { search_tool: "web_search_2025_08_26" } },
    { parameters: { reasoning: { effort: "low" } } },
    { left_out: ["tool_choice", "max_output_tokens", "user_location DE"] },
  ],
  anthropic: [
    { parameters: { search_tool: "web_search_20260318" } },
    { parameters: { output_config: { effort: "low" }, thinking: { type: "adaptive" } } },
    { left_out: ["tool_choice", "max_tokens", "user_location DE"] },
  ],
  deepseek: [{ left_out: ["thinking", "tool_choice"] }],
  gemini: [{ parameters: { generationConfig: { temperature: 1 } } }],
  gemini_interactions: [{ parameters: { generation_config: { thinking_level: "low" } } }],
  perplexity: [{ parameters: { preset: "fast" } }],
  xai: [{ parameters: { reasoning: { effort: "low" } } }],
  mistral: [{ parameters: { completion_args: { tool_choice: "required" } } }],
  openrouter: [{ parameters: { provider: { order: ["anthropic"] } } }],
  openai_compatible: [{ parameters: { temperature: 0 } }],
  dataforseo: [{ country_code: "XK" }],
  dataforseo_chatgpt: [],
  dataforseo_gemini: [],
};
/** Providers whose library is another's. */
const SHAPED_AS: Record<string, string> = { deepseek: "anthropic" };
/** Answers that a library's types know in its own spelling only; it reads them itself below. */
const READ_ONLY = ["mistral", "openrouter"];

/** What the libraries ask otherwise, where the provider's documents know both. */
const OTHERWISE: Record<string, { at?: [theirs: string, ours: string]; also?: object }> = {
  gemini: { at: ["/v1/", "/v1beta/"], also: { generationConfig: {} } },
  gemini_interactions: { at: ["/v1/", "/v1beta/"] },
  perplexity: { at: ["/responses", "/agent"] },
  xai: {
    also: {
      include: ["reasoning.encrypted_content"],
      input: [{ role: "user", content: [{ type: "input_text", text: makeRequest("").prompt }] }],
    },
  },
  mistral: { also: { stream: false } },
  openrouter: { also: { stream: false } },
};

type Sample = { provider: string; body: unknown };

/** What the engine sends to a provider that gives a good answer. */
async function record(provider: string, changes: Changes) {
  const { engine, default_base_url } = PROVIDERS.get(provider) ?? assert.fail(provider);
  const server = await startProviderServer((response) => {
    response.end(JSON.stringify(PROVIDER_ANSWERS[provider]));
  });
  const { pathname, origin } = new URL(default_base_url ?? "https://api.openai.com/v1");
  const base = `${server.base_url}${pathname}`;
  const parameters = { resolve_redirects: false, ...changes.parameters };
  const request = makeRequest(base, { ...changes, parameters });
  const answer = await engine.ask(request).finally(server.close);
  const [seen] = server.seen;
  assert.equal(server.seen.length, 1);
  return { provider, body: seen?.body, url: `${origin}${seen?.url}`, answer };
}

async function recordAll(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const [provider, more] of Object.entries(ASKED)) {
    for (const changes of [...USUAL, ...more]) samples.push(await record(provider, changes));
  }
  for (const provider of ["openai", "anthropic", "mistral"]) {
    samples.push(await recordBatch(provider));
  }
  return samples;
}

/** What hands two questions over in a batch; a file of them was recorded as questions above. */
async function recordBatch(provider: string): Promise<Sample> {
  const server = await startProviderServer((response) => {
    response.end(JSON.stringify({ id: "b1", status: "QUEUED", processing_status: "in_progress" }));
  });
  const parameters = { batch: true };
  const request = makeRequest(server.base_url, { parameters });
  const handed = {
    key: "k1",
    sent_at: new Date(),
    requests: new Map([
      ["1", request],
      ["2", request],
    ]),
  };
  const later = PROVIDERS.get(provider)?.engine.later(parameters) ?? assert.fail(provider);
  await later.submit(handed).finally(server.close);
  return { provider: `${provider}_batch`, body: server.seen.at(-1)?.body };
}

const typeOf = (kind: "Requests" | "Answers", provider: string) =>
  `${kind}["${SHAPED_AS[provider] ?? provider}"]`;
const satisfy = (value: unknown, type: string) => `(${JSON.stringify(value)}) satisfies ${type};`;

/** The value once for each of its fields, with that field named wrongly, and that field's place. */
function spoilEach(value: unknown, path = ""): { path: string; spoiled: unknown }[] {
  if (typeof value !== "object" || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) => {
    const at = isList ? `${path}[]` : `${path}.${key}`;
    const put = (name: string, changed: unknown) => {
      if (isList) return value.map((item, index) => (String(index) === key ? changed : item));
      const entries = Object.entries(value).map(([k, v]) => (k === key ? [name, changed] : [k, v]));
      return Object.fromEntries(entries);
    };
    const deeper = spoilEach(inner, at).map(({ path, spoiled }) => ({
      path,
      spoiled: put(key, spoiled),
    }));
    // Our own names in what users may name as they like.
    return isList || path.endsWith(".metadata")
      ? deeper
      : [{ path: at, spoiled: put(`${key}_wrong`, inner) }, ...deeper];
  });
}

/** A file that type-checks as long as the compiler finds each spoiled field wrong. */
function writeSpoiled(samples: Sample[]): string[] {
  const lines = new Map<string, string>();
  for (const { provider, body } of samples) {
    for (const { path, spoiled } of spoilEach(body)) {
      const line = `// @ts-expect-error ${provider}${path}\n${satisfy(spoiled, typeOf("Requests", provider))}`;
      const place = `${provider}${path}`;
      if (!lines.has(place)) lines.set(place, line);
    }
  }
  assert.ok(lines.size > 80, String(lines.size));
  return [...lines.values()];
}

async function typeCheck(): Promise<string> {
  const args = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"];
  return promisify(execFile)(process.execPath, args, { cwd: HERE }).then(
    () => "",
    ({ stdout }: { stdout: string }) => stdout,
  );
}

const HEAD = 'import type { Answers, Requests } from "../shapes.ts";';
const write = (name: string, lines: string[]) =>
  writeFile(new URL(`generated/${name}.ts`, HERE), [HEAD, ...lines, ""].join("\n"));

before(async () => {
  await mkdir(new URL("generated/", HERE), { recursive: true });
  const samples = await recordAll();
  const answers = Object.keys(ASKED).filter((provider) => !READ_ONLY.includes(provider));
  await write("bodies", [
    ...samples.map(({ provider, body }) => satisfy(body, typeOf("Requests", provider))),
    ...answers.map((name) => satisfy(PROVIDER_ANSWERS[name], typeOf("Answers", name))),
  ]);
  await write("spoiled", writeSpoiled(samples));
});

test("every request body and every answer is as the providers' libraries type it, and a field that is named wrongly is not", async () => {
  assert.equal(await typeCheck(), "");
});

for (const provider of ASKED_BY_SDK as string[]) {
  test(`${provider}: its own library asks the same question at the same address in the same words`, async () => {
    const { body, url } = await record(provider, {});
    const question = makeRequest("");
    const sent = await askBySdk(provider, {
      ...{ body, answer: PROVIDER_ANSWERS[provider], prompt: question.prompt },
      ...{ model: question.requested_model, country: "DE", language: "de" },
    });
    const { at = ["", ""], also = {} } = OTHERWISE[provider] ?? {};
    assert.equal(sent.url.replace(...at), url);
    assert.deepEqual(sent.body, Array.isArray(body) ? body : { ...(body as object), ...also });
    assert.ok(JSON.stringify(sent.read).includes(TOLD.text));
  });
}
