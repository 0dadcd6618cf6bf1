import assert from "node:assert/strict";
import { test } from "node:test";
import { compileRules, detectInAnswers } from "#domain/detection/detect-answer.ts";
import { around } from "./alias-proposals.ts";

const RULES = compileRules([
  {
    ...{ brand_id: 1, name: "Borealis", aliases: [], domains: [], regex: null },
    exclude_phrases: ["Corona Borealis"],
  },
]);

function passageOf(answer: string): string {
  const [found] = detectInAnswers(RULES, [{ answer, removed_spans: [] }]);
  const mention = found?.mentions[0];
  assert.ok(mention, answer);
  return around(answer, mention);
}

test("a mention is shown with the text beside it, as people read it", () => {
  assert.equal(
    passageOf("Take | **[Borealis](https://borealis.example/shop)** | 90 €\n\n## Why"),
    "Take · Borealis · 90 € Why",
  );
});

test("the passage is the mention's, though its name stands elsewhere or is written in pieces", () => {
  const far = "x ".repeat(200);
  const counted = passageOf(`Corona Borealis is a star sign. ${far}I would buy Borealis boots.`);
  assert.match(counted, /I would buy Borealis boots\.$/);
  assert.match(passageOf(`Listen. ${far}I would buy **Borealis** boots.`), /buy Borealis boots\.$/);
  const link = `[Acme](https://acme.example/${"a".repeat(300)}) `;
  assert.match(passageOf(`${link.repeat(9)}Then Borealis. ${link.repeat(9)}`), /Then Borealis\./);
});
