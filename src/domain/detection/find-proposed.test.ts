import assert from "node:assert/strict";
import { test } from "node:test";
import { compileBrands, findMentions } from "./match-brands.ts";

const rules = { aliases: [], domains: [], regex: null, exclude_phrases: [] };
const matcher = compileBrands([{ brand_id: 1, name: "Globex", ...rules }]);
const isMentioned = (text: string) => findMentions(matcher, text).length > 0;

const SAID = [
  "I couldn't find anything about Zolto. Did you mean Globex?",
  "Zolto does not appear in my sources. Did you mean Globex?",
  "There is no brand called Zebra Kettles that I know of. Did you mean Globex?",
  'I have no information on "zolto". Are you thinking of Globex?',
  "Zu Zolto liegen mir keine Informationen vor. Meinten Sie Globex?",
  "Je ne connais pas Zolto. Vouliez-vous dire Globex ?",
  "No encontré nada sobre Zolto. ¿Quiso decir Globex?",
  "I don't know Zolto. Did you mean Globex?",
];
const ABSENT = [
  "I'm unable to look things up online. Did you mean Globex?",
  "I have no live search here. Are you thinking of Globex, the bakery?",
  "I couldn't find any details on that brand. Do you mean Globex, the shoe maker?",
  "I have no details about this. Are you referring to Globex?",
  "No matches were found for your query. Did you mean Globex?",
  "My knowledge ends in June, so I have no recent information. Are you asking about Globex?",
  "Leider kann ich das Internet nicht durchsuchen. Meinen Sie Globex?",
  "Dazu habe ich leider keine Angaben gefunden. Meinen Sie Globex?",
  "Diese Firma ist mir nicht bekannt. Meinen Sie Globex?",
  "Je ne connais pas cette marque. Voulez-vous dire Globex ?",
  "Je ne peux pas naviguer sur le web. Parlez-vous de Globex ?",
  "No tengo acceso a datos en tiempo real. ¿Te refieres a Globex?",
  "No conozco esa empresa. ¿Se refiere a Globex?",
  "I don't have access to real-time information. Are you asking about Globex, the clothing company?",
  "I can't browse the web. Are you asking about Globex?",
  "I don't have access to live data. Are you asking about Globex?",
  "I don't have any information about that company. Are you referring to Globex?",
  "I have no information on this. Are you looking for Globex?",
  "Unfortunately, I don't know this company. Do you mean Globex with a c?",
  "Ich habe keinen Zugriff auf aktuelle Informationen. Meinen Sie Globex?",
  "Dazu liegen mir keine Informationen vor. Meinst du die Firma Globex?",
  "Je n'ai pas accès aux informations en temps réel. Parlez-vous de Globex ?",
];

test("a name asked about is put forward where another is unknown, not where nothing that is named is", () => {
  assert.deepEqual(
    SAID.filter((text) => !isMentioned(text)),
    [],
  );
  assert.deepEqual(ABSENT.filter(isMentioned), []);
});
