// The codes alone: its usual entry reads the names in 80 languages.
import countries from "i18n-iso-countries/index.js";
import * as z from "zod";
import { EngineFailure, type EngineRequest } from "#core/answer-engine.ts";
import {
  failInside,
  maybeList,
  maybeNumber,
  maybeText,
  pageShape,
  readShape,
} from "./body-shapes.ts";
import type { AnswerParts } from "./build-captured.ts";
import type { Wire } from "./make-engine.ts";
import { isExtra, readExtras } from "./page-extras.ts";
import { basic } from "./request-options.ts";
import { citePages, type Page, readPage } from "./vendor-page.ts";

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

/** What surrounds every result. */
export const bodyShape = z.looseObject({
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
  headers: basic,
  body: writeTask,
  // An address would be read in place of the keyword's page.
  question: ["keyword", "url"],
  wrap: (task) => [task],
  searches: "forced",
  read: (raw, wire) => readBody(raw, { wire, scraper: false }),
};

/** The same for Google's page of results, of which the AI Overview is read; without one the answer is empty. */
export const dataforseoOverview: Wire = {
  ...dataforseoAiMode,
  wire: "dataforseo-ai-overview",
  path: "/serp/google/organic/live/advanced",
  body: (request) => ({ ...writeTask(request), load_async_ai_overview: true }),
  read(raw, wire) {
    const body = readShape(bodyShape, raw, wire);
    const task = body.tasks?.[0];
    refuseStatus(task ?? body);
    const items = task?.result?.[0]?.items ?? [];
    const overview = items.find((item) => item["type"] === "ai_overview");
    const inside = z.looseObject({ items: maybeList(itemShape) });
    const inner = readShape(inside, overview ?? {}, wire, raw);
    const text = overview?.markdown ?? readText(inner);
    const sources = listReferences({
      items: [...(overview ? [overview] : []), ...(inner.items ?? [])],
    });
    const read = readPage({ text, sources, is_search: true });
    const extras = readExtras(overview);
    return { ...read, extras, usage: { searches: 1, cost_usd: task?.cost ?? null } };
  },
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

function writeTask({ prompt, country_code, language_code }: EngineRequest) {
  return {
    // The vendor decodes it: a plus sign would be a space, a percent sign the start of another character.
    keyword: prompt.replaceAll("%", "%25").replaceAll("+", "%2B"),
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
  const cited = citePages(text, references);
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
    extras: readExtras(result),
    usage: { searches: 1, cost_usd: task?.cost ?? null },
  };
}

/** The vendor answers 200 and puts its own code inside, 20000 for good; 40102 is "no results". */
export function refuseStatus(status: {
  status_code: number;
  status_message?: string | null | undefined;
  cost?: number | null | undefined;
}) {
  const code = status.status_code;
  if (code < 40_000 || code === 40_102) return;
  const said = status.status_message ?? "no message";
  if (code === 40_101 || code === 40_103) {
    // The page failed after the vendor's own tries, and is billed all the same.
    const cost_usd = status.cost || null;
    throw new EngineFailure("timeout_after_send", `DataForSEO ${code}: ${said}`, { cost_usd });
  }
  const http = code >= 50_000 ? 500 : (HTTP_BY_CODE.get(code) ?? Math.floor(code / 100));
  const usage = { cost_usd: status.cost ?? 0 };
  throw failInside(http, `DataForSEO ${code}: ${said}`, { evidence: said, usage });
}

const HTTP_BY_CODE = new Map([
  [40_200, 402],
  [40_202, 429],
  [40_203, 402],
  [40_209, 429],
  [40_210, 402],
  [40_501, 400],
]);

function readText(result: Pick<Result, "markdown" | "items">): string {
  if (result.markdown) return result.markdown;
  const own = (result.items ?? []).filter((item) => !isExtra(item["type"]));
  const parts = own.map((item) => item.markdown ?? item.text ?? "");
  return parts.filter((part) => part !== "").join("\n\n");
}

function listReferences(result: Pick<Result, "items" | "sources">): Page[] {
  const nested = (result.items ?? []).flatMap((item) => item.references ?? []);
  const byUrl = new Map<string, Page>();
  for (const { url, title } of [...(result.sources ?? []), ...nested]) {
    if (url && !byUrl.has(url)) byUrl.set(url, { url, title: title ?? null });
  }
  return [...byUrl.values()];
}
