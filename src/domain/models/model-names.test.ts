import assert from "node:assert/strict";
import { test } from "node:test";
import { ModelId } from "#core/id.ts";
import { slugOf } from "./model.ts";

test("names in Latin letters keep the slugs that they read like", () => {
  const slugs = {
    ChatGPT: "chatgpt",
    "GPT-4.1 mini": "gpt-4-1-mini",
    "  Le Chat (Mistral) ": "le-chat-mistral",
    "Assistant A (simulated)": "assistant-a-simulated",
    mdl_chatgpt: "chatgpt",
  };
  for (const [name, slug] of Object.entries(slugs)) assert.equal(slugOf(name), slug, name);
});

test("one name has one slug, however it is written", () => {
  const same = [
    ["ChatGPT", "chatgpt", " CHATGPT ", "ＣｈａｔＧＰＴ"],
    ["Яндекс GPT", "яндекс gpt", "Яндекс  GPT", "Яндекс-GPT"],
    ["Café".normalize("NFC"), "Café".normalize("NFD")],
    ["ドラえもん".normalize("NFC"), "ドラえもん".normalize("NFD")],
  ];
  for (const names of same) {
    const slugs = new Set(names.map(slugOf));
    assert.equal(slugs.size, 1, `${names.join(" = ")}: ${[...slugs].join(", ")}`);
  }
});

test("other names have other slugs, each a model's id, in every script and at every length", () => {
  const long = "A very long name of an assistant that goes on and on until it is cut off";
  const names = [
    ...[
      "文心一言",
      "通义千问",
      "豆包",
      "Яндекс GPT",
      "Алиса GPT",
      "GPT",
      "클로바",
      "ジェミニ",
      "🤖",
      "🦊",
    ],
    ...["Łukasz", "ukasz", "GPT+", "がく", "かく", "!", long, `${long} 2`, `${long} 文`],
    ...["文".repeat(100), "文".repeat(99)],
  ];
  const slugs = names.map(slugOf);
  for (const [place, slug] of slugs.entries()) {
    assert.ok(ModelId.safeParse(`mdl_${slug}`).success, slug);
    assert.equal(slugOf(slug), slug, "a slug is the slug of itself");
    assert.equal(slugs.indexOf(slug), place, `${names[place]} = ${names[slugs.indexOf(slug)]}`);
  }
});
