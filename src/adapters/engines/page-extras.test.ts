import assert from "node:assert/strict";
import { test } from "node:test";
import { dataforseoAiMode, dataforseoChatgpt } from "./dataforseo.ts";
import { makeEngine } from "./make-engine.ts";
import { serpapi } from "./serpapi.ts";

const task = (result: object) => ({
  status_code: 20000,
  tasks: [{ status_code: 20000, cost: 0.004, result: [result] }],
});

test("what an app's page shows beside its answer is read apart from its words", () => {
  const items = [
    {
      type: "chat_gpt_text",
      markdown: "Umbra lasts longest.",
      brand_entities: [{ type: "brand_entity", title: "Umbra", urls: ["https://umbra.example/"] }],
    },
    {
      type: "chat_gpt_products",
      items: [
        { title: "Umbra Peak", price: 129.5, currency: "USD", url: "https://shop.example/peak" },
        { title: "", price: 1 },
      ],
    },
    { type: "chat_gpt_ad", title: "Acme sale", url: "https://acme.example/ad", is_rendered: true },
    { type: "chat_gpt_ad", title: "Never shown", url: "https://x.example", is_rendered: false },
    {
      type: "chat_gpt_local_businesses",
      markdown: "**Boots & Co**, 4.8 stars",
      items: [{ title: "Boots & Co", url: "javascript:alert(1)" }],
    },
  ];
  const read = makeEngine("dataforseo_chatgpt", dataforseoChatgpt).parse(task({ items }), "m");
  assert.equal(read.text, "Umbra lasts longest.");
  const none = { url: null, price: null };
  assert.deepEqual(read.extras, [
    { ...none, kind: "entity", title: "Umbra", url: "https://umbra.example/" },
    { kind: "product", title: "Umbra Peak", url: "https://shop.example/peak", price: "129.5 USD" },
    { ...none, kind: "ad", title: "Acme sale", url: "https://acme.example/ad" },
    { ...none, kind: "business", title: "Boots & Co" },
  ]);
  assert.deepEqual(read.cited, []);
});

test("Google's ads and products lie deeper, and its own blocks are none", () => {
  const price = { displayed_price: "$99", current: 99, currency: "USD" };
  const overview = {
    type: "ai_overview",
    markdown: "Umbra.",
    references: [{ type: "ai_overview_reference", url: "https://a.example/1", title: "One" }],
    items: [
      { type: "ai_overview_element", title: "Umbra", markdown: "Umbra." },
      { type: "ai_overview_shopping", items: [{ title: "Peak", price, url: "https://s.example" }] },
      { type: "ai_overview_paid", items: [{ title: "Buy", url: "https://ad.example" }] },
    ],
  };
  const google = makeEngine("dataforseo", dataforseoAiMode).parse(task({ items: [overview] }), "m");
  assert.deepEqual(google.extras, [
    { kind: "product", title: "Peak", url: "https://s.example", price: "$99" },
    { kind: "ad", title: "Buy", url: "https://ad.example", price: null },
  ]);
  const body = {
    text_blocks: [{ type: "paragraph", snippet: "Umbra." }],
    references: [{ link: "https://a.example/1", title: "One", index: 0 }],
    shopping_results: [{ title: "Peak", price: "$99", product_link: "https://s.example" }],
  };
  assert.deepEqual(makeEngine("serpapi", serpapi).parse(body, "m").extras, [
    { kind: "product", title: "Peak", url: "https://s.example", price: "$99" },
  ]);
});

test("a body of any shape gives what it has, at most 200, and never fails", () => {
  const items = Array.from({ length: 300 }, (_, n) => ({ title: `P${n}`, price: [n], url: 7 }));
  const result = { markdown: "x", items: [{ type: "chat_gpt_products", items }] };
  const { extras } = makeEngine("dataforseo_chatgpt", dataforseoChatgpt).parse(task(result), "m");
  assert.ok((extras?.length ?? 0) <= 200);
});
