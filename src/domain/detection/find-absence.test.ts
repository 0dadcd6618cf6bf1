import assert from "node:assert/strict";
import { test } from "node:test";
import { compileBrands, findMentions } from "./match-brands.ts";

const rules = { aliases: [], domains: [], regex: null, exclude_phrases: [] };
const matcher = compileBrands([
  { brand_id: 1, name: "Zebra CRM", ...rules },
  { brand_id: 2, name: "Globex", ...rules },
]);
const mentioned = (text: string) => findMentions(matcher, text).map(({ brand_id }) => brand_id);

const ABSENT = [
  "I couldn't find Zebra CRM.",
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
