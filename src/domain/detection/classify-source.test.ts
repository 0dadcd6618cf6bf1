import assert from "node:assert/strict";
import { test } from "node:test";
import type { PageType } from "./classify-source.ts";
import { classifyDomain, classifyPage } from "./classify-source.ts";
import { KNOWN_DOMAINS } from "./known-domains.ts";

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
  ["not a url", "other"],
];

for (const [url, type, title] of PAGES) {
  test(`${url}${title ? ` "${title}"` : ""} is a ${type}`, () => {
    assert.equal(classifyPage(url, title), type);
  });
}
