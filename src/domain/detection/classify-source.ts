import { siteOf } from "./canonical-url.ts";
import type { Classification } from "./known-domains.ts";
import { KNOWN_DOMAINS } from "./known-domains.ts";

/** What a cited page is, as far as its address and title tell. */
export const PAGE_TYPES = [
  "homepage",
  "category_page",
  "product_page",
  "listicle",
  "comparison",
  "profile",
  "alternative",
  "discussion",
  "how_to_guide",
  "article",
  "video",
  "other",
] as const;

export type PageType = (typeof PAGE_TYPES)[number];

/** A project's own knowledge of domains; `overrides` are a user's decisions and win. */
export type KnownSites = {
  own_domains: readonly string[];
  competitor_domains: readonly string[];
  overrides?: ReadonlyMap<string, Classification>;
};

const INSTITUTION =
  /\.(?:gov|edu|mil|int)$|\.(?:gov|gob|gouv|govt|gub|gc|ac|edu|mil)\.[a-z]{2}$|(?:^|\.)europa\.eu$/;

/** The kind of site a domain is: a user's override, own or competitor, well known, by suffix. */
export function classifyDomain(domain: string, sites: KnownSites): Classification {
  const host = domain.toLowerCase();
  const site = siteOf(host);
  const decided = sites.overrides?.get(host) ?? sites.overrides?.get(site);
  if (decided) return decided;
  if (sites.own_domains.some((own) => isWithin(host, own))) return "own";
  if (sites.competitor_domains.some((other) => isWithin(host, other))) return "competitor";
  for (let part = host; part.includes("."); part = part.slice(part.indexOf(".") + 1)) {
    const known = KNOWN_DOMAINS.get(part);
    if (known) return known;
  }
  return INSTITUTION.test(host) ? "institutional" : "other";
}

function isWithin(host: string, domain: string): boolean {
  const site = domain.toLowerCase().replace(/^www\./, "");
  return host === site || host.endsWith(`.${site}`);
}

const VIDEO_HOST =
  /(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|tiktok\.com|twitch\.tv|bilibili\.com)$/;
const TALK_HOST =
  /(?:^|\.)(?:reddit\.com|quora\.com|stackexchange\.com|stackoverflow\.com|news\.ycombinator\.com|zhihu\.com|gutefrage\.net|mumsnet\.com|superuser\.com|slickdeals\.net)$|(?:^|[.-])(?:forums?|community|discuss|talk)\./;
const PROFILE_HOST =
  /(?:^|\.)(?:linkedin\.com|crunchbase\.com|trustpilot\.com|glassdoor\.[a-z.]+|g2\.com|capterra\.com|yelp\.com|pitchbook\.com|instagram\.com|facebook\.com|x\.com|twitter\.com)$/;

// The first rule that fits decides; words are looked for in the path, then in the title.
const RULES: readonly (readonly [PageType, RegExp])[] = [
  [
    "discussion",
    /(?:^|\/)(?:forums?|threads?|topics?|questions?|discussions?|viewtopic|showthread)(?:[/.-]|$)/,
  ],
  ["video", /(?:^|\/)(?:videos?|watch|shorts)(?:\/|$)/],
  [
    "alternative",
    /(?:^|[/_ -])(?:alternatives?(?:-to)?|competitors|alternativen|alternativas)(?:[/_ .-]|$)/,
  ],
  [
    "comparison",
    /(?:^|[/_ -])(?:vs\.?|versus|compare|compared|comparison|comparisons|vergleich|comparatif|comparativa)(?:[/_ .-]|$)/,
  ],
  [
    "listicle",
    /(?:^|[/_ -])(?:best|top[_ -]?\d+|top|\d{1,3}[_ -](?:best|top|great)|ranked|ranking|roundup|buying-guide|picks|besten?|meilleure?s?|mejores|migliori|melhores|beste|rated)(?:[/_ .-]|$)/,
  ],
  [
    "how_to_guide",
    /(?:^|[/_ -])(?:how[_ -]to|guides?|tutorials?|step-by-step|tips|anleitung|ratgeber|docs|help|support|faqs?)(?:[/_ .-]|$)/,
  ],
  [
    "product_page",
    /(?:^|\/)(?:dp|gp\/product|products?|p|ip|itm|item|sku|pd|prod|buy)\/[^/]+|[/-]p-?\d{4,}|\/[a-z]-\d{5,}|\.p(?:\?|$)|(?:^|\/)(?:pricing|features|plans)(?:\/|$)/,
  ],
  [
    "category_page",
    /(?:^|\/)(?:c|s|b|cat|category|categories|collections?|shop|store|browse|departments?|tags?|search|catalog|sets?)(?:\/|$)/,
  ],
  [
    "article",
    /(?:^|[/_-])(?:reviews?|blog|news|articles?|stor(?:y|ies)|posts?|magazine|press|insights|features?|opinion|tests?)(?:[/_-]|$)|\/\d{4}\/\d{1,2}\/|\.pdf$/,
  ],
];
const TITLE_RULES = new Set<PageType>(["alternative", "comparison", "listicle", "how_to_guide"]);

/** What a page is, from its canonical address and (where the address is silent) its title. */
export function classifyPage(url: string, title = ""): PageType {
  const parsed = URL.parse(url);
  if (!parsed) return "other";
  const host = parsed.hostname.toLowerCase();
  const path = parsed.pathname.toLowerCase().slice(0, 1_000);
  if (VIDEO_HOST.test(host) && path !== "/") return path.startsWith("/@") ? "profile" : "video";
  if (TALK_HOST.test(host) && path !== "/") return "discussion";
  if (/^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+|home)?$/.test(path)) {
    return parsed.search === "" ? "homepage" : "other";
  }
  for (const [type, pattern] of RULES) if (pattern.test(path)) return type;
  if (PROFILE_HOST.test(host) || /^\/(?:@|company\/|in\/|user\/|about)/.test(path))
    return "profile";
  const words = ` ${title.toLowerCase().slice(0, 300)} `;
  for (const [type, pattern] of RULES)
    if (TITLE_RULES.has(type) && pattern.test(words)) return type;
  const last = path.split("/").filter(Boolean).at(-1) ?? "";
  return last.split("-").length >= 4 || path.startsWith("/wiki/") ? "article" : "other";
}
