import countries from "i18n-iso-countries";
import * as z from "zod";
import type { CitedSource, EngineRequest } from "#core/answer-engine.ts";
import {
  failInside,
  maybeList,
  maybeNumber,
  maybeText,
  pageShape,
  readShape,
} from "./body-shapes.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { findLinks } from "./text-spans.ts";

const pagesShape = maybeList(pageShape);
const itemShape = z.looseObject({ markdown: maybeText, text: maybeText, references: pagesShape });

const resultShape = z.looseObject({
  model: maybeText,
  markdown: maybeText,
  items: maybeList(itemShape),
  sources: pagesShape,
  search_results: pagesShape,
  fan_out_queries: maybeList(z.string()),
});

const bodyShape = z.looseObject({
  status_code: z.number(),
  status_message: maybeText,
  tasks: maybeList(
    z.looseObject({
      status_code: z.number(),
      status_message: maybeText,
      cost: maybeNumber,
      result: maybeList(resultShape),
    }),
  ),
});

type Result = z.output<typeof resultShape>;

/** DataForSEO's live endpoint for Google's AI mode; the key is `login:password`, the country goes by its number, the
 * cost is the one the vendor reports. */
export const dataforseoAiMode: Wire = {
  wire: "dataforseo-ai-mode",
  supports: { search_queries: false, retrieved: false, cited: true, location: true },
  path: "/serp/google/ai_mode/live/advanced",
  headers: authorize,
  body: writeTask,
  wrap: (task) => [task],
  searches: "forced",
  read: (raw, wire) => readBody(raw, { wire, scraper: false }),
};

/** The same for the page of the ChatGPT app, made to search. */
export const dataforseoChatgpt: Wire = {
  ...describeScraper("chat_gpt"),
  supports: { search_queries: true, retrieved: true, cited: true, location: true },
  body: (request) => ({ ...writeTask(request), force_web_search: true }),
  searches: undefined,
};

/** The same for the page of the Gemini app, which decides itself and tells neither its queries nor what it read. */
export const dataforseoGemini: Wire = describeScraper("gemini");

function describeScraper(app: string): Wire {
  return {
    ...dataforseoAiMode,
    wire: "dataforseo-llm-scraper",
    path: `/ai_optimization/${app}/llm_scraper/live/advanced`,
    searches: "chosen",
    read: (raw, wire) => readBody(raw, { wire, scraper: true }),
  };
}

function authorize({ api_key }: EngineRequest): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(api_key ?? "", "utf8").toString("base64")}` };
}

function writeTask({ prompt, country_code, language_code }: EngineRequest) {
  return {
    keyword: prompt,
    language_code: language_code ?? "en",
    ...placeOf(country_code),
  };
}

/** A country by the vendor's number, 2000 and its ISO number; one without (Kosovo) by its English name. */
function placeOf(code: string | null) {
  if (code === null || !/^[a-z]{2}$/i.test(code)) return {};
  const number = Number(countries.alpha2ToNumeric(code.toUpperCase()) ?? 0);
  // From 900 on numbers are for users to assign.
  if (number > 0 && number < 900) return { location_code: 2000 + number };
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const location_name = names.of(code.toUpperCase());
  return location_name === undefined ? {} : { location_name };
}

function readBody(
  raw: unknown,
  { wire, scraper }: { wire: string; scraper: boolean },
): AnswerParts {
  const body = readShape(bodyShape, raw, wire);
  const task = body.tasks?.[0];
  refuseStatus(task ?? body);
  const result = task?.result?.[0] ?? {};
  const text = readText(result);
  const references = listReferences(result);
  const pages = scraper ? (result.search_results ?? []) : references;
  const cited = citeReferences(text, references);
  const queries = result.fan_out_queries ?? [];
  return {
    text,
    served_model: result.model ?? null,
    finish: "stop",
    search_ran: scraper ? pages.length + references.length + queries.length > 0 : true,
    search_queries: queries,
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
  throw failInside(http, `DataForSEO ${code}: ${said}`, said);
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
