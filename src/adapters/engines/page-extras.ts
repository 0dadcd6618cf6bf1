import * as z from "zod";
import type { Extra } from "#core/answer-engine.ts";
import { maybeNumber, maybeText } from "./body-shapes.ts";

/** What a block of a page holds, by its type or the name of its list, as DataForSEO and SerpApi call them. */
const KINDS = new Map([
  ["chat_gpt_ad", "ad"],
  ["ai_overview_paid", "ad"],
  ["ads", "ad"],
  ["chat_gpt_products", "product"],
  ["ai_overview_shopping", "product"],
  ["shopping_results", "product"],
  ["inline_products", "product"],
  ["chat_gpt_local_businesses", "business"],
  ["local_results", "business"],
  ["brand_entities", "entity"],
]);
const DEPTH_MAX = 8;
const EXTRAS_MAX = 200;
const TEXT_MAX = 500;
const URL_MAX = 4_096;

const priceShape = z.union([
  z.string(),
  z.number(),
  z.looseObject({ displayed_price: maybeText, current: maybeNumber, currency: maybeText }),
]);
const entryShape = z.looseObject({
  title: maybeText,
  name: maybeText,
  url: maybeText,
  link: maybeText,
  product_link: maybeText,
  website: maybeText,
  price: priceShape.nullish().catch(null),
  currency: maybeText.catch(null),
  is_rendered: z.boolean().nullish().catch(null),
  urls: z.unknown().optional(),
});

/** Whether a block of such a type is no part of the answer's words. */
export const isExtra = (type: unknown) => KINDS.has(String(type));

/** Ads, products, businesses and entities in a vendor's body, in its order, each once; at most 200. */
export function readExtras(body: unknown): Extra[] {
  const found = new Map<string, Extra>();
  walk(body, null, 0, (extra) => {
    const key = JSON.stringify([extra.kind, extra.title, extra.url]);
    if (found.size < EXTRAS_MAX && !found.has(key)) found.set(key, extra);
  });
  return [...found.values()];
}

/** `kind`: of what the blocks around are; null where they are the answer's own. */
function walk(
  node: unknown,
  kind: string | null,
  depth: number,
  add: (extra: Extra) => void,
): void {
  if (depth > DEPTH_MAX || typeof node !== "object" || node === null) return;
  if (Array.isArray(node)) {
    for (const inner of node) walk(inner, kind, depth + 1, add);
    return;
  }
  const fields = Object.entries(node);
  const type = fields.find(([name]) => name === "type")?.[1];
  const own = KINDS.get(String(type)) ?? kind;
  // A block of several says them in its items; one without is one itself.
  const lists = fields.filter(([, value]) => Array.isArray(value));
  const hasItems = lists.some(([name]) => name === "items");
  if (own !== null && !hasItems) {
    addEntry(node, own, add);
    return;
  }
  for (const [name, value] of lists) walk(value, KINDS.get(name) ?? own, depth + 1, add);
}

function addEntry(node: object, kind: string, add: (extra: Extra) => void): void {
  const entry = entryShape.safeParse(node).data;
  const title = (entry?.title ?? entry?.name ?? "").trim().slice(0, TEXT_MAX).toWellFormed();
  // An ad that came with the page and was not shown is none.
  if (!entry || title === "" || entry.is_rendered === false) return;
  const url = entry.url ?? entry.link ?? entry.product_link ?? entry.website ?? firstOf(entry.urls);
  const isPage = typeof url === "string" && /^https?:/.test(url) && url.length <= URL_MAX;
  const price = priceOf(entry)?.slice(0, TEXT_MAX).toWellFormed() ?? null;
  add({ kind, title, url: isPage ? url : null, price });
}

function firstOf(urls: unknown): string | null {
  const first: unknown = Array.isArray(urls) ? urls[0] : null;
  if (typeof first === "string") return first;
  return entryShape.safeParse(first).data?.url ?? null;
}

function priceOf({ price, currency }: z.output<typeof entryShape>): string | null {
  if (price === null || price === undefined) return null;
  if (typeof price === "string") return price;
  if (typeof price === "number") return [price, currency].filter(Boolean).join(" ");
  const parts = [price.current, price.currency].filter(Boolean).join(" ");
  return price.displayed_price ?? (parts === "" ? null : parts);
}
