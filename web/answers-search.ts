import type { InputOf } from "./call.ts";
import { type FilterName, reportInput, type Scope } from "./scope.ts";
import { STATUS_LABELS, type Status } from "./words/answer-states.ts";

/** In what tone an answer names a brand. */
export const TONE_LABELS = {
  negative: "Negative tone",
  neutral: "Neutral tone",
  positive: "Positive tone",
  scored: "Any known tone",
  unscored: "Tone not known",
} as const;
export type Tone = keyof typeof TONE_LABELS;

/** The orders that a list of answers can have. */
export const SORT_LABELS = {
  desc: "Newest",
  asc: "Oldest",
  worst_tone: "Worst tone",
  best_tone: "Best tone",
} as const;
export type Sort = keyof typeof SORT_LABELS;

/** What the list of answers is narrowed to in addition to the scope. It lives in the address. */
export type AnswersSearch = {
  status?: Status;
  brand_id?: string;
  /** Answers that do not name this brand. */
  not_brand_id?: string;
  /** Answers that name this brand before any other. */
  first_brand_id?: string;
  prompt_id?: string;
  domain?: string;
  url?: string;
  /** What answers do with the site or page: they cite it, or read it. */
  use?: "cited" | "retrieved";
  q?: string;
  /** The tone on the brand that the list is narrowed to, else on the own brand. */
  tone?: Tone;
  /** The brand whose tone is told, where that is not the one that the list is narrowed to. */
  tone_on?: string;
  sort?: Exclude<Sort, "desc">;
  page?: number;
  /** Place in the list, from 0, of the one answer that is shown. */
  at?: number;
};

/** What lets in only answers that say something about one brand. */
export const NO_BRAND = {
  ...{ brand_id: undefined, not_brand_id: undefined, first_brand_id: undefined },
  ...{ tone: undefined, tone_on: undefined },
} satisfies { [K in keyof AnswersSearch]?: undefined };

const TEXTS = [
  ...(["brand_id", "not_brand_id", "first_brand_id"] as const),
  ...(["tone_on", "prompt_id", "domain", "url", "q"] as const),
];
export const PAGE_SIZE = globalThis.matchMedia?.("(max-width: 48em)").matches ? 20 : 50;

/** Reads the part of an address that narrows answers; what makes no sense is left out. */
export function readAnswersSearch(search: Record<string, unknown>): AnswersSearch {
  const found: AnswersSearch = {};
  const { status, sort, page, at, use, tone } = search;
  if (typeof status === "string" && status in STATUS_LABELS) found.status = status as Status;
  if (use === "cited" || use === "retrieved") found.use = use;
  if (typeof tone === "string" && Object.hasOwn(TONE_LABELS, tone)) found.tone = tone as Tone;
  if (typeof sort === "string" && sort !== "desc" && Object.hasOwn(SORT_LABELS, sort))
    found.sort = sort as Exclude<Sort, "desc">;
  if (Number.isInteger(Number(page)) && Number(page) > 1) found.page = Number(page);
  if (at !== undefined && Number.isInteger(Number(at)) && Number(at) >= 0) found.at = Number(at);
  for (const name of TEXTS) {
    const value = search[name];
    if (value !== undefined && value !== "") found[name] = String(value);
  }
  return found;
}

/** What answers are searched for: the server looks for two characters and more. */
export function soughtBy({ q }: { q?: string | undefined }): string | undefined {
  return q && q.trim().length > 1 ? q : undefined;
}

/** What a list is narrowed to by the links that lead to it, and the filters of the scope that would do the same. */
const SAME = { brand_id: "mentioned", not_brand_id: "not_mentioned" } as const;

type OwnFilter = {
  what: string;
  label: string;
  names: (keyof AnswersSearch)[];
  same?: { name: FilterName; value: string };
};

/** What the list is narrowed to beside the scope: each in words, with the names it has in the address. */
export function searchFilters(
  search: AnswersSearch,
  nameOf: Record<"brand" | "prompt" | "address", (value: string) => string>,
): OwnFilter[] {
  const { status, brand_id, not_brand_id, first_brand_id, prompt_id, tone, domain, url } = search;
  const uses = { cited: "Cites", retrieved: "Reads", any: "Uses" }[search.use ?? "any"];
  const address = url ?? domain;
  const found: [string, string | undefined, ...(keyof AnswersSearch)[]][] = [
    ["State", status && STATUS_LABELS[status], "status"],
    ["Brand mentioned", brand_id && nameOf.brand(brand_id), "brand_id"],
    ["Brand not mentioned", not_brand_id && nameOf.brand(not_brand_id), "not_brand_id"],
    ["First named", first_brand_id && nameOf.brand(first_brand_id), "first_brand_id"],
    ["Prompt", prompt_id && nameOf.prompt(prompt_id), "prompt_id"],
    ["Tone", tone && TONE_LABELS[tone], "tone"],
    [uses, address && nameOf.address(address), "url", "domain", "use"],
    ["Search", soughtBy(search), "q"],
  ];
  return found.flatMap(([what, shown, ...names]) => {
    if (!shown) return [];
    const [name] = names;
    const value = search[name as keyof typeof SAME];
    const isSame = name !== undefined && name in SAME && value;
    const same = isSame ? { name: SAME[name as keyof typeof SAME], value } : undefined;
    return { what, label: `${what}: ${shown}`, names, ...(same && { same }) };
  });
}

/** The only brand that a list is narrowed to, if there is one. */
export const onlyBrand = ({ brand_id }: AnswersSearch, { mentioned = [] }: Scope) =>
  brand_id ?? (mentioned.length === 1 ? mentioned[0] : undefined);

/** The brand whose tone a list tells, where it is not the own one: the chosen one, or the only one that it is narrowed to. */
export const tonedBrand = (search: AnswersSearch, scope: Scope) =>
  search.tone_on ?? onlyBrand(search, scope);

/** What `browse_chats` is asked for a scope and a search. */
export function browseInput(
  scope: Scope,
  { at: _, page: __, tone_on, q, ...narrowed }: AnswersSearch,
  timezone: string,
): Omit<InputOf<"browse_chats">, "project_id"> {
  const tone_brand_id = tone_on ?? onlyBrand(narrowed, scope);
  const search = soughtBy({ q });
  return {
    ...reportInput(scope, timezone),
    // The answers of one prompt are its answers, whatever it names.
    ...(narrowed.prompt_id && { branded: "include" as const }),
    ...narrowed,
    ...(tone_brand_id && { tone_brand_id }),
    ...(search && { search }),
  };
}
