import assert from "node:assert/strict";
import { compileRules, detectInAnswers } from "#domain/detection/detect-answer.ts";

/** The tone towards each brand as "+", "-", "0" or "?" for none, in the order of the brands. */
export function tones(text: string, ...brands: string[]): string {
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

/** Asserts the signs that `tones` gives for each text. */
export function expectTones(
  cases: readonly (readonly [string, string])[],
  ...brands: string[]
): void {
  for (const [text, signs] of cases) assert.equal(tones(text, ...brands), signs, text);
}
