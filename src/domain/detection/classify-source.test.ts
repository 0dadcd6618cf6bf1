import assert from "node:assert/strict";
import { test } from "node:test";
import { siteOf } from "./canonical-url.ts";
import { classifyDomain } from "./classify-source.ts";
import { KNOWN_DOMAINS } from "./known-domains.ts";
import { classifyPage, type PageType } from "./page-type.ts";

const SITES = {
  own_domains: ["acme.example"],
  competitor_domains: ["zolto.example", "forbes.com"],
  overrides: new Map([["blog.acme.example", "editorial"] as const]),
};

test("an override goes before own, own and competitor before the list, the list before suffixes", () => {
  const cases = [
    ["blog.acme.example", "editorial"],
    ["shop.acme.example", "own"],
    ["acme.example", "own"],
    ["notacme.example", "other"],
    ["forbes.com", "competitor"],
    ["old.reddit.com", "ugc"],
    ["en.wikipedia.org", "reference"],
    ["nytimes.com", "editorial"],
    ["amazon.de", "retail"],
    ["cdc.gov", "institutional"],
    ["cs.example.ac.uk", "institutional"],
    ["ec.europa.eu", "institutional"],
    ["unknown.example", "other"],
    ["127.0.0.1", "other"],
  ] as const;
  for (const [domain, kind] of cases) assert.equal(classifyDomain(domain, SITES), kind, domain);
});

test("about three hundred domains or more are known, none twice over", () => {
  assert.ok(KNOWN_DOMAINS.size >= 300);
});

test("a site's name says what it is in the words of several languages, a magazine in Russian is a shop", () => {
  const cases = [
    ["rivervalleytimes.example", "editorial"],
    ["kuestenanzeiger.example", "editorial"],
    ["nieuws-uit-dorp.example", "other"],
    ["dorp-nieuws.example", "editorial"],
    ["panwarehouse.example", "retail"],
    ["tienda-sartenes.example", "retail"],
    ["skovorodki-magazin.ru", "retail"],
    ["kuechenmagazin.de", "editorial"],
    ["homesmart.example", "other"],
    ["outpost.example", "other"],
    ["guitarforum.example", "ugc"],
    ["gartenwiki.example", "reference"],
    ["nordhochschule.example", "institutional"],
    ["northbank.example", "corporate"],
    ["pans.shop", "retail"],
    ["oberalp.news", "editorial"],
  ] as const;
  for (const [domain, kind] of cases) assert.equal(classifyDomain(domain, SITES), kind, domain);
});

test("public data knows chains, banks and public bodies of many countries", () => {
  const cases = [
    ["zumiez.com", "retail"],
    ["coop.no", "retail"],
    ["burgerking.hu", "corporate"],
    ["belvoir.co.uk", "corporate"],
    ["lacountylibrary.org", "institutional"],
  ] as const;
  for (const [domain, kind] of cases) assert.equal(classifyDomain(domain, SITES), kind, domain);
});

test("what a name does not tell the cited pages do: sold under one's own name or others', written or discussed", () => {
  const kindOf = (site: string, ...paths: string[]) =>
    classifyDomain(
      site,
      SITES,
      paths.map((path) => {
        const url = `https://${site}${path}`;
        return { url, title: null, page_type: classifyPage(url) };
      }),
    );
  assert.equal(kindOf("plumo.example", "/products/zolto-pan-28", "/products/brevo-pot"), "retail");
  assert.equal(
    kindOf("plumo.example", "/products/plumo-pan-28", "/products/plumo-pot"),
    "corporate",
  );
  assert.equal(kindOf("plumo.example", "/blogs/news/best-pans", "/pricing"), "corporate");
  assert.equal(kindOf("plumo.example", "/best-pans", "/reviews/zolto-pan-28"), "editorial");
  assert.equal(kindOf("plumo.example", "/forum/threads/which-pan.12"), "ugc");
  assert.equal(kindOf("plumo.example", "/x1"), "other");
  // One list among what it sells does not make a shop a magazine.
  const mixed = ["/products/zolto-pan", "/products/brevo-pot", "/guide/best-pans"];
  assert.equal(kindOf("plumo.example", ...mixed), "retail");
});

const PAGES: readonly (readonly [url: string, type: PageType, title?: string])[] = [
  ["https://acme.example", "homepage"],
  ["https://acme.example/de", "homepage"],
  ["https://acme.example/best-running-shoes", "listicle"],
  ["https://acme.example/picks/10-best-pans", "listicle"],
  ["https://acme.example/top-10-laptops", "listicle"],
  ["https://acme.example/acme-vs-zolto", "comparison"],
  ["https://acme.example/alternatives-to-zolto", "alternative"],
  ["https://acme.example/zolto-alternatives", "alternative"],
  ["https://acme.example/how-to-clean-a-pan", "how_to_guide"],
  ["https://acme.example/products/pan-28", "product_page"],
  ["https://shop.example/dp/B000000000", "product_page"],
  ["https://acme.example/collections/pans", "category_page"],
  ["https://acme.example/blog/our-year", "article"],
  ["https://acme.example/2025/05/our-year", "article"],
  ["https://acme.example/a-long-title-of-text", "article"],
  ["https://youtube.com/watch?v=1", "video"],
  ["https://reddit.com/r/pans/comments/1/best_pan", "discussion"],
  ["https://forum.acme.example/t/1", "discussion"],
  ["https://linkedin.com/company/acme", "profile"],
  ["https://acme.example/x1", "other"],
  ["https://acme.example/x1", "listicle", "The 10 best pans"],
  ["https://acme.example/x1", "comparison", "Acme vs. Zolto"],
  ["https://shop.example/products/best-rated-pan-28", "product_page"],
  ["https://shop.example/browse/best-pans", "category_page"],
  ["https://acme.example/topics/kitchen/best-pans", "listicle"],
  ["https://acme.example/store-locator/us", "other"],
  ["https://acme.example/8-pans-under-100-dollars", "listicle"],
  ["https://acme.example/quietest-dishwashers", "listicle"],
  ["https://acme.example/features/modest-swimwear", "article"],
  ["https://acme.example/die-besten-pfannen", "listicle"],
  ["https://acme.example/zolto-im-vergleich", "comparison"],
  ["https://acme.example/comment-choisir-une-poele", "how_to_guide"],
  [
    "https://acme.example/%E3%83%95%E3%83%A9%E3%82%A4%E3%83%91%E3%83%B3-%E3%81%8A%E3%81%99%E3%81%99%E3%82%81",
    "listicle",
  ],
  ["https://acme.example/x1", "listicle", "Лучшие сковороды"],
  ["https://acme.example/x1", "article", "Zolto Pro review"],
  ["https://g2.com/products/acme/reviews", "profile"],
  ["https://trustpilot.com/review/acme.example", "profile"],
  ["https://de.trustpilot.com/review/best-pans.example", "profile", "Bewertungen zu Best Pans"],
  ["https://capterra.com/p/123/Acme/reviews", "profile"],
  ["https://glassdoor.com/Reviews/Acme-Reviews-E123.htm", "profile", "Working at Acme: 12 reviews"],
  ["https://glassdoor.de/Bewertungen/Acme-Bewertungen-E123.htm", "profile"],
  ["https://glassdoor.fr/Avis/Acme-Avis-E123.htm", "profile"],
  ["https://tripadvisor.de/Hotel_Review-g1-d2-Reviews-Acme_Hotel-Lisbon.html", "profile"],
  ["https://g2.com/categories/crm", "category_page"],
  ["https://g2.com/compare/acme-vs-zolto", "comparison"],
  ["https://g2.com/products/acme/competitors/alternatives", "alternative"],
  ["https://tripadvisor.com/Hotels-g1-Lisbon.html", "other"],
  ["https://linkedin.com/pulse/acme-review-jane-doe", "article"],
  ["https://acme.example/reviews/zolto-pan", "article"],
  ["https://apps.apple.com/us/app/acme/id12345", "product_page"],
  ["https://apps.apple.com/app/id12345", "product_page"],
  ["https://play.google.com/store/apps/details?id=example.acme", "product_page"],
  [
    "https://chromewebstore.google.com/detail/acme/abcdefghijklmnopabcdefghijklmnop",
    "product_page",
    "Best Acme",
  ],
  ["https://addons.mozilla.org/en-US/firefox/addon/acme", "product_page"],
  ["https://apps.microsoft.com/detail/9nblggh4nns1", "product_page"],
  ["https://help.acme.example/x1", "how_to_guide"],
  ["https://acme.example/%zz", "other"],
  ["not a url", "other"],
];

for (const [url, type, title] of PAGES) {
  test(`${url}${title ? ` "${title}"` : ""} is a ${type}`, () => {
    assert.equal(classifyPage(url, title), type);
  });
}

const COUNTRIES = ["com", "de", "fr", "co.uk", "com.au", "com.br", "com.be"];
const WORLDWIDE = [
  ["amazon", "retail", "other"],
  ["ebay", "retail", "other"],
  ["aliexpress", "retail", "other"],
  ["mercadolibre", "retail", "other"],
  ["tripadvisor", "ugc", "other"],
  ["glassdoor", "ugc", "profile"],
  ["yelp", "ugc", "profile"],
  ["capterra", "ugc", "profile"],
  ["getapp", "ugc", "profile"],
  ["softwareadvice", "ugc", "profile"],
  ["pinterest", "ugc", "other"],
  ["google", "corporate", "other"],
] as const;

test("a site that stands under each country's ending is of one kind under all of them", () => {
  for (const [label, kind, page] of WORLDWIDE) {
    for (const ending of COUNTRIES) {
      const host = `${label}.${ending}`;
      assert.equal(classifyDomain(host, SITES), kind, host);
      assert.equal(classifyDomain(`www.${host}`, SITES), kind, host);
      assert.equal(classifyPage(`https://${host}/x1`), page, host);
    }
  }
  for (const host of ["amazon.jobs", "notamazon.de", "amazon.example.de", "pinterest.agency"]) {
    assert.notEqual(classifyDomain(host, SITES), "retail", host);
    assert.notEqual(classifyDomain(host, SITES), "ugc", host);
  }
  assert.equal(siteOf("www.amazon.com.be"), "amazon.com.be");
});
