import assert from "node:assert/strict";
import { test } from "node:test";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { createCandidateCounter } from "./count-candidates.ts";
import { candidatesOf, suggestionKey } from "./find-candidates.ts";
import { compileBrands, findMentions } from "./match-brands.ts";
import type { KnownNames } from "./rank-candidates.ts";
import { rankCandidates } from "./rank-candidates.ts";

const DAY = "2026-03-01";
const ANSWERS = [
  "Here are good pans:\n\n1. **Zolto Pro 28** – even heat.\n2. **Nova Kola** – cheap.\n\nMost pans are fine.",
  "### Zolto\nThe Zolto is heavy. Determining the size matters.\n### Nova Kola\nLight.",
  "- **Zolto**: best overall\n- **Brevo**: small\n\nSome pans from Nova Kola warp.",
  "I like Zolto and, rarely, Brevo. Excellent heat. It is excellent.",
];

function suggest(known: Partial<KnownNames> = {}, cited_domains: string[] = []) {
  const counter = createCandidateCounter();
  for (const [index, answer] of ANSWERS.entries()) {
    counter.add({ chat_id: index + 1, model_id: index % 2, day: DAY }, candidatesOf(answer));
  }
  const given = { tracked_names: [], rejected_keys: new Set<string>(), ...known };
  return rankCandidates({ ...counter.totals(), cited_domains }, given);
}

test("untracked names that open structures are suggested, the most frequent first", () => {
  const [first, ...others] = suggest();
  assert.equal(first?.name, "Zolto");
  assert.equal(first?.chat_count, 4);
  assert.equal(first?.model_count, 2);
  assert.ok((first?.examples.length ?? 0) >= 1 && first?.reason.includes("4 answers"));
  assert.ok(others.some(({ name }) => name === "Nova Kola"));
});

test("citation annotations of an answer hold no candidates", () => {
  const answer = "Good boots last. Umbra Boots | Shop\n\nMore is said here.";
  const names = (spans: { start: number; end: number }[]) =>
    candidatesOf(answer, spans).candidates.map(({ key }) => key);
  const key = suggestionKey("Umbra Boots");
  assert.ok(names([]).includes(key), `${names([])}`);
  assert.ok(!names([{ start: 17, end: 35 }]).includes(key));
});

test("a passage is shown as text, without marks of tables, lists and emphasis", () => {
  const example = (answer: string) =>
    candidatesOf(answer).candidates.find(({ name }) => name === "Zolto")?.example;
  const table = "| Pan | Price |\n|---|:---:|\n| **Zolto** | 90 € |\n| Brevo | 40 € |";
  assert.equal(example(table), "Zolto · 90 €");
  assert.equal(
    example("> 2. **Zolto**: _best_ overall, by a [test](https://a.example)."),
    "Zolto: best overall, by a test.",
  );
  assert.equal(example("### Zolto\nIt is heavy."), "Zolto");
});

test("a passage is a whole sentence: an abbreviation or a name ends none", () => {
  const example = (answer: string, of: string) =>
    candidatesOf(answer).candidates.find(({ name }) => name === of)?.example;
  const long = "Many like Zolto, approx. 2 kg, vs. the Brevo, e.g. for travel.";
  assert.equal(example(`It is hot. ${long} It lasts.`, "Zolto"), long);
  assert.equal(example(`${long} It lasts.`, "Brevo"), long);
  assert.equal(
    example("Heavy ones, e.g. St. Gobain, last.Others rust.", "St. Gobain"),
    "Heavy ones, e.g. St. Gobain, last.",
  );
});

test("a hostile answer is read in linear time", () => {
  for (const piece of [
    "Zolto vs. ",
    "Zolto is, ",
    "Zolto.",
    "e.g. ",
    ". ",
    "Zolto\n",
    "Zolto!)' ",
  ]) {
    assertLinear(candidatesOf, piece, 500);
  }
});

test("words that are also written small are no names", () => {
  const names = suggest().map(({ name }) => name);
  for (const word of ["Excellent", "Pans", "Determining", "Most"]) assert.ok(!names.includes(word));
});

test("a tracked name is not suggested, nor its products", () => {
  const names = suggest({ tracked_names: ["zolto"] }).map(({ name }) => name);
  assert.ok(!names.some((name) => name.startsWith("Zolto")));
});

test("a rejected name never returns, whatever its spelling", () => {
  const rejected_keys = new Set(["NOVA-KOLA", "Zolto’s"].map(suggestionKey));
  const names = suggest({ rejected_keys }).map(({ name }) => name);
  assert.ok(!names.includes("Nova Kola") && !names.includes("Zolto"));
});

test("a cited domain with the name is offered and raises the score", () => {
  const plain = suggest().find(({ name }) => name === "Zolto");
  const cited = suggest({}, ["zolto.example"]).find(({ name }) => name === "Zolto");
  assert.deepEqual(cited?.domains, ["zolto.example"]);
  assert.ok((cited?.score ?? 0) > (plain?.score ?? 0));
});

test("a passage tells something where any does: it takes the place of a heading", () => {
  const bare = "## Zolto vs. Brevo\n\nPans.";
  const late = "## Zolto\n\n| Pan |\n|---|\n| Zolto |\n\nMany cooks like Zolto for its even heat.";
  const told = "Many cooks like Zolto for its even heat.";
  assert.equal(candidatesOf(late).candidates.find(({ name }) => name === "Zolto")?.example, told);
  const counter = createCandidateCounter();
  const answers = [bare, bare, bare, bare, late, bare];
  for (const [index, answer] of answers.entries())
    counter.add({ chat_id: index + 1, model_id: 1, day: DAY }, candidatesOf(answer));
  const zolto = counter.totals().candidates.find(({ name }) => name === "Zolto");
  assert.deepEqual(
    zolto?.examples.map(({ text }) => text).filter((text) => text === told),
    [told],
  );
  assert.deepEqual(zolto?.examples.find(({ text }) => text === told)?.chat_id, 5);
  assert.equal(zolto?.examples.length, 3);
});

test("a name met in one answer only is not suggested", () => {
  const counter = createCandidateCounter();
  counter.add(
    { chat_id: 1, model_id: 1, day: DAY },
    candidatesOf("**Zolto**: good. **Zolto**: fine."),
  );
  const aggregate = { ...counter.totals(), cited_domains: [] };
  assert.deepEqual(rankCandidates(aggregate, { tracked_names: [], rejected_keys: new Set() }), []);
});

/** What is suggested from some answers, each given twice. */
function suggestFrom(answers: readonly string[], tracked_names: string[] = []) {
  const counter = createCandidateCounter();
  for (const [index, answer] of [...answers, ...answers].entries()) {
    counter.add({ chat_id: index + 1, model_id: 1, day: DAY }, candidatesOf(answer));
  }
  const known = { tracked_names, rejected_keys: new Set<string>() };
  return rankCandidates({ ...counter.totals(), cited_domains: [] }, known);
}
const namesOf = (...given: Parameters<typeof suggestFrom>) =>
  suggestFrom(...given).map(({ name }) => name);

test("a suggested name is found in the answers it comes from, an apostrophe inside it too", () => {
  const answers = [
    "- **Mirela’s Kettle**: even heat.\n- **Tolvar's**: cheap.\n\nMany cooks like Mirela’s Kettle and Tolvar's.",
    "1. Mirela’s Kettle – the best of the two.\n2. Tolvar's – small.",
  ];
  const found = suggestFrom(answers);
  assert.deepEqual(found.map(({ name }) => name).sort(), ["Mirela’s Kettle", "Tolvar's"]);
  for (const { name, chat_count } of found) {
    const aliases = [{ text: name, case_sensitive: false }];
    const rules = { domains: [], regex: null, exclude_phrases: [] };
    const matcher = compileBrands([{ brand_id: 1, name, aliases, ...rules }]);
    const named = answers.filter((answer) => findMentions(matcher, answer).length > 0);
    assert.equal(2 * named.length, chat_count, name);
  }
});

test("parts of tracked names, places, people, labels, norms and models are no brands; a maker's product is the maker", () => {
  const answers = [
    "## Noise\n- **Zolvano Duo 28**: quiet, sold in Lisbon.\n- **De’Marino Classic**: loud.\n- **USB-C**: yes\n- **Plastic**: none\n- **A315-24P**: cheap\n\nDon't buy the first one, Bob says. Zolvano is from Portugal.",
    "- **Noise**: low\n- **Zolvano Trio**: large.\n- **Lisbon**: many shops\n- **Don't**: hurry\n- **USB-C**: no\n- **Plastic**: some\n- **A315-24P**: dear\n\nMost people like Zolvano.",
  ];
  assert.deepEqual(namesOf(answers, ["De'Marino"]), ["Zolvano"]);
});

test("an everyday word is a brand where a sentence writes it with a capital", () => {
  const answers = [
    "- **Lantern**: heavy, made to last.\n- **Comfort**: good.\n\nMany cooks say a Lantern is worth it.",
    "- **Lantern**: for every stove.\n- **Comfort**: fine.\n\nYou can buy from Lantern directly.",
  ];
  assert.deepEqual(namesOf(answers), ["Lantern"]);
});

test("in German, where nouns have capitals, nouns and what is put together of them are no brands", () => {
  const answers = [
    "- **Belegarchiv**: Die Software ist für Kleinunternehmer und Vereine.\n- **Quentaro**: Mit der Lohnabrechnung ist das nicht möglich.\n- **Preise**: ab 9 Euro\n- **DATEV-Export**: ja",
    "- **Preise**: für Selbstständige und Vereine\n- **Kleinunternehmer**: nicht mit Lohnabrechnung\n- **Quentaro**: die beste Wahl für Belege und das Finanzamt.",
  ];
  assert.deepEqual(namesOf(answers, ["DATEV"]), ["Quentaro"]);
});

test("names that makers write small are found where they are labels or in a row of names", () => {
  const answers = [
    "- zolvano: simple and cheap.\n- Brendo: large.\n\nAlso good are Brendo, quentaro and Mirlo.",
    "1. zolvano – for beginners.\n2. simple – no.\n\nCompare Brendo, quentaro and Mirlo.",
  ];
  const names = namesOf(answers);
  for (const name of ["zolvano", "quentaro", "Brendo"]) assert.ok(names.includes(name), name);
  assert.ok(!names.includes("simple"));
});

test("a name with a hyphen is one name, however it is written, and so is not its first part", () => {
  const sentence = (name: string) => `- **${name}**: keeps dry.\n\nJackets with ${name} last long.`;
  for (const spellings of [
    ["Gore-Tex"],
    ["Gore\u2011Tex"],
    ["Gore-Tex", "Gore Tex"],
    ["Gore Tex", "Gore Tex", "Gore Tex", "Gore-Tex"],
    ["Gore-Tex Pro", "Gore-Tex Paclite"],
    ["Gore-Tex Jacket"],
  ]) {
    const answers = [...spellings, ...spellings].map(sentence);
    assert.deepEqual(namesOf([...answers, ...answers]), ["Gore-Tex"], String(spellings));
  }
  assert.deepEqual(namesOf(Array(3).fill(sentence("Gore Tex"))), ["Gore Tex"]);
  assert.deepEqual(namesOf(Array(3).fill(`${sentence("Gore-Tex")} Gore made it.`)), ["Gore-Tex"]);
  const joined = ["Jacke", "Hose", "Membran"].map(
    (noun) => `- **Tempur-Pedic-${noun}**: Das ist nicht teuer und für alle gut.`,
  );
  assert.deepEqual(namesOf(joined), ["Tempur-Pedic"]);
});

test("in German an everyday word is a brand where it heads lists, stands in rows of names and has no article", () => {
  const answers = Array(3).fill(
    "- **Accountable**: Das ist für Gründer.\n- **Papierkram**: Die Software ist nicht teuer.\n- **Preise**: Die Preise sind gut.\n\nGut sind Quentaro, Papierkram, Accountable, SAP, Preise und Mirlo.\n\n## Papierkram\n## Accountable\n## SAP",
  );
  const names = namesOf(answers);
  for (const name of ["Papierkram", "Accountable", "SAP"]) assert.ok(names.includes(name), name);
  assert.ok(!names.includes("Preise"));
});

test("in German an everyday word is a brand, too, where three answers name it in rows and some lists begin with it", () => {
  const answers = Array(3).fill(
    "- **Quentaro**: Das ist nicht teuer.\n- **Blitz**: Die Räder sind für Pendler.\n\nGut sind Quentaro, Blitz und Mirlo, denn der Motor ist leise. Auch Mirlo, Blitz und Quentaro bauen Räder mit Motor, Akku und Licht.",
  );
  const names = namesOf(answers);
  assert.ok(names.includes("Blitz"), String(names));
  for (const noun of ["Motor", "Akku", "Licht", "Pendler"]) assert.ok(!names.includes(noun), noun);
});

test("a name may begin with a number", () => {
  const answers = Array(3).fill("- **25hours**: by the park, 20minutes to the station.");
  assert.deepEqual(namesOf(answers), ["25hours"]);
});

test("a maker of two products is suggested by its own name, a company with a hyphen too, and a word that models stand behind", () => {
  const answers = Array(3).fill(
    "1. **Zolvano Tripta**: small.\n2. **Zolvano Morvel**: large.\n3. **T-Mobile**: cheap.\n4. **Brother HL-L2350DW**: fast.\n5. **E-Rechnung**: yes",
  );
  assert.deepEqual(namesOf(answers).sort(), ["Brother", "T-Mobile", "Zolvano"]);
});
