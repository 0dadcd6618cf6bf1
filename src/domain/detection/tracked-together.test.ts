import assert from "node:assert/strict";
import { test } from "node:test";
import { settleAliases } from "#domain/brands/settle-aliases.ts";
import type { BrandRules } from "./brand-rules.ts";
import { compileBrands, findMentions } from "./match-brands.ts";
import { proposeSpellings } from "./propose-spellings.ts";

type Given = string | ({ name: string } & Partial<BrandRules>);

/** What the brands are found by in a text, by name. */
function found(given: readonly Given[], text: string): Record<string, string[]> {
  const brands = given.map((one, index): BrandRules => {
    const { name, aliases = [], ...more } = typeof one === "string" ? { name: one } : one;
    return {
      ...{ brand_id: index + 1, name, domains: [], regex: null, exclude_phrases: [] },
      aliases: settleAliases([...aliases], { name, language_code: "en" }),
      ...more,
    };
  });
  return Object.fromEntries(
    findMentions(compileBrands(brands), text).map(({ brand_id, evidence }) => [
      brands[brand_id - 1]?.name,
      evidence.map((piece) => piece.text),
    ]),
  );
}

test("a name without its legal form gives way to a brand that is called so", () => {
  const text = "The Pixel is good. The Pixel SE is cheap.";
  assert.deepEqual(found(["Pixel", "Pixel SE"], text), {
    Pixel: ["Pixel"],
    "Pixel SE": ["Pixel SE"],
  });
  assert.deepEqual(found(["Pixel SE"], text), { "Pixel SE": ["Pixel", "Pixel SE"] });
  const alias = { name: "Umbra", aliases: [{ text: "Globex", case_sensitive: false }] };
  assert.deepEqual(found([alias, "Globex GmbH"], "Globex is fine."), { Umbra: ["Globex"] });
});

test("what names end or begin with without being a company's form stays, and is proposed to be left out", async () => {
  for (const [name, text] of [
    ["AS Colour", "Colour: black. Colour choice matters."],
    ["AS Roma", "In Roma there is much to see."],
    ["Kindle Unlimited", "The Kindle Paperwhite is great."],
    ["Bolt EV", "Bolt offers rides."],
    ["Gaming PC", "Gaming chairs."],
  ] as const) {
    assert.deepEqual(found([name], text), {}, name);
    assert.deepEqual(Object.keys(found([name], `I like ${name}.`)), [name]);
  }
  for (const [name, text] of [
    ["PT Bank Zolto", "Bank Zolto is large."],
    ["Zolto P.C.", "Zolto is a firm."],
    ["Zolto SE", "Zolto is a firm."],
    ["Zolto Limited", "Zolto is a firm."],
  ] as const)
    assert.deepEqual(Object.keys(found([name], text)), [name]);
  const proposed = await proposeSpellings("AS Colour", "en");
  assert.ok(proposed.some(({ text, case_sensitive }) => text === "Colour" && case_sensitive));
});

test("a name with an underscore is found, also by a space", () => {
  assert.deepEqual(found(["Acme_Cloud"], "Acme_Cloud, Acme Cloud, acme_cloud."), {
    Acme_Cloud: ["Acme_Cloud", "Acme Cloud", "acme_cloud"],
  });
  const alias = { name: "Zolto", aliases: [{ text: "zolto_official", case_sensitive: false }] };
  assert.deepEqual(found([alias], "Follow zolto_official now."), { Zolto: ["zolto_official"] });
});

test("an & without spaces may be a word, as one with spaces", () => {
  const ways = ["Zolt&Gabb", "Zolt & Gabb", "Zolt and Gabb"];
  for (const name of ways) {
    assert.deepEqual(found([name], `${ways.join(", ")}.`), { [name]: ways }, name);
  }
  for (const [name, text] of [
    ["C&A", "Rich in vitamins C and A."],
    ["M&S", "In sizes M and S only."],
    ["AT&Zolt", "He was at AT and Zolt."],
  ] as const) {
    assert.deepEqual(found([name], text), {}, name);
    assert.deepEqual(Object.keys(found([name], `I like ${name}.`)), [name]);
  }
});

test("a domain that a longer address begins with is part of it", () => {
  const acme = { name: "Acme Tools", domains: ["acme.io"] };
  assert.deepEqual(found([acme], "Beware of acme.io.example.net."), {});
  assert.deepEqual(found([acme], "See acme.io. Try acme.io/shop, eu.acme.io or acme.io."), {
    "Acme Tools": ["acme.io", "acme.io", "acme.io"],
  });
  assert.deepEqual(found(["Zolt.js"], "Rename zolt.js.config.ts now."), { "Zolt.js": ["zolt.js"] });
  const both = { name: "Zolt.io", domains: ["zolt.io"] };
  assert.deepEqual(found([both], "Beware of zolt.io.example.net."), {});
  const plain = { name: "Zoltio", domains: ["zolt.io"] };
  assert.deepEqual(found([plain], "Visit Zoltio.co.uk now."), { Zoltio: ["Zoltio"] });
});

test("a longer name that its own phrase hides covers no other", () => {
  const card = { name: "Zolto Card", exclude_phrases: ["zolto card rewards"] };
  assert.deepEqual(found(["Zolto", card], "The Zolto Card rewards are good. A Zolto Card."), {
    Zolto: ["Zolto"],
    "Zolto Card": ["Zolto Card"],
  });
  const cased = { name: "Target", exclude_phrases: ["target group"] };
  assert.deepEqual(found([cased, "Group Umbra"], "The Target Group Umbra meets."), {
    "Group Umbra": ["Group Umbra"],
  });
});

/** A brand that is known and one that is not, Globex and Acme, each in a sentence of its own. */
const APART: readonly { known: string; unknown: string; unnamed?: string }[] = [
  {
    known: "One of the largest makers is Globex.|Well-known brands include:\n\n- Umbra\n- Globex\n",
    unknown: "I could not find anything about Acme.|Acme is not known to me.",
    unnamed: "I found no information about Tarnbeck.",
  },
  {
    known: "Zu den größten gehört Globex.",
    unknown: "Acme ist mir nicht bekannt.|Über Acme habe ich nichts gefunden.",
    unnamed: "Zu Tarnbeck habe ich nichts gefunden.",
  },
  {
    known: "Parmi les plus grands figure Globex.",
    unknown: "Je ne connais pas Acme.|Je n'ai rien trouvé sur Acme.",
    unnamed: "Je n'ai rien trouvé sur Tarnbeck.",
  },
  { known: "Una de las más grandes es Globex.", unknown: "No encontré información sobre Acme." },
  { known: "Tra i più grandi c'è Globex.", unknown: "Non ho trovato nulla su Acme." },
  { known: "Uma das maiores é a Globex.", unknown: "Não encontrei nada sobre a Acme." },
  { known: "Een van de grootste is Globex.", unknown: "Over Acme heb ik niets gevonden." },
  { known: "Jedną z największych jest Globex.", unknown: "Nie znalazłem informacji o Acme." },
  { known: "En av de största är Globex.", unknown: "Jag hittade ingenting om Acme." },
  { known: "En büyüklerden biri Globex.", unknown: "Acme hakkında bilgi bulamadım." },
  { known: "Среди крупнейших — Globex.", unknown: "Я ничего не нашёл про Acme." },
  { known: "من أكبر الشركات Globex.", unknown: "لم أجد معلومات عن Acme." },
  {
    known: "有名なのはGlobexです。",
    unknown: "Acmeに関する情報は見つかりませんでした。",
    unnamed: "霧丘屋に関する情報は見つかりませんでした。",
  },
  { known: "知名的有Globex。", unknown: "没有找到关于Acme的信息。" },
  { known: "유명한 곳은 Globex입니다.", unknown: "Acme에 대한 정보를 찾을 수 없습니다." },
];

test("what a sentence says of one brand is not taken for the one in the sentence before", () => {
  const wrong = APART.flatMap(({ known, unknown, unnamed = [] }) => {
    const pairs = known.split("|").flatMap((one) => unknown.split("|").map((two) => [one, two]));
    const texts = pairs.flatMap(([one, two]) => [`${one} ${two}`, `${two} ${one}`]);
    const more = [unnamed].flat().map((two) => `${known.split("|")[0]} ${two}`);
    return [...texts, ...more].filter(
      (text) => Object.keys(found(["Globex", "Acme"], text)).join() !== "Globex",
    );
  });
  assert.deepEqual(wrong, []);
});

test("what takes a brand up in the next sentence is said of it, though others are named there", () => {
  for (const [text, brands] of [
    ["I found no prices for Acme. It was founded in 1998 and competes with Globex.", "Acme,Globex"],
    ["You asked about Acme. I know nothing about this company; Globex is similar.", "Globex"],
    ["You asked about Acme. I found nothing about the Latvian shop.", ""],
    ["Acme sells boots. I could not find any prices for Globex.", "Acme,Globex"],
    ["Not much is known about Acme. Unlike Globex, it has no reviews that I could find.", ""],
    ["Acme sagt mir nicht viel. Im Gegensatz zu Globex habe ich dazu keine Informationen.", ""],
    ["Acme. Not familiar with Globex either.", ""],
  ] as const)
    assert.equal(Object.keys(found(["Globex", "Acme"], text)).join(), brands, text);
});
