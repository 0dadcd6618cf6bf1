import * as z from "zod";
import type { EngineRequest } from "#core/answer-engine.ts";
import { failInside, maybeText, readShape } from "./body-shapes.ts";
import type { Wire } from "./make-engine.ts";
import type { LaterShape } from "./make-later.ts";
import { basic } from "./request-options.ts";
import { collectWords, listPages, readPage } from "./vendor-page.ts";

const GIVE_UP_SECONDS = 6 * 3_600;

/** What Oxylabs reads: its source of each page, what the question is called there, and whether it must be rendered. */
const PAGES = {
  chatgpt: ["chatgpt", "prompt", {}],
  perplexity: ["perplexity", "prompt", {}],
  gemini: ["gemini", "prompt", {}],
  google_ai_mode: ["google_ai_mode", "query", { render: "html" }],
  google_ai_overview: ["google_search", "query", { render: "html" }],
} as const;
type Page = keyof typeof PAGES;
export const OXYLABS_PAGES = Object.keys(PAGES) as Page[];

const jobShape = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  status: maybeText,
  statuses: z.unknown().optional(),
});
const words = z.unknown().optional();
const contentShape = z.looseObject({
  llm_model: maybeText,
  markdown_text: maybeText,
  answer_results_md: maybeText,
  response_text: maybeText,
  search_queries: words,
  web_search_queries: words,
  additional_results: z.looseObject({ sources_results: words }).nullish(),
  results: z.looseObject({ ai_overviews: words }).nullish(),
  ai_overviews: words,
});
const bodyShape = z.looseObject({
  results: z.tuple([z.looseObject({ content: contentShape })], z.unknown()),
});

/** A page read by Oxylabs: a job is pushed and its results pulled later (`/v1/queries`). It takes no name of ours. */
export function oxylabs(page: Page): Wire {
  const isSearch = page === "perplexity" || page.startsWith("google");
  return {
    wire: `oxylabs-${page}`,
    supports: { search_queries: page === "chatgpt", retrieved: false, cited: true, location: true },
    path: "/v1/queries",
    headers: basic,
    searches: isSearch || page === "chatgpt" ? "forced" : "chosen",
    body: (request) => writeJob(request, page),
    question: ["source", "prompt", "query", "url"],
    read: (raw, wire) => readContent(raw, { wire, page, isSearch }),
    later: LATER,
  };
}

function writeJob({ prompt, country_code }: EngineRequest, page: Page) {
  const [source, field, more] = PAGES[page];
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  const geo_location = country_code === null ? undefined : names.of(country_code.toUpperCase());
  return {
    ...{ source, [field]: prompt, parse: true, ...more },
    ...(page === "chatgpt" && { search: true }),
    ...(geo_location !== undefined && { geo_location }),
  };
}

const LATER: LaterShape = {
  give_up_seconds: GIVE_UP_SECONDS,
  async submit(call, { bodies }) {
    const [body] = bodies.values();
    return readShape(jobShape, await call({ path: "/v1/queries", body }), "Oxylabs job").id;
  },
  async fetch(call, name, { bodies }) {
    const [id = ""] = bodies.keys();
    const path = `/v1/queries/${encodeURIComponent(name)}`;
    const { status, statuses } = readShape(jobShape, await call({ path }), "Oxylabs job");
    if (status === "faulted") {
      const said = JSON.stringify(statuses ?? "no reason given");
      return new Map([[id, failInside(503, `Oxylabs: ${said}`)]]);
    }
    return status === "done" ? new Map([[id, await call({ path: `${path}/results` })]]) : null;
  },
};

function readContent(
  raw: unknown,
  { wire, page, isSearch: is_search }: { wire: string; page: Page; isSearch: boolean },
) {
  const [{ content }] = readShape(bodyShape, raw, wire).results;
  if (page === "google_ai_overview") {
    const overviews = content.results?.ai_overviews ?? content.ai_overviews ?? null;
    const sources = listPages(findPages(overviews));
    const text = collectWords(overviews, ["text", "markdown"]).join("\n\n");
    return readPage({ text, sources, is_search });
  }
  const queries = content.search_queries ?? content.web_search_queries;
  return readPage({
    text: content.markdown_text ?? content.answer_results_md ?? content.response_text ?? "",
    served_model: content.llm_model,
    sources: listPages(content["citations"], content.additional_results?.sources_results),
    queries: Array.isArray(queries) ? queries.filter((query) => typeof query === "string") : [],
    is_search,
  });
}

/** References stand beside the words that they belong to, and in a panel of sources. */
function findPages(node: unknown, depth = 0): unknown[] {
  if (depth > 8 || typeof node !== "object" || node === null) return [];
  const own = "url" in node ? [node] : [];
  return [...own, ...Object.values(node).flatMap((inner) => findPages(inner, depth + 1))];
}
