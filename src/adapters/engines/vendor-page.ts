import type { CitedSource } from "#core/answer-engine.ts";
import { type AnswerParts, cite } from "./build-captured.ts";
import { findLinks } from "./text-spans.ts";

export type Page = { url: string; title: string | null };

/** What a vendor read of an app's or a search page. */
type VendorPage = {
  text: string;
  served_model?: string | null | undefined;
  sources: Page[];
  queries?: string[];
  /** Whether such a page is always the outcome of a search; else it was one where sources or queries show it. */
  is_search: boolean;
};

/** The answer on a page that a vendor read: sources that the text links are cited there, the others without a place. */
export function readPage({ text, sources, queries = [], ...page }: VendorPage): AnswerParts {
  return {
    text,
    served_model: page.served_model ?? null,
    finish: "stop",
    search_ran: page.is_search || sources.length + queries.length > 0,
    search_queries: queries,
    retrieved: sources,
    cited: citePages(text, sources),
    usage: { searches: 1 },
  };
}

/** A row for each link of the text to a page, and one without place for the others. */
export function citePages(text: string, pages: readonly Page[]): CitedSource[] {
  const titles = new Map(pages.map(({ url, title }) => [url, title]));
  const linked = findLinks(text).filter((link) => titles.has(link.url));
  const placed = new Set(linked.map((link) => link.url));
  return [
    ...linked.map((link) => cite({ url: link.url, title: titles.get(link.url) }, link)),
    ...pages.filter(({ url }) => !placed.has(url)).map((page) => cite(page, null)),
  ];
}

/** The words of nested blocks in reading order, each a paragraph; `keys` hold words, all lists are walked. */
export function collectWords(node: unknown, keys: readonly string[], depth = 0): string[] {
  if (depth > 8 || node === null) return [];
  if (typeof node === "string") return node.trim() === "" ? [] : [node.trim()];
  if (Array.isArray(node)) return node.flatMap((inner) => collectWords(inner, keys, depth + 1));
  if (typeof node !== "object") return [];
  const fields = new Map(Object.entries(node));
  const own = keys.map((key) => fields.get(key)).find((value) => typeof value === "string");
  const lists = [...fields.values()].filter((value) => Array.isArray(value));
  const inner = lists.flatMap((list) =>
    list.flatMap((item: unknown) =>
      typeof item === "object" ? collectWords(item, keys, depth + 1) : [],
    ),
  );
  return [...(typeof own === "string" ? collectWords(own, keys) : []), ...inner];
}

const HINT = /\W{0,20}opens in new tab\W{0,20}$/i;

/** Pages in lists of addresses or of objects with one, each address once. */
export function listPages(...lists: unknown[]): Page[] {
  const pages = new Map<string, Page>();
  for (const item of lists.flatMap((list) => (Array.isArray(list) ? list : []))) {
    const fields = new Map(Object.entries(typeof item === "object" ? (item ?? {}) : { url: item }));
    const first = (keys: string[]) =>
      keys.map((key) => fields.get(key)).find((value) => typeof value === "string" && value !== "");
    const nested = fields.get("urls");
    const urls = Array.isArray(nested) ? nested : [first(["url", "href", "link"])];
    const title = first(["title", "name", "label", "source"]);
    const shown = typeof title === "string" ? title.replace(HINT, "") : null;
    for (const url of urls) {
      if (typeof url !== "string" || !/^https?:/.test(url) || pages.has(url)) continue;
      pages.set(url, { url, title: shown });
    }
  }
  return [...pages.values()];
}
