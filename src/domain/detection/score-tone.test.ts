import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { expectTones, tones } from "../../../test/kit/tones.ts";
import { compileRules, detectInAnswers } from "./detect-answer.ts";
import { guessLanguage } from "./guess-language.ts";
import { makeToneScorer } from "./score-tone.ts";

test("praise is praise, blame is blame, also under a negation, a hedge and a relief", () => {
  expectTones(
    [
      ["Acme is excellent and reliable.", "+"],
      ["The best choice is Acme.", "+"],
      ["Acme is unreliable and overpriced.", "-"],
      ["Acme is not good.", "-"],
      ["Avoid Acme.", "-"],
      ["Acme might be a sensible and comfortable option.", "+"],
      ["Acme does not disappoint.", "+"],
      ["There are no complaints about Acme.", "+"],
      ["Acme prevents leaks and reduces hassle.", "+"],
      ["Acme is anything but reliable.", "-"],
      ["Hardly anyone who bought one is happy with Acme.", "-"],
      ["Acme is too heavy for most hikers.", "-"],
    ],
    "Acme",
  );
});

test("a name that is only mentioned has no tone", () => {
  expectTones(
    [
      ["Acme is a company.", "?"],
      ["You can buy the excellent Zolto at Acme.", "?"],
      ["The lamp is great and works with Acme.", "?"],
      ["Available at retailers (e.g., Acme), with a good warranty.", "?"],
      ["Great question! Which Acme do you have?", "?"],
      ["| Acme | $299 | 4.7 | 18 V |", "?"],
      ["Acme is great if you are in doubt, isn't it?", "?"],
    ],
    "Acme",
  );
  assert.equal(tones("Best Buy is a shop.", "Best Buy"), "?");
});

test("comparisons speak of both sides", () => {
  expectTones(
    [
      ["Acme is better than Zolto in every respect.", "+-"],
      ["Zolto is less reliable than Acme.", "+-"],
      ["Unlike Zolto, Acme is reliable.", "+-"],
      ["Zolto lags behind Acme.", "+-"],
      ["Acme outperforms Zolto.", "+-"],
      ["I would pick Acme over Zolto.", "+-"],
      ["Zolto is not as comfortable as Acme.", "+-"],
      ["Acme works great, as opposed to Zolto.", "+-"],
      ["Acme keeps its shape. Zolto breaks down faster than Acme.", "+-"],
      ["Acme is as reliable as Zolto.", "++"],
      ["Nothing comes close to Acme.", "+?"],
    ],
    "Acme",
    "Zolto",
  );
});

test("each clause, cell and line speaks of its own brand", () => {
  expectTones(
    [
      ["Zolto is terrible, but Acme is excellent. Other things are awful.", "+-"],
      ["Acme is polished, Zolto is clunky.", "+-"],
      ["Instead of the overpriced Zolto, consider Acme, which is durable.", "+-"],
      ["| Acme | superb sound, quick |\n| Zolto | flimsy, noisy |", "+-"],
      ["### Acme\n- Why: durable and quiet\n### Zolto\n- Why: breaks down, support is rude", "+-"],
      ["Acme opened in 1987. It is a delight to use. Zolto opened later. It is a nightmare.", "+-"],
      ["Acme and Zolto are dependable choices.", "++"],
    ],
    "Acme",
    "Zolto",
  );
});

test("what is conceded weighs less than what is meant", () => {
  expectTones(
    [
      ["Although Acme is expensive, it is excellent.", "+"],
      ["Acme looks nice, but it breaks down and support is terrible.", "-"],
      ["Acme is okay, nothing more.", "0"],
      ["Some swear by Acme, others call it overpriced.", "0"],
    ],
    "Acme",
  );
});

test("no tone is estimated in other languages or without a mention", () => {
  const scoreOf = (text: string, language: string | null) => {
    const spans = [{ start: 0, end: 4 }];
    return makeToneScorer(text, spans, language)(spans);
  };
  assert.equal(scoreOf("Acme ist hervorragend.", "de"), null);
  assert.equal(scoreOf("Acme is excellent.", null), null);
  assert.equal(makeToneScorer("Acme is excellent.", [], "en")([]), null);
});

test("English is distinguished from other languages", () => {
  const english =
    "The best shoes for running are from Acme, and they are not too expensive for you.";
  const table = "| Acme | superb sound, quick, quiet | $12 |\n| Zolto | flimsy, noisy, slow | $8 |";
  const german =
    "Die besten Schuhe zum Laufen sind von Acme, und sie sind nicht zu teuer für dich.";
  const french =
    "Les meilleures chaussures pour courir sont de chez Acme, et elles ne sont pas chères.";
  const spanish =
    "Las mejores zapatillas para correr son de Acme, y no son muy caras para el uso diario.";
  for (const text of [english, table]) assert.equal(guessLanguage(text), "en", text);
  for (const text of [german, french, spanish, "ランニングに最適な靴はアクメです。"]) {
    assert.equal(guessLanguage(text), null, text);
  }
});

test("a line without an end is read in pieces", () => {
  const text = "Acme is superb and so on, ".repeat(20_000);
  const spans = [...text.matchAll(/Acme/g)].map(({ index }) => ({ start: index, end: index + 4 }));
  assert.ok((makeToneScorer(text, spans, "en")(spans) ?? 0) > 0.5);
});

/** The words that made the tone of Acme. */
function wordsOf(answer: string): string[] {
  const acme = { brand_id: 1, name: "Acme", aliases: [], domains: [], regex: null };
  const rules = compileRules([{ ...acme, exclude_phrases: [] }]);
  const [found] = detectInAnswers(rules, [{ answer, is_traced: true }]);
  return (found?.mentions[0]?.tone_words ?? []).map(({ start, end }) => answer.slice(start, end));
}

test("the words that made a tone can be quoted, and there are none without a tone", () => {
  const cases: [string, string[]][] = [
    ["Many call **Acme** the best balance of price and size.", ["the best balance of price"]],
    ["- **Acme** (best for families): Acme sells online.", ["best for families"]],
    ["Acme is not very reliable.", ["Acme is not very reliable"]],
    ["Many switched from Acme to Zolto.", ["Many switched from Acme"]],
    ["Acme is expensive. It has slow support.", ["is expensive", "has slow support"]],
    ["Owners complain about slow support of Acme.", ["Owners complain about slow support of Acme"]],
    ["Acme sells online and through retailers.", []],
    ["Acme ist hervorragend.", []],
  ];
  for (const [text, words] of cases) assert.deepEqual(wordsOf(text), words, text);
  const often = Array.from({ length: 9 }, () => "Acme is good. Then we went home.").join("\n\n");
  assert.equal(wordsOf(often).length, 6);
});

test("advice to take one is praise without a judging word, a step or an offer is none", () => {
  expectTones(
    [
      ["My suggestion would be to try Acme first.", "+"],
      ["For most people I would start with Acme.", "+"],
      ["Try Acme first.", "+"],
      ["I suggest starting with Acme.", "+"],
      ["You should look at Acme first.", "+"],
      ["In short: get Acme.", "+"],
      ["Acme is where I would start.", "+"],
      ["My vote goes to Acme.", "+"],
      ["I would not go with Acme.", "-"],
      ["Start with a soil test before you call Acme.", "?"],
      ["Try resetting the Acme first.", "?"],
      ["Should I start with Acme?", "?"],
      ["Names that start with Acme are common.", "?"],
      ["If you want to try Acme first, a trial is on its site.", "?"],
      ["Get Acme support on the phone.", "?"],
      ["If you want the quiet one, try Acme first.", "+"],
      ["For families, try Acme first.", "+"],
      ["I'd start with Acme Pro and add a mower later.", "+"],
      ["I'd start with Acme's pricing page to check the fees.", "?"],
      ["When contacting support, start with Acme first.", "?"],
      ["For refunds, try Acme first.", "?"],
      ["If it breaks, try Acme first before going to the bank.", "?"],
      ["Try Acme first before going to the bank.", "?"],
      ["How to cancel: get Acme.", "?"],
    ],
    "Acme",
  );
});

test("a short answer is English by its words, not by one that it borrows", () => {
  const foreign = [
    "Acme är riktigt bra men support är slow.",
    "Acme er best i test i år.",
    "Acme to solidny wybór, polecam, super cena.",
    "Acme má problem s dodáním.",
    "Acme punya banyak bug dan error.",
    "Acme are probleme, delay la livrare.",
    "Acme on paras valinta, top tuote.",
    "Acme fair áron ad jó minőséget.",
    "Acme en iyi marka, super kalite.",
    "Acme sangat popular dan best di Malaysia.",
    "Ang Acme ay mura pero may bug.",
    "Acme je odlična marka, top kvalitet.",
  ];
  expectTones(
    foreign.map((text) => [text, "?"]),
    "Acme",
  );
  expectTones(
    [
      ["Acme: overpriced.", "-"],
      ["Acme: great app, terrible onboarding, hit-or-miss sync.", "-"],
      ["Acme: sturdy, waterproof, long-lasting.", "+"],
      ["Acme's customer support is awful.", "-"],
      ["Best overall: Acme", "+"],
    ],
    "Acme",
  );
});

test("a short answer with a field's own words is English", () => {
  expectTones(
    [
      ["Acme: superb peptides, squalane, allantoin.", "+"],
      ["Acme: gorgeous shaders, netcode.", "+"],
      ["Acme: buggy, jittery, unresponsive, glitchy.", "-"],
      ["Acme: excellent hyaluronic serum.", "+"],
      ["Acme: clunky, laggy autosave.", "-"],
      ["Acme: reliable webhooks, excellent middleware.", "+"],
      ["Acme is sangat excellent dan bagus.", "?"],
      ["Acme: dobra marka, problem z dostawa, delay.", "?"],
      ["Acme: produse excelente, livrare rapida, delay mic.", "?"],
      ["Acme: produk bagus, harga murah.", "?"],
      ["Acme: buena calidad, super servicio.", "?"],
      ["Acme: excellent produit, livraison rapide.", "?"],
      ["Acme: excellente montre, terrible support.", "?"],
      ["Acme: horrible servicio, terrible calidad.", "?"],
      ["Acme: formidable produit, agréable.", "?"],
      ["Acme: excellent retinol, niacinamide, ceramides.", "+"],
      ["Acme: great multiplayer, gorgeous gameplay.", "+"],
      ["Acme: laggy, glitchy, unintuitive.", "-"],
    ],
    "Acme",
  );
});

test("a verdict below a list goes to the name in it, what has no verb to the title above", () => {
  const list = "1. **Acme** – 5 dollars\n2. **Zolto** – 6 dollars\n\n";
  expectTones(
    [
      [`${list}For most people I would go with Acme.`, "+?"],
      [`${list}The most reliable of all remains Acme.`, "+?"],
      [`${list}Bottom line: the most reliable is the **Acme**.`, "+?"],
      [`${list}Skip the Acme free plan.`, "-?"],
      [`${list}It is excellent.`, "?+"],
      ["### Acme\nCosts 5 dollars.\n\n### Zolto\nCosts 6.\n\nThe better buy is Acme.", "+?"],
      ["Acme is out.\n\n### Zolto\nThe best alternative to Acme.", "?+"],
      ["The best of all is Zolto, and the worst is Acme.", "-+"],
    ],
    "Acme",
    "Zolto",
  );
});

test("what stands below a title stays with it, unless a paragraph names what it judges", () => {
  const title = "## Acme\n";
  expectTones(
    [
      [`${title}Best for: Zolto users`, "+?"],
      [`${title}- Great integrations: Zolto, Slack.`, "+?"],
      [`${title}**Cons:** buggy, and it can be slow when you connect Zolto.`, "-?"],
      [`${title}- Clumsy interface: we would go back to Zolto.`, "-?"],
      [`${title}\n**Best for:** teams who use Zolto.`, "+?"],
      [`${title}\nGreat support, as I would expect from Zolto.`, "+?"],
      [`${title}\nSlow, and most users prefer Zolto.`, "-+"],
      [`${title}\nThe best thing about it is the Zolto integration.`, "+?"],
      [`${title}\nThe best alternative is Zolto.`, "?+"],
    ],
    "Acme",
    "Zolto",
  );
});

test("marks between names rank nothing, and many of them are read in linear time", () => {
  expectTones([["Breadcrumb: Acme > Zolto", "??"]], "Acme", "Zolto");
  const brands = ["Acme", "Zolto"].map((name, index) => ({
    ...{ brand_id: index + 1, name, aliases: [], domains: [] },
    ...{ regex: null, exclude_phrases: [] },
  }));
  const rules = compileRules(brands);
  const read = (answer: string) => detectInAnswers(rules, [{ answer }]);
  for (const mark of [">", "> "]) {
    const textOf = (marks: string) => `The best is Acme ${marks}(good) Zolto.`;
    assertLinear(read, mark, 200, textOf);
  }
});
