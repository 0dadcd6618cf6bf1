import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readingsIn } from "./find-absence.ts";
import { foldText } from "./fold-text.ts";
import { compileBrands, findMentions } from "./match-brands.ts";

const rules = { aliases: [], domains: [], regex: null, exclude_phrases: [] };
const matcher = compileBrands([
  { brand_id: 1, name: "Zebra CRM", ...rules },
  { brand_id: 2, name: "Globex", ...rules },
]);
const mentioned = (text: string) => findMentions(matcher, text).map(({ brand_id }) => brand_id);

const ABSENT = [
  "I couldn't find Zebra CRM.",
  "You want to know whether Zebra CRM is any good. I have never heard of this company.",
  "Zebra CRM is missing from all the rankings I read.",
  "None of the top 10 lists include Zebra CRM.",
  "I doubt that Zebra CRM exists.",
  "Perhaps Zebra CRM is misspelt.",
  "I haven't the faintest idea what Zebra CRM is.",
  "Dans les comparatifs, Zebra CRM est absent de tous les classements.",
  "Du nämner Zebra CRM. Det märket känner jag inte till.",
  "Zebra CRM kenne ich leider nicht.",
  "Aucun comparatif ne cite Zebra CRM.",
  "None of the reviews mention Zebra CRM.",
  "Zebra CRM: no information found.",
  "Could you tell me more about Zebra CRM?",
  "You asked about Zebra CRM. Unfortunately I have no information on this company.",
  "Zebra CRM wurde in den Quellen nicht erwähnt.",
  "Ich kenne Zebra CRM nicht.",
  "Je ne connais pas Zebra CRM.",
  "No conozco Zebra CRM.",
  "Non ho trovato nulla su Zebra CRM.",
  "Não encontrei nada sobre a Zebra CRM.",
  "Over Zebra CRM heb ik geen informatie.",
  "Nie znam firmy Zebra CRM.",
  "Jag hittade ingenting om Zebra CRM.",
  "Zebra CRM hakkında bilgi bulamadım.",
  "Я не нашёл информации о Zebra CRM.",
  "لا أعرف Zebra CRM.",
  "Zebra CRMに関する情報は見つかりませんでした。",
  "我不了解Zebra CRM。",
  "Zebra CRM에 대한 정보를 찾을 수 없습니다.",
];
const SAID = [
  "Zebra CRM is not listed on any stock exchange but has 2 million users.",
  "Zebra CRM does not exist only in the cloud.",
  "I found nothing quieter than Zebra CRM.",
  "There are no complaints about Zebra CRM.",
  "Zebra CRM does not provide data on its suppliers.",
  "Zebra CRM har ingen app.",
  "Zebra CRM doesn't cover roadside assistance.",
  "I could find no pricing information on Zebra CRM.",
  "The headquarters of Zebra CRM are not known to me.",
  "Bei Zebra CRM wird keine Gebühr genannt.",
  "There is no mention of fees at Zebra CRM.",
  "Zebra CRM is not included in the free plan of Acme.",
  "I have no information about the price of Zebra CRM, which is otherwise a fine tool.",
  "I had never heard of Zebra CRM; it turns out to be a tool for shops.",
  "Who has not heard of Zebra CRM?",
];

test("a name that is only said to be unknown is no mention, in fifteen languages", () => {
  for (const text of ABSENT) assert.deepEqual(mentioned(text), [], text);
});

test("a negation near a name hides no mention", () => {
  for (const text of SAID) assert.deepEqual(mentioned(text), [1], text);
});

test("of two names only the unknown one is absent", () => {
  assert.deepEqual(mentioned("I know nothing about Zebra CRM, but Globex is a good choice."), [2]);
});

test("what is said elsewhere in a long answer counts, a guess does not", () => {
  const unknown = "I couldn't find any reviews of Zebra CRM.";
  assert.deepEqual(mentioned(`Zebra CRM costs 9 euros a month. ${unknown}`), [1]);
  assert.deepEqual(mentioned(`${unknown} Zebra CRM may be new.`), []);
});

test("without a negation, a word of not knowing or a question no name is absent", () => {
  for (const text of ["Zebra CRM.", "Sources: Zebra CRM", "About Zebra CRM and its makers"]) {
    assert.deepEqual(mentioned(text), [1], text);
  }
});

test("which names are absent is the same whether or not it is asked how each stands", () => {
  const text = foldText("You asked about Zebra CRM. I found nothing on Zebra CRM.");
  const spans = [...text.lower.matchAll(/zebra crm/g)].map(({ index }) => ({
    start: index,
    end: index + 9,
    brand_ids: [1],
  }));
  const readings = spans.map(readingsIn(text, spans));
  assert.ok(readings.some(({ isAbsent }) => isAbsent));
  for (const { isAbsent, standing } of readings) assert.equal(standing() === "absent", isAbsent);
});

test("the weights are those that the labelled texts give with today's words and signs", () => {
  const { absent, wrong } = learntTexts();
  assert.ok(absent > 2_000);
  assert.ok(wrong < absent * 0.03, `${wrong} of ${absent}`);
});

/** How many texts of the development half say that a name is unknown, and how many of them are not read so. */
function learntTexts(): { absent: number; wrong: number } {
  const path = new URL("../../../bench/accuracy/absence-development.jsonl", import.meta.url);
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const sums = { absent: 0, wrong: 0 };
  for (const line of lines) {
    const { text, brand, mentioned: is_mentioned } = JSON.parse(line);
    if (is_mentioned) continue;
    sums.absent += 1;
    const brands = compileBrands([{ brand_id: 1, name: brand, ...rules }]);
    if (findMentions(brands, text).length > 0) sums.wrong += 1;
  }
  return sums;
}

test("a recommended name that ends its sentence is said, though the next one denies something", () => {
  const first = [
    "The winner is Globex.",
    "My pick is Globex.",
    "**Best overall: Globex.**",
    "Testsieger ist Globex.",
  ];
  const next = [
    ...[
      "Nothing else is as light.",
      "No one else offers this.",
      "It has no equal.",
      "I found nothing better.",
    ],
    ...["Not cheap, but worth it.", "Reviews mention no major flaws.", "No complaints so far."],
    ...["Kein anderer Stiefel ist so leicht.", "Nicht billig, aber gut."],
  ];
  for (const text of first.flatMap((one) => next.map((two) => `${one} ${two}`)))
    assert.deepEqual(mentioned(text), [2], text);
  for (const text of [
    "You asked about Globex. I don't know that company.",
    "Next, Globex. Unfortunately I could not find it.",
    "Globex. I know nothing about it, and others may be better.",
    "Sie fragen nach Globex. Leider kenne ich die Firma nicht.",
  ])
    assert.deepEqual(mentioned(text), [], text);
});

/** A name that ends its sentence and what the next one says, in many languages: first named only, then as the best. */
const ENDING: readonly { named: string; unknown: string; best: string; praise: string }[] = [
  {
    named: "You asked about Globex.|Next, Globex.|**Globex.**|Company: Globex.",
    unknown: "There is no such brand.|It isn't a brand.|I could not verify that it exists.",
    best: "I recommend Globex.|Winner: Globex.|The lightest one is Globex.",
    praise: "There is no better choice.|No other brand comes close.",
  },
  {
    named: "Sie fragen nach Globex.|Nun zu Globex.",
    unknown: "Das ist keine Marke.|Diese Marke gibt es nicht.",
    best: "Ich empfehle Globex.|Mein Favorit: Globex.",
    praise: "Keine andere Marke ist so leicht.|Nichts ist leichter.",
  },
  {
    named: "Vous parlez de Globex.",
    unknown: "Ce n'est pas une marque.|Cette marque n'existe pas.",
    best: "Le meilleur choix est Globex.",
    praise: "Aucune autre marque n'est aussi légère.",
  },
  {
    named: "Pregunta por Globex.",
    unknown: "No es una marca.|No existe tal marca.",
    best: "La mejor opción es Globex.",
    praise: "Ninguna otra marca es tan ligera.",
  },
  {
    named: "Lei chiede di Globex.",
    unknown: "Non è un marchio.|Non esiste un marchio simile.",
    best: "La scelta migliore è Globex.",
    praise: "Nessun'altra marca è così leggera.",
  },
  {
    named: "U vraagt naar Globex.",
    unknown: "Zo'n merk is er niet.",
    best: "De beste keuze is Globex.",
    praise: "Geen ander merk is zo licht.",
  },
  {
    named: "Pyta Pan o Globex.|O Globex.",
    unknown: "Nie ma takiej marki.|Taka firma nie istnieje.",
    best: "Polecam Globex.",
    praise: "Żadna inna marka nie jest tak lekka.",
  },
  {
    named: "Globex.",
    unknown: "Böyle bir marka yok.",
    best: "En iyi seçim: Globex.",
    praise: "Başka hiçbir marka bu kadar hafif değil.",
  },
  {
    named: "Вы спрашиваете о Globex.|О Globex.",
    unknown: "Такой марки нет.|Такой компании не существует.",
    best: "Я рекомендую Globex.",
    praise: "Ни одна другая марка не такая лёгкая.",
  },
  {
    named: "您问的是Globex。",
    unknown: "没有这样的品牌。",
    best: "最佳选择是Globex。",
    praise: "没有其他品牌这么轻。",
  },
];

test("what the next sentence denies is the name where it is only named, not where it is the best", () => {
  const pairs = (first: string, next: string) =>
    first.split("|").flatMap((one) => next.split("|").map((two) => `${one} ${two}`));
  const read = (texts: string[], mentions: number) =>
    texts.filter((text) => mentioned(text).length !== mentions);
  const wrong = ENDING.flatMap(({ named, unknown, best, praise }) => [
    ...read(pairs(named, unknown), 0),
    ...read(pairs(best, praise), 1),
  ]);
  assert.deepEqual(wrong, []);
});

/** Other names than those of the labelled texts, and other sentences of the same kinds. */
const ASKED: readonly { kind: string; said: string[]; absent?: string[] }[] = [
  {
    kind: "a name put forward in place of an unknown one",
    said: [
      "I couldn't find anything about Zebra CRM. Did you mean Globex?",
      "Zu Zebra CRM habe ich nichts gefunden. Meinten Sie Globex?",
      "Je n'ai rien trouvé sur Zebra CRM. Vouliez-vous dire Globex ?",
      "没有找到Zebra CRM的信息。您是指Globex吗？",
    ],
    absent: ["Did you mean Globex?", "I'm not sure which firm you mean. Do you mean Globex?"],
  },
  {
    kind: "a question that proposes it",
    said: [
      "Have you considered Globex?",
      "How about Globex?",
      "Haben Sie schon an Globex gedacht?",
      "¿Conoces Globex? Es una tienda de Madrid.",
    ],
    absent: ["Could you tell me more about Globex?"],
  },
  {
    kind: "a heading that asks, and its answer",
    said: [
      "## What is Globex?\n\nIt is a cloud service for dentists. It bills by the month.",
      "**Where is Globex based?** In Cologne.",
      "## Was ist Globex?\n\nEine Software für Zahnärzte.",
      "## ¿Qué es Globex?\n\nUn programa de Madrid para dentistas.",
    ],
    absent: [
      "What is Globex? Please tell me more.",
      "## What is Globex?\n\nI found no information on a product of this name.",
    ],
  },
  {
    kind: "nothing bad known, or no experience of one's own",
    said: [
      "I found no evidence that Globex shares data with advertisers.",
      "I have not used Globex myself, but owners say it lasts.",
      "Never heard of Globex? It is the biggest maker of kettles in Denmark.",
      "Es gibt keine Hinweise, dass Globex Daten verkauft.",
    ],
    absent: [
      "I found no evidence that Globex exists.",
      "I have no experience with Globex, but I can help you with other brands.",
    ],
  },
];

test("a question or a denied clause alone makes no name unknown", () => {
  const wrong = ASKED.flatMap(({ kind, said, absent = [] }) => [
    ...said.filter((text) => !mentioned(text).includes(2)).map((text) => `${kind}, lost: ${text}`),
    ...absent.filter((text) => mentioned(text).includes(2)).map((text) => `${kind}, kept: ${text}`),
  ]);
  assert.deepEqual(wrong, []);
});
