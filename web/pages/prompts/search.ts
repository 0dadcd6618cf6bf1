import type { Scope } from "../../scope.ts";
import type { Prompt } from "./use-prompts.ts";

const TABS = ["topics", "tags"] as const;
const STATUSES = ["archived", "all"] as const;

/** What the page of prompts shows in addition to the scope. It lives in the address. */
export type PromptsSearch = {
  tab?: (typeof TABS)[number];
  status?: (typeof STATUSES)[number];
  q?: string;
  /** The column that the list is sorted by, as of sources: "asc" is upwards. */
  sort?: string;
  dir?: "asc";
  page?: number;
};

/** Reads the part of an address that says what the page of prompts shows. */
export function readPromptsSearch(search: Record<string, unknown>): PromptsSearch {
  const tab = TABS.find((name) => name === search["tab"]);
  const status = STATUSES.find((name) => name === search["status"]);
  const q = search["q"] === undefined ? "" : String(search["q"]);
  const sort = search["sort"] === undefined ? "" : String(search["sort"]);
  const page = Number(search["page"]);
  return {
    ...{ ...(tab && { tab }), ...(status && { status }), ...(q && { q }) },
    ...(sort && { sort }),
    ...(sort && search["dir"] === "asc" && { dir: "asc" as const }),
    ...(Number.isInteger(page) && page > 1 && { page }),
  };
}

/** Whether a prompt is one that the scope and the page's own search keep. */
export function isKept(prompt: Prompt, scope: Scope, { status, q }: PromptsSearch): boolean {
  if (status !== "all" && prompt.status !== (status ?? "active")) return false;
  if (q && !prompt.text.toLowerCase().includes(q.trim().toLowerCase())) return false;
  if (scope.branded === "only" && !prompt.is_branded) return false;
  if (scope.country && !scope.country.includes(prompt.country_code)) return false;
  if (scope.topic && !scope.topic.includes(prompt.topic_id ?? "")) return false;
  const names = (brands: readonly string[]) => brands.some((id) => prompt.brand_ids.includes(id));
  if ((scope.naming && !names(scope.naming)) || names(scope.not_naming ?? [])) return false;
  return !scope.tag || scope.tag.some((tag) => prompt.tag_ids.includes(tag));
}
