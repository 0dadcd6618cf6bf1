import { withoutCountry } from "./known-domains.ts";

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

const VIDEO_HOST =
  /(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|tiktok\.com|twitch\.tv|bilibili\.com|dailymotion\.com|nicovideo\.jp|rutube\.ru)$/;
const TALK_HOST =
  /(?:^|\.)(?:reddit\.com|quora\.com|stackexchange\.com|stackoverflow\.com|news\.ycombinator\.com|zhihu\.com|gutefrage\.net|mumsnet\.com|superuser\.com|slickdeals\.net)$|(?:^|[.-])(?:forums?|foro|community|discuss|discourse|talk|board)\./;
const REVIEW_SITES = "capterra|g2|getapp|glassdoor|softwareadvice|trustpilot|trustradius|yelp";
const REVIEW_HOST = new RegExp(String.raw`(?:^|\.)(?:${REVIEW_SITES}|tripadvisor)\.com$`);
const PROFILE_HOST = new RegExp(
  String.raw`(?:^|\.)(?:(?:${REVIEW_SITES}|linkedin|crunchbase|pitchbook|instagram|facebook|x|twitter)\.com|threads\.net)$`,
);
/** What customers or staff say of one company, in whatever language the site speaks. */
const REVIEWS =
  /[/_](?:reviews?|bewertung(?:en)?|avis|opiniones|opinie|recensioni|beoordelingen|avalia\p{L}+)(?:[/_-]|$)/u;
const HELP_HOST = /^(?:help|support|docs|developers?|hilfe|ayuda|aide|kb|learn)\./;

/** A word or several as addresses and titles part them. */
const words = (alternatives: string) =>
  new RegExp(String.raw`(?:^|[/_\-\s:(|–—.])(?:${alternatives})(?=[/_\-\s:,.!?)|–—]|$)`, "u");

const LIST = words(
  String.raw`best|top[_\s-]?\d+|top|\d{1,3}[_\s-](?:best|top|great\p{L}*)|ranked|rankings?|round-?up|buying-guides?|picks|(?:top-)?rated|cheapest|quietest|lightest|fastest|safest|strongest|smallest|largest|biggest|easiest|healthiest|coolest|greatest|finest|most[_\s-](?:popular|affordable|comfortable|durable|powerful|reliable|beautiful|expensive)|besten?|bestes|bester|bestenliste|testsieger|meilleure?s?|mejor(?:es)?|miglior[ei]|melhor(?:es)?|beste|bedste|bästa|parhaat|najlepsz\p{L}{1,3}|nejlepší\p{L}*|nejlepsi\p{L}*|legjobb|en-iyi|en iyi|cele-mai-bune|лучши\p{L}+|топ[_\s-]?\d+|топ|najbolj\p{L}+|terbaik`,
);
/** Scripts without spaces and letters that no boundary is needed for. */
const LIST_SIGN =
  /おすすめ|オススメ|ランキング|人気|推荐|推薦|排行|十大|最好的|추천|순위|베스트|أفضل|הטובים|ดีที่สุด/;
/** "8 dreadnoughts under 500", "7 Things to look for": a small number and a plural. */
const NUMBERED =
  /(?:^|\/)(?:the[_\s-])?([2-9]|[1-4]\d)[_\s-](?!in-|year|month|day|hour|inch|piece|pack)(?:\p{L}+[_\s-]){0,2}\p{L}{2,}s(?=[_\s-])/u;
const VERSUS = words(
  String.raw`vs\.?|versus|compare|compared|comparing|comparisons?|vergleich\p{L}*|im-vergleich|comparatifs?|comparativ[ao]s?|comparar|comparacion|confronto|a-confronto|vergelijk\p{L}*|porownanie|porównanie|jamforelse|jämförelse|sammenligning|srovnani|srovnání|karsilastirma\p{L}*|karşılaştırma\p{L}*|сравнение|sravnenie`,
);
const VERSUS_SIGN = /比較|比较|对比|對比|違い|비교|مقارنة/;
const ALTERNATIVE = words(
  String.raw`alternatives?(?:-to)?|competitors|alternativen?|alternativas?|alternatieven|alternatywy|alternativy|konkurrenten|альтернатив\p{L}*|alternativi`,
);
const ALTERNATIVE_SIGN = /代替|替代|대안|بدائل/;
const GUIDE = words(
  String.raw`how[_\s-]to|howto|how[_\s-]do|how[_\s-]does|guides?|tutorials?|step[_\s-]by[_\s-]step|tips|checklist|docs|documentation|help|support|faqs?|troubleshooting|anleitung\p{L}*|ratgeber|tipps|so-geht|hilfe|comment|guide-d-achat|astuces|aide|como|cómo|guia|guía|consejos|ayuda|come|guida|consigli|dicas|hoe|gids|handleiding|jak|poradnik|hur|guiden|hvordan|nasil|nasıl|rehber\p{L}*|как|руководство|советы|kak`,
);
const GUIDE_SIGN = /方法|やり方|使い方|選び方|ガイド|教程|指南|攻略|가이드|방법|كيف|دليل/;
const THREAD =
  /(?:^|\/)(?:forums?|foro|threads?|questions?|discussions?|viewtopic|showthread|comments)(?:[/.]|$)|(?:^|\/)(?:topic|t)\/[^/]*\d/;
const PRODUCT =
  /(?<!reviews?\/|\/best\/)(?:^|\/)(?:dp|gp\/product|products?|produits?|producto?s?|produkte?|prodott[oi]|produtos?|tovar|urun|ip|itm|sku)\/[^/]+|\/store\/(?:detail\/|apps\/details$)|\/app\/(?:[^/]+\/)?id\d+|\/detail\/(?:[^/]+\/[a-p]{32}|[9x][0-9a-z]{11})$|\/addon\/[^/]+|[/-]p-?\d{4,}|\/[a-z]-\d{5,}|\.p(?:\?|$)/;
const PRODUCT_LIKE = /(?:^|\/)(?:p|item|pd|prod)\/[^/]+/;
const PLANS =
  /(?:^|\/)(?:(?:pricing|plans|prices|preise|tarifs?|precios|prezzi)(?:\/|$)|features\/?$)/;
const SHELF =
  /(?:^|\/)(?:collections?|browse|categor(?:y|ies|ia|ie)|kategorien?|kategori[ae]|categorie|departments?|cat|c|b|search|catalog|shopping\/(?:pl|cl))(?:\/|$)/;
const SHELF_LIKE = /(?:^|\/)(?:s|shop|store|tags?|sets?|brands?|range|sale|topics?)(?:\/|$)/;
const PLACE =
  /(?:^|\/)(?:store-?(?:locator|finder)|stores?\/[a-z]{2}(?:\/|$)|find-a-store|locations?|branches|careers?|jobs|privacy|terms|legal|imprint|impressum|contact(?:-us)?|login|account|cart|checkout)(?:[/.-]|$)/;
const TEXT =
  /(?:^|[/_-])(?:reviews?|blogs?|news|articles?|artikel|article|articulos?|stor(?:y|ies)|posts?|magazine?|press|insights|features?|opinion|tests?|testberichte?|avis|resenas?|recensioni?|recensie|what-is|what-are|why|is-it|should-you|journal|noticias|actualites|nachrichten|nieuws|notizie)(?:[/_-]|$)|\/\d{4}\/\d{1,2}\/|\.pdf$|(?:^|\/)wiki\//;

// The first rule that fits decides. What an address says outright ("/products/…", "/collections/…") goes before the
// words of its last part: a product called "best pan" is no list.
const PATH_RULES: readonly (readonly [PageType, (path: string) => boolean])[] = [
  ["discussion", (path) => THREAD.test(path)],
  ["video", (path) => /(?:^|\/)(?:videos?|watch|shorts)(?:\/|$)/.test(path)],
  ["product_page", (path) => PRODUCT.test(path)],
  ["alternative", (path) => ALTERNATIVE.test(path) || ALTERNATIVE_SIGN.test(path)],
  ["comparison", (path) => VERSUS.test(path) || VERSUS_SIGN.test(path)],
  ["category_page", (path) => SHELF.test(path)],
  ["other", (path) => PLACE.test(path)],
  ["listicle", isList],
  ["how_to_guide", (path) => GUIDE.test(path) || GUIDE_SIGN.test(path)],
  ["product_page", (path) => PRODUCT_LIKE.test(path) || PLANS.test(path)],
  ["article", (path) => TEXT.test(path)],
  ["category_page", (path) => SHELF_LIKE.test(path)],
];
const TITLE_RULES: readonly (readonly [PageType, (title: string) => boolean])[] = [
  ["alternative", (title) => ALTERNATIVE.test(title) || ALTERNATIVE_SIGN.test(title)],
  ["comparison", (title) => VERSUS.test(title) || VERSUS_SIGN.test(title)],
  ["listicle", isList],
  ["how_to_guide", (title) => GUIDE.test(title) || GUIDE_SIGN.test(title)],
  ["article", (title) => words("reviews?|reviewed|im test|test").test(title)],
];

function isList(text: string): boolean {
  return LIST.test(text) || LIST_SIGN.test(text) || NUMBERED.test(text);
}

/** What a page is, from its canonical address and (where the address is silent) its title. */
export function classifyPage(url: string, title = ""): PageType {
  const parsed = URL.parse(url);
  if (!parsed) return "other";
  const host = parsed.hostname.toLowerCase();
  const path = decoded(parsed.pathname).toLowerCase().slice(0, 1_000);
  if (/^\/(?:[a-z]{2}(?:[-_][a-z]{2})?\/?)?(?:index\.\w+|home)?$/.test(path)) {
    return parsed.search === "" ? "homepage" : "other";
  }
  if (VIDEO_HOST.test(host)) return /^\/(?:@|channel|c\/|user)/.test(path) ? "profile" : "video";
  if (TALK_HOST.test(host)) return "discussion";
  const site = withoutCountry(host);
  if (REVIEW_HOST.test(site) && REVIEWS.test(path)) return "profile";
  const isProfile = PROFILE_HOST.test(site);
  for (const [type, fits] of PATH_RULES) {
    if (fits(path) && !(isProfile && type === "product_page")) return type;
  }
  if (isProfile || /^\/(?:@|company\/|in\/|user\/|about)/.test(path)) return "profile";
  const spoken = title.toLowerCase().slice(0, 300);
  for (const [type, fits] of TITLE_RULES) if (fits(spoken)) return type;
  if (HELP_HOST.test(host)) return "how_to_guide";
  const last = path.split("/").filter(Boolean).at(-1) ?? "";
  return last.split("-").length >= 4 ? "article" : "other";
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
