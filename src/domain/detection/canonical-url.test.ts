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

/** Bing's own writing of a target: base64 for addresses behind "a1". */
const bing = (target: string) => `a1${Buffer.from(target).toString("base64url")}`;
const PAGE = "https://www.example.com/a?id=7";
const IN_AN_ADDRESS = encodeURIComponent(PAGE);
const ONE_PAGE: readonly (readonly string[])[] = [
  [
    "https://example.com/a?id=7",
    "https://example.com/a?id=7&msclkid=0f1e",
    "https://example.com/a?id=7&yclid=1&sfnsn=wa&fb_action_ids=5&fb_source=x&adgroupid=9",
    "https://example.com/a?amp=1&id=7",
    "https://example.com/a?id=7&amp",
    "https://example.com/a?id=7&outputType=amp",
    "https://example.com/amp/a?id=7",
    "https://example.com/a.amp?id=7",
    "https://www.google.com/amp/s/www.example.com/a?id=7",
    "https://www.google.co.uk/amp/s/www.example.com/amp/a?id=7",
    "https://www-example-com.cdn.ampproject.org/c/s/www.example.com/a?id=7",
    "https://cdn.ampproject.org/v/s/www.example.com/a?id=7&amp_js_v=0.1",
    "https://www-example-com.cdn.ampproject.org/v/s/www.example.com/a?id=7&amp_gsa=1&usqp=mq331AQKKAFQArABIIACAw%3D%3D",
    "https://www.google.com/amp/s/www.example.com/a?id=7&usqp=mq331AQKKAFQArAB",
    `https://www.bing.com/ck/a?!&&p=5f&ptn=3&u=${bing(PAGE)}&ntb=1`,
    `https://www.linkedin.com/redir/redirect?url=${IN_AN_ADDRESS}&urlhash=x`,
    `https://out.reddit.com/t3_x?url=${IN_AN_ADDRESS}&token=y`,
    `https://www.youtube.com/redirect?event=video_description&q=${IN_AN_ADDRESS}&v=z`,
    `https://r.search.yahoo.com/_ylt=Aw/RV=2/RE=17/RO=10/RU=${IN_AN_ADDRESS}/RK=2/RS=x-`,
    `https://l.instagram.com/?u=${IN_AN_ADDRESS}&e=x`,
    `https://vk.com/away.php?to=${IN_AN_ADDRESS}`,
  ],
  [
    "https://example.com/x.html",
    "https://example.com/x.amp.html",
    "https://example.com/amp/x.html",
  ],
  ["https://example.com", "https://example.com/?msclkid=1", "https://example.com/amp"],
  [
    "https://en.wikipedia.org/wiki/A",
    "https://en.m.wikipedia.org/wiki/A",
    "https://en.wikipedia.org/wiki/A?wprov=sfti1",
  ],
  ["https://commons.wikimedia.org/wiki/A", "https://commons.m.wikimedia.org/wiki/A"],
];

test("clicks, AMP, mobile servers and redirectors make no other page", () => {
  for (const [page, ...others] of ONE_PAGE) {
    const canonical = canonicalUrl(page ?? "");
    assert.ok(canonical);
    for (const other of others) assert.deepEqual(canonicalUrl(other), canonical, other);
  }
});

test("what only looks like a click, AMP or a redirector stays the page it is", () => {
  const pages = [
    "https://example.com/guitar-amp",
    "https://example.com/amplifiers/x",
    "https://example.com/product/amp-100",
    "https://example.com/a?amp=100w",
    "https://example.com/m/x",
    "https://linkedin.com/redirect-guide",
    "https://youtube.com/redirect",
    "https://bing.com/ck/a?u=a1notanaddress",
    "https://vk.com/away.php",
    "https://example.com?tag=shoes",
  ];
  for (const page of pages) assert.equal(canonicalUrl(page)?.url_normalized, page);
  assert.notEqual(
    canonicalUrl("https://example.com/?tag=shoes")?.url_normalized,
    canonicalUrl("https://example.com/?tag=pans")?.url_normalized,
  );
});

test("a tag of a first page is kept, however the first page is written", () => {
  for (const first of ["", "/", "/index.php", "/index.html", "//index.php", "/default.aspx"]) {
    const canonical = canonicalUrl(`https://example.com${first}?tag=pans`);
    assert.equal(canonical?.url_normalized, "https://example.com?tag=pans", first);
  }
  assert.equal(
    canonicalUrl("https://example.com/a/index.php?tag=pans")?.url_normalized,
    "https://example.com/a",
  );
});
