import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalUrl } from "./canonical-url.ts";

const CASES: readonly (readonly [raw: string, url: string | null, domain?: string])[] = [
  [
    "https://www.Example.com/Shoes/?utm_source=chatgpt.com",
    "https://example.com/Shoes",
    "example.com",
  ],
  ["http://example.com:80/a//b/index.html", "https://example.com/a/b", "example.com"],
  ["https://example.com/a?b=2&a=1#:~:text=x", "https://example.com/a?a=1&b=2", "example.com"],
  ["https://example.com/a?x=1&amp;gclid=9", "https://example.com/a?x=1", "example.com"],
  ["https://m.shop.example.co.uk/amp/", "https://shop.example.co.uk", "example.co.uk"],
  ["https://example.com:8443/", "https://example.com:8443", "example.com"],
  ["https://user:pass@example.com/", "https://example.com", "example.com"],
  [
    "https://www.google.com/url?q=https://www.example.com/x%3Fa%3D1&sa=U",
    "https://example.com/x?a=1",
    "example.com",
  ],
  // What an assistant, a shop or an advertiser adds names a visit, not a page.
  [
    "https://example.com/products/pan?_gsid=aTXBRKxVRq1d&variant=42",
    "https://example.com/products/pan?variant=42",
  ],
  ["https://www.youtube.com/watch?v=abc&pp=ygUEcGFu&t=12s&si=x", "https://youtube.com/watch?v=abc"],
  ["https://youtu.be/abc?si=x", "https://youtube.com/watch?v=abc", "youtube.com"],
  ["https://example.com/a?srsltid=AfmBOor&gad_source=1&gbraid=0A", "https://example.com/a"],
  ["https://example.com/a?sid=9f86d081884c7d659a2feaa0c55ad015", "https://example.com/a"],
  ["https://example.com/a?sid=shoes", "https://example.com/a?sid=shoes"],
  ["https://example.com/a;jsessionid=9F86D081?x=1", "https://example.com/a?x=1"],
  ["https://www.ebay.com/itm/5?_trkparms=abc&hash=item1", "https://ebay.com/itm/5"],
  ["https://example.com/a?t=1&id=7&page=2", "https://example.com/a?id=7&page=2&t=1"],
  ["https://chatgpt.com/?hints=search&q=shoes", null],
  ["https://www.google.com/search?q=shoes", null],
  ["https://foo.github.io/", "https://foo.github.io", "foo.github.io"],
  ["https://github.io/", "https://github.io", "github.io"],
  ["http://127.0.0.1:3000/x", "https://127.0.0.1:3000/x", "127.0.0.1"],
  ["http://localhost:3000/x", "https://localhost:3000/x", "localhost"],
  ["http://[::1]/x", "https://[::1]/x", "[::1]"],
  ["example.com/page", "https://example.com/page", "example.com"],
  ["https://bücher.example/ä", "https://xn--bcher-kva.example/%C3%A4", "xn--bcher-kva.example"],
  ["javascript:alert(1)", null],
  ["mailto:a@example.com", null],
  ["ftp://example.com/", null],
  ["data:text/html,x", null],
  ["", null],
  ["not a url", null],
];

for (const [raw, url, domain] of CASES) {
  test(`${raw || "nothing"} is ${url ?? "no page"}`, () => {
    const canonical = canonicalUrl(raw);
    assert.equal(canonical?.url_normalized ?? null, url);
    if (domain !== undefined) assert.equal(canonical?.domain, domain);
  });
}

test("a canonical address is its own canonical address, and nothing throws", () => {
  const addresses = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.string({ unit: "binary", maxLength: 60 }),
  );
  fc.assert(
    fc.property(addresses, (raw) => {
      const once = canonicalUrl(raw);
      if (once) assert.deepEqual(canonicalUrl(once.url_normalized), once);
    }),
    { numRuns: 1_000 },
  );
});
