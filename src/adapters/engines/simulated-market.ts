import names from "./simulated-names.json" with { type: "json" };
import { hashUnit, makeRandom } from "./simulated-random.ts";

/** A brand of a simulated market; the domain is invented or the project's own. */
export type SimulatedBrand = { name: string; domain: string };

/** What simulated answers talk about: the project's brands and topics. */
export type SimulatedMarket = {
  own: SimulatedBrand;
  competitors: SimulatedBrand[];
  topics: string[];
  /** Own pages that a search for a subject with these words finds, up to a day, whoever is named. */
  pages?: (SimulatedPage & { about: string; until?: string | undefined })[] | undefined;
  /** What else is searched for where a subject has these words. */
  searches?: { about: string; query: string }[] | undefined;
};

/** An invented page that simulated answers retrieve and cite. */
export type SimulatedPage = {
  url: string;
  title: string;
  /** Found and read, and never cited. */
  never_cited?: boolean | undefined;
};

/** Invented names; no project tracks one, so that suggestions appear. */
const UNTRACKED_NAMES = names.untracked_names;
const UNTRACKED_COUNT = 5;
/** Before all else that is found. */
const FOUND_ORDER = 1.6;

/** Domains under the reserved top-level names of RFC 2606: nothing can be fetched from them. */
const EDITORIAL = names.editorial;

/** The site that no answer cites which names the own brand, so that there is one to be won. */
const UNFRIENDLY = names.unfriendly;

/** Sites that answers which name the own brand seldom cite, so that there are some where more can be won. */
const RELUCTANT = names.reluctant;
const RELUCTANCE = 0.8;

/** An invented market for a server that was given none. */
export const INVENTED_MARKET: SimulatedMarket = names.market;

/** Every brand an answer may name, the invented untracked ones included; stable for a seed. */
export function listMarketBrands(seed: string, market: SimulatedMarket): SimulatedBrand[] {
  const tracked = [market.own, ...market.competitors];
  const taken = new Set(tracked.map((brand) => brand.name.toLowerCase()));
  const untracked = UNTRACKED_NAMES.filter((name) => !taken.has(name.toLowerCase()))
    .map((name) => ({ name, order: hashUnit(seed, market.own.name, name, "untracked") }))
    .sort((a, b) => a.order - b.order)
    .slice(0, UNTRACKED_COUNT)
    .map(({ name }) => ({ name, domain: `${name.toLowerCase()}.example` }));
  return [...tracked, ...untracked];
}

/** The invented pages a search for a subject finds, best known first for that engine. */
export function listPages(
  keys: { seed: string; engine: string; subject: string; question: string; day: string },
  { brands, market }: { brands: SimulatedBrand[]; market: SimulatedMarket },
): SimulatedPage[] {
  const slug = keys.subject
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  const path = encodeURIComponent(slug);
  const random = makeRandom(keys.seed, keys.engine, keys.subject, "pages");
  const hasOwn = brands.some(({ name }) => name === market.own.name);
  const isReluctant = hashUnit(keys.seed, keys.subject, keys.day, "reluctant") < RELUCTANCE;
  const avoided = hasOwn ? [UNFRIENDLY, ...(isReluctant ? RELUCTANT : [])] : [];
  const editorial = EDITORIAL.filter(({ domain }) => !avoided.includes(domain)).map((site) => ({
    url: `https://${site.domain}/${site.page}/${path}`,
    title: site.title.replace("%", () => keys.question),
    order: random() + 0.5 * hashUnit(keys.seed, keys.engine, site.domain),
    never_cited: false,
  }));
  const own = brands.map((brand) => ({
    url: `https://${brand.domain}/${random() < 0.5 ? "products" : "blog"}/${path}`,
    title: `${brand.name}: ${keys.question}`,
    order: random() + 0.4,
    never_cited: false,
  }));
  const found = (market.pages ?? [])
    .filter(({ about, until }) => keys.subject.includes(about) && (!until || keys.day < until))
    .map((page) => ({ ...page, order: FOUND_ORDER }));
  return [...editorial, ...own, ...found]
    .sort((a, b) => b.order - a.order)
    .map(({ url, title, never_cited }) => ({ url, title, ...(never_cited && { never_cited }) }));
}

/** What a prompt asks about, in a few words: the question around it is taken off. */
export function readSubject(prompt: string, topics: string[]): string {
  const bare = prompt
    .replace(/[?!.]+\s*$/, "")
    .replace(/^(please|can you|could you|i need|i am looking for|recommend|suggest)\s+/i, "")
    .replace(/^(what|which|who|where|how)('s| is| are| do| does| should| can)?\s+/i, "")
    .replace(/^(the|a|an|i|you)\s+/i, "")
    .replace(/^(best|top|good|most recommended)\s+/i, "")
    .trim();
  const words = bare.split(/\s+/).slice(0, 7).join(" ");
  return words !== "" ? words : (topics[0] ?? "this category");
}
