import { foldKey } from "./fold-text.ts";
import type { Classification } from "./known-domains.ts";
import type { PageType } from "./page-type.ts";

/** A page of a site that answers cited. */
export type SitePage = { url: string; title: string | null; page_type: string };

type Side = "sells" | "company" | "editorial" | "ugc";

const COMPANY_PATH =
  /\/(?:pricing|solutions?|platform|integrations?|customers?|case-stud(?:y|ies)|partners|investors?|careers?|about-us|company|industries|services?|enterprise|demo|contact-us|store-locator|plans|dealers?|ueber-uns|unternehmen|leistungen|loesungen|soluciones|servicios|nosotros|a-propos|entreprise)(?:[/.]|$)/;
/** Where companies write about their field; who sells by a shop system writes under "/blogs/". */
const COMPANY_TEXTS =
  /\/(?:blog|hub|resources?|learn|academy|knowledge(?:-base)?|glossary|whitepapers?|webinars?|support|help|docs|faq)\//;
const SHOP_TEXTS = /\/blogs\/|\/pages\/[^/]+$/;
const HELP_HOST = /^(?:help|support|docs|developers?)\./;
const SHOP_PATH =
  /\/(?:products?|collections?|cart|checkout|shop|store|dp|itm|ip|sku|produkte?|produits?|producto?s?)(?:\/|$)/;
const PRESS_PATH =
  /\/(?:reviews?|news|articles?|magazine?|stor(?:y|ies)|opinion|features?|editorial|authors?|editors?-picks|tests?|noticias|actualites|nachrichten|artikel)(?:\/|$)|-review(?:s|ed)?(?:[/.]|$)|\/\d{4}\/\d{2}\//;

const PRESS_TYPES = new Set<string>([
  "listicle",
  "article",
  "comparison",
  "how_to_guide",
  "alternative",
] satisfies PageType[]);

/**
 * The kind of site by the pages of it that answers cite, or null where they say nothing: what is sold under one's own
 * name is a company's, under others' a shop's; texts are a magazine's unless they lie where companies put theirs.
 */
export function classifyByPages(site: string, pages: readonly SitePage[]): Classification | null {
  const votes: Record<Side, number> = { sells: 0, company: 0, editorial: 0, ugc: 0 };
  for (const page of pages) {
    const [side, weight] = sideOf(page);
    if (side) votes[side] += weight;
  }
  const [[side, weight]] = Object.entries(votes).sort(([, a], [, b]) => b - a) as [[Side, number]];
  if (weight === 0) return null;
  if (side === "company") return "corporate";
  if (side === "sells") return isMaker(site, pages) ? "corporate" : "retail";
  return side;
}

function sideOf({ url, page_type }: SitePage): [Side | null, number] {
  const { pathname = "", hostname = "" } = URL.parse(url.toLowerCase()) ?? {};
  const path = `${pathname}/`;
  const isPress = PRESS_TYPES.has(page_type);
  if (page_type === "discussion") return ["ugc", 2];
  // A magazine has more to cite than its first page.
  if (page_type === "homepage") return ["company", 0.5];
  if (SHOP_TEXTS.test(pathname)) return ["company", 1];
  if (COMPANY_PATH.test(path) && page_type !== "listicle") return ["company", 2];
  if (page_type === "product_page") return ["sells", 2];
  if (page_type === "category_page") return SHOP_PATH.test(path) ? ["sells", 2] : [null, 0];
  if (HELP_HOST.test(hostname)) return ["company", 2];
  if (COMPANY_TEXTS.test(path)) return ["company", 1];
  if (!isPress) return SHOP_PATH.test(path) ? ["sells", 1] : [null, 0];
  return ["editorial", PRESS_PATH.test(path) || page_type === "listicle" ? 2 : 1];
}

/** Whether at least half of a site's products are called by the site's own name. */
function isMaker(site: string, pages: readonly SitePage[]): boolean {
  const label = squeezed(site.split(".")[0] ?? "");
  const products = pages.filter(({ page_type }) => page_type === "product_page");
  const own = products.filter(({ url, title }) => {
    const slug = URL.parse(url)?.pathname.split("/").filter(Boolean).at(-1) ?? "";
    return [title ?? "", slug.replaceAll("-", " ")].some((name) => isNamedAfter(name, label));
  });
  return products.length > 0 && own.length * 2 >= products.length;
}

function isNamedAfter(name: string, label: string): boolean {
  const [first = ""] = name.trim().split(/\s+/).map(squeezed);
  const isInLabel = first.length >= 4 && (label.startsWith(first) || label.endsWith(first));
  return isInLabel || (label.length >= 4 && squeezed(name).includes(label));
}

const squeezed = (text: string) => foldKey(text).replace(/[^\p{L}\p{N}]/gu, "");
