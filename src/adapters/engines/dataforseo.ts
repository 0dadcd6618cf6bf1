import * as z from "zod";
import {
  type AnswerEngine,
  type CitedSource,
  EngineFailure,
  type EngineRequest,
} from "#core/answer-engine.ts";
import { type AnswerParts, buildCaptured, cite, readShape } from "./build-captured.ts";
import { chooseKind, redact } from "./classify-failure.ts";
import { requestJson } from "./request-json.ts";
import { applyParameters } from "./request-options.ts";
import { findLinks } from "./text-spans.ts";

const VERSION = "dataforseo@1";

const sourceShape = z.looseObject({
  url: z.string().nullish(),
  title: z.string().nullish(),
  source_name: z.string().nullish(),
});

const itemShape = z.looseObject({
  type: z.string().nullish(),
  markdown: z.string().nullish(),
  text: z.string().nullish(),
  references: z.array(sourceShape).nullish(),
});

const resultShape = z.looseObject({
  model: z.string().nullish(),
  markdown: z.string().nullish(),
  items: z.array(itemShape).nullish(),
  sources: z.array(sourceShape).nullish(),
  search_results: z.array(sourceShape).nullish(),
  fan_out_queries: z.array(z.string()).nullish(),
});

const bodyShape = z.looseObject({
  status_code: z.number(),
  status_message: z.string().nullish(),
  tasks: z
    .array(
      z.looseObject({
        status_code: z.number(),
        status_message: z.string().nullish(),
        cost: z.number().nullish(),
        result: z.array(resultShape).nullish(),
      }),
    )
    .nullish(),
});

type Result = z.output<typeof resultShape>;

/** Which DataForSEO product answers: Google's AI mode, or the ChatGPT or Gemini app's own page. */
export type DataforseoProduct = "ai_mode" | "llm_scraper";

const WIRES: Record<DataforseoProduct, string> = {
  ai_mode: "dataforseo-ai-mode",
  llm_scraper: "dataforseo-llm-scraper",
};

/** DataForSEO's live endpoints; the key is `login:password`, the country goes by its English name,
 * the cost is the one the vendor reports. For the scraper the model is `chat_gpt` or `gemini`. */
export function makeDataforseo(provider: string, product: DataforseoProduct): AnswerEngine {
  const wire = WIRES[product];
  const parse: AnswerEngine["parse"] = (raw, requested_model) =>
    buildCaptured(readBody(raw, wire, product), {
      provider,
      requested_model,
      raw,
      adapter_version: VERSION,
    });
  const scraper = product === "llm_scraper";
  return {
    provider,
    wire,
    supports: { search_queries: scraper, retrieved: scraper, cited: true, location: true },
    parse,
    ask: async (request) => {
      const login = Buffer.from(request.api_key ?? "", "utf8").toString("base64");
      const raw = await requestJson(request, {
        path: choosePath(product, request.requested_model),
        headers: { authorization: `Basic ${login}` },
        body: [writeTask(request, product)],
      });
      return parse(raw, request.requested_model);
    },
  };
}

function choosePath(product: DataforseoProduct, model: string): string {
  if (product === "ai_mode") return "/serp/google/ai_mode/live/advanced";
  return `/ai_optimization/${encodeURIComponent(model)}/llm_scraper/live/advanced`;
}

function writeTask(request: EngineRequest, product: DataforseoProduct): Record<string, unknown> {
  const country = nameCountry(request.country_code);
  const body = {
    keyword: request.prompt,
    language_code: request.language_code ?? "en",
    ...(country === null ? {} : { location_name: country }),
    ...(product === "llm_scraper" ? { force_web_search: true } : {}),
  };
  return applyParameters(body, request.parameters);
}

function nameCountry(code: string | null): string | null {
  if (code === null || !/^[a-z]{2}$/i.test(code)) return null;
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return names.of(code.toUpperCase()) ?? null;
}

function readBody(raw: unknown, wire: string, product: DataforseoProduct): AnswerParts {
  const body = readShape(bodyShape, raw, wire);
  const task = body.tasks?.[0];
  refuseStatus(task ?? body);
  const result = task?.result?.[0] ?? {};
  const text = readText(result);
  const references = listReferences(result);
  const scraper = product === "llm_scraper";
  const pages = scraper ? (result.search_results ?? []) : references;
  const cited = citeReferences(text, references);
  return {
    text,
    served_model: result.model ?? null,
    finish: "stop",
    search_ran: scraper ? pages.length + references.length > 0 : true,
    search_queries: result.fan_out_queries ?? [],
    retrieved: (pages.length > 0 ? pages : cited).flatMap(({ url, title }) =>
      url ? [{ url, title }] : [],
    ),
    cited,
    usage: { searches: 1, cost_usd: task?.cost ?? null },
  };
}

/** The vendor answers 200 and puts its own code inside, 20000 for good; 40102 is "no results". */
function refuseStatus(status: { status_code: number; status_message?: string | null | undefined }) {
  const code = status.status_code;
  if (code < 40_000 || code === 40_102) return;
  const said = status.status_message ?? "no message";
  const http = code >= 50_000 ? 500 : (HTTP_BY_CODE.get(code) ?? Math.floor(code / 100));
  const kind = chooseKind(http, said);
  throw new EngineFailure(kind, redact(`DataForSEO ${code}: ${said}`, null), { status: http });
}

const HTTP_BY_CODE = new Map([
  [40_200, 402],
  [40_202, 429],
  [40_203, 402],
  [40_209, 429],
  [40_210, 402],
  [40_501, 400],
]);

function readText(result: Result): string {
  if (result.markdown) return result.markdown;
  const parts = (result.items ?? []).map((item) => item.markdown ?? item.text ?? "");
  return parts.filter((part) => part !== "").join("\n\n");
}

function listReferences(result: Result): { url: string; title: string | null }[] {
  const nested = (result.items ?? []).flatMap((item) => item.references ?? []);
  const byUrl = new Map<string, { url: string; title: string | null }>();
  for (const { url, title } of [...(result.sources ?? []), ...nested]) {
    if (url && !byUrl.has(url)) byUrl.set(url, { url, title: title ?? null });
  }
  return [...byUrl.values()];
}

/** A row for each link of the text to a reference, and one without place for the others. */
function citeReferences(
  text: string,
  references: { url: string; title: string | null }[],
): CitedSource[] {
  const titles = new Map(references.map(({ url, title }) => [url, title]));
  const linked = findLinks(text).filter((link) => titles.has(link.url));
  const placed = new Set(linked.map((link) => link.url));
  return [
    ...linked.map((link) => cite({ url: link.url, title: titles.get(link.url) }, link)),
    ...references.filter(({ url }) => !placed.has(url)).map((page) => cite(page, null)),
  ];
}
