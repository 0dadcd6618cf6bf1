import assert from "node:assert/strict";
import { test } from "node:test";
import { guessLanguage, makeToneScorer } from "./score-tone.ts";

function toneOf(text: string, name = "Acme", language: string | null = "en"): number | null {
  const start = text.indexOf(name);
  return makeToneScorer(text, language)([{ start, end: start + name.length }]);
}

test("praise scores above nothing, nothing above blame, all within -1 and 1", () => {
  const praise = ["Acme is excellent and reliable.", "The best choice is Acme."];
  const blame = ["Acme is unreliable and overpriced.", "Acme is not good.", "Avoid Acme."];
  for (const text of praise) assert.ok((toneOf(text) ?? 0) > 0.3 && (toneOf(text) ?? 2) <= 1, text);
  for (const text of blame)
    assert.ok((toneOf(text) ?? 0) < -0.2 && (toneOf(text) ?? -2) >= -1, text);
  assert.equal(toneOf("Acme is a company."), 0);
});

test("only the brand's own clause counts", () => {
  const text = "Zolto is terrible, but Acme is excellent. Other things are awful.";
  assert.ok((toneOf(text) ?? 0) > 0.3);
  assert.ok((toneOf(text, "Zolto") ?? 0) < -0.3);
});

test("a name made of praise is no praise", () => {
  assert.equal(toneOf("Best Buy is a shop.", "Best Buy"), 0);
});

test("no tone is estimated in other languages or without a mention", () => {
  assert.equal(toneOf("Acme ist hervorragend.", "Acme", "de"), null);
  assert.equal(toneOf("Acme is excellent.", "Acme", null), null);
  assert.equal(makeToneScorer("Acme is excellent.", "en")([]), null);
});

test("English is distinguished from other languages", () => {
  const english =
    "The best shoes for running are from Acme, and they are not too expensive for you.";
  const german =
    "Die besten Schuhe zum Laufen sind von Acme, und sie sind nicht zu teuer für dich.";
  const french =
    "Les meilleures chaussures pour courir sont de chez Acme, et elles ne sont pas chères.";
  const spanish =
    "Las mejores zapatillas para correr son de Acme, y no son muy caras para el uso diario.";
  assert.equal(guessLanguage(english), "en");
  for (const text of [german, french, spanish, "ランニングに最適な靴はアクメです。"]) {
    assert.equal(guessLanguage(text), null, text);
  }
});
