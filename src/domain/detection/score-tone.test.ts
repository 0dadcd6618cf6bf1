import assert from "node:assert/strict";
import { test } from "node:test";
import { compileRules, detectInAnswers } from "./detect-answer.ts";
import { guessLanguage } from "./guess-language.ts";
import { makeToneScorer } from "./score-tone.ts";

/** The tone towards each brand as "+", "-", "0" or "?" for none, in the order of the brands. */
function tones(text: string, ...brands: string[]): string {
  const rules = brands.map((name, index) => ({
    ...{ brand_id: index + 1, name, aliases: [], domains: [], regex: null, exclude_phrases: [] },
  }));
  const [found] = detectInAnswers(compileRules(rules), [{ answer: text }]);
  const signs = rules.map(({ brand_id }) => {
    const score = found?.mentions.find((one) => one.brand_id === brand_id)?.sentiment ?? null;
    if (score === null) return "?";
    assert.ok(score >= -1 && score <= 1, text);
    return score > 0.15 ? "+" : score < -0.15 ? "-" : "0";
  });
  return signs.join("");
}

function expectTones(cases: readonly (readonly [string, string])[], ...brands: string[]): void {
  for (const [text, signs] of cases) assert.equal(tones(text, ...brands), signs, text);
}

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

test("what a brand deals with does not judge it, what it has does", () => {
  const neutral = [
    "Acme guards accounts against identity fraud.",
    "Acme is antivirus software that detects malicious files and suspicious links.",
    "Acme monitors the dark web for data breaches.",
    "The app flags fraudulent charges. Acme is free for families.",
    "Acme flags suspicious transactions, scams and fake invoices.",
    "Acme offers scam protection for seniors.",
    "Acme sells breach insurance to hospitals.",
    "Acme is a cream for painful joints.",
    "Acme makes tablets against stomach pain and blisters.",
    "Acme treats chronic pain, sore throats and bad sleep.",
    "Acme is a shoe for people with painful feet.",
    "Acme runs clinics for patients with back pain.",
    "Acme repairs cracked phones and broken laptops.",
    "Acme is a workshop for faulty boilers.",
    "Acme tracks bugs, errors and delays for software teams.",
    "Acme is a bug tracker for small teams.",
    "Acme provides outage monitoring for websites.",
    "Acme is a law firm that handles lawsuits over defective cars.",
    "Acme represents victims of fraud.",
    "Acme covers lost luggage, delays and broken devices.",
    "Acme buys broken phones.",
    "Acme helps teams find bugs before release.",
    "With Acme you can log complaints and problems.",
    "Acme is a ticketing system: log issues, assign problems, close complaints.",
    "Acme resolves customer complaints for airlines.",
    "Acme insures farmers against drought and failures of harvest.",
    "Acme scans code for errors and unsafe patterns.",
    "Acme is a stain remover for carpets.",
    "Acme, a debt adviser, assists households in financial trouble.",
    "Acme recycles defective batteries.",
    "Acme alerts you to outages and delays.",
  ];
  for (const text of neutral) assert.match(tones(text, "Acme"), /[?0+]/, text);
  const negative = [
    "Acme has bugs.",
    "Acme is a scam.",
    "Acme is known for delays and outages.",
    "Acme is full of bugs.",
    "Acme suffers from outages.",
    "Customers report problems with Acme.",
    "Reviewers find bugs in Acme.",
    "Acme's scanner has problems with old files.",
    "Acme tracks sleep poorly.",
    "Acme tracks workouts and crashes often.",
    "Acme is criticised for hidden fees.",
    "Acme repairs are slow and the staff is rude.",
    "Acme detects phishing, but its app is buggy.",
    "Acme monitors servers; the dashboard is slow.",
    "Acme is expensive for a buggy app.",
    "Acme is notorious for defective hinges.",
    "Acme protection plans are overpriced.",
    "Acme needs repairs every year.",
    "Acme is an antivirus with annoying pop-ups.",
    "Acme's insurance is a nightmare.",
    "I had trouble with Acme.",
    "Acme fails to detect scams.",
    "There are many complaints about Acme.",
    "Acme asks a lot of money for flimsy chairs.",
    "Acme causes back pain.",
    "Acme comes with broken screens.",
    "Acme blocks ads badly and leaks memory.",
    "Acme got bad reviews for its late deliveries.",
  ];
  expectTones(
    negative.map((text) => [text, "-"]),
    "Acme",
  );
});

test("advice against a brand is no praise, whatever word it takes", () => {
  const negative = [
    "Acme works, but there are stronger options.",
    "Acme: better value exists elsewhere.",
    "You will find better deals elsewhere than Acme.",
    "Stronger alternatives to Acme exist.",
    "There are plenty of better alternatives to Acme.",
    "Zolto is a better alternative to Acme.",
    "Acme was once the best, but not anymore.",
    "Acme used to be reliable.",
    "Acme used to have excellent support, but that changed.",
    "Acme was excellent, but no longer is.",
    "I'd only consider Acme on sale.",
    "Acme is only worth it at half price.",
    "I would only get Acme with a big discount.",
    "Acme claims excellent noise cancelling, but you hear every train.",
    "Acme promises fast delivery, yet parcels take three weeks.",
    "Acme advertises easy returns but asks for a dozen forms.",
    "Acme is a hard pass.",
    "Acme falls short of the best in this class.",
    "Skip Acme.",
    "I'd skip Acme.",
    "You're better off without Acme.",
    "With Acme you would be better off elsewhere.",
    "You can do better than Acme.",
    "Acme? You can do better.",
    "Ditch Acme and keep your money.",
    "I would give Acme a miss.",
  ];
  expectTones(
    negative.map((text) => [text, "-"]),
    "Acme",
  );
  const positive = [
    "Acme is the better option.",
    "Acme is a better choice for families.",
    "Acme offers better options for teams.",
    "If you want better options, choose Acme; it is excellent.",
    "Better options include Acme and Zolto.",
    "Zolto is weak. There are better options, such as Acme.",
    "Acme is a great alternative to Zolto.",
    "Acme is used to brew excellent coffee.",
    "Acme keeps its promises and delivers excellent sound.",
    "Acme promises great battery life and delivers it.",
    "Acme is the only one worth buying.",
    "The only lamp I'd buy is Acme, it's superb.",
    "I'd only recommend Acme.",
    "Acme is nothing short of excellent.",
    "Acme gets better every year.",
    "You can't do better than Acme.",
    "There is no better option than Acme.",
    "There are no better options than Acme.",
    "Acme was great before and is still great.",
    "Skip the queue with Acme, a fantastic app.",
    "Acme once again delivers excellent results.",
    "Acme prevents leaks and reduces hassle.",
    "Acme reliably detects fraud.",
    "Acme is excellent at finding bugs.",
  ];
  expectTones(
    positive.map((text) => [text, "+"]),
    "Acme",
  );
});
