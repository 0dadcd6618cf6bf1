import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRegex, REGEX_LENGTH_LIMIT } from "./brand-regex.ts";
import type { BrandRules } from "./brand-rules.ts";
import { createDetector, detectAnswers } from "./detect-answers.ts";
import { compileExpressions, runExpressions } from "./run-expressions.ts";

function brand(brand_id: number, name: string, regex: string | null): BrandRules {
  return { brand_id, name, aliases: [], domains: [], regex, exclude_phrases: [] };
}

test("sound expressions may be saved", async () => {
  for (const source of [
    "acme",
    String.raw`\bacme(?! street)\b`,
    "(?-i:ACME) corp",
    "星河|アクメ",
  ]) {
    assert.deepEqual(await checkRegex(source), { ok: true }, source);
  }
});

test("expressions that are wrong, long, empty or slow are refused with a reason", async () => {
  const cases: [string, RegExp][] = [
    ["(", /not valid/],
    ["", /empty/],
    ["a*", /empty text/],
    [String.raw`\b`, /empty text/],
    ["(a|a)*$", /exponential/],
    ["(a+)+b", /exponential/],
    ["a".repeat(REGEX_LENGTH_LIMIT + 1), /longer/],
  ];
  for (const [source, reason] of cases) {
    const check = await checkRegex(source);
    assert.ok(!check.ok && reason.test(check.reason), source);
  }
});

test("an expression finds mentions in the cleaned text, merged with the aliases", async () => {
  const detector = createDetector([
    brand(1, "Acme", String.raw`acme\s+corp|akme`),
    brand(2, "Zed", null),
  ]);
  const [full, empty] = await detectAnswers(detector, [
    { answer: "**Acme** Corp is excellent. [Akme](https://acme.com). Zed." },
    { answer: "" },
  ]);
  assert.deepEqual(
    full?.mentions[0]?.evidence.map(({ text }) => text),
    ["Acme** Corp", "Akme"],
  );
  assert.ok((full?.mentions[0]?.sentiment ?? 0) > 0);
  assert.equal(full?.cut, null);
  assert.deepEqual(empty, { mentions: [], cut: null });
});

test("an expression that runs out of time yields nothing, is reported, and harms no other", async () => {
  const detector = createDetector([brand(1, "Acme", "(a|a)*!$"), brand(2, "Zed", "zed+ corp")]);
  const answers = [{ answer: "Zedd corp and Acme" }, { answer: `${"a".repeat(40)} Zed corp` }];
  const found = await detectAnswers(detector, answers);
  assert.deepEqual(
    found.map(({ cut }) => cut),
    [null, "expression"],
  );
  const brands = found.map(({ mentions }) => mentions.map(({ brand_id }) => brand_id));
  assert.deepEqual(brands, [[2, 1], [2]]);
});

test("an exclude phrase hides what a brand's own expression matches, from that brand alone", async () => {
  const excluding = (brand_id: number, phrases: string[]) => ({
    ...brand(brand_id, "Umbra", "umbra(s|'s)?"),
    exclude_phrases: phrases,
  });
  const detector = createDetector([
    excluding(1, ["umbra und penumbra", "Straße umbra"]),
    excluding(2, []),
  ]);
  const answers = [
    { answer: "Lest umbra und penumbra." },
    { answer: "**Umbra** *und* penumbra, STRASSE UMBRA \u2014 und Umbras?" },
  ];
  const found = await detectAnswers(detector, answers);
  const counts = found.map(({ mentions }) =>
    mentions.map(({ brand_id, mention_count }) => [brand_id, mention_count]),
  );
  assert.deepEqual(counts, [
    [[2, 2]],
    [
      [2, 4],
      [1, 1],
    ],
  ]);
});

test("many expressions that are each in time cut no answer, and each text is told as it is read", () => {
  const quick = compileExpressions(
    Array.from({ length: 12 }, (_, index) => brand(index + 1, "Acme", `a+b${index}`)),
  );
  const text = "a".repeat(900);
  // Beside other work one may be late, but not each time.
  const isWhole = () => runExpressions(quick, [text])[0]?.is_cut === false;
  assert.ok(Array.from({ length: 20 }).some(isWhole), "together they take longer than one may");
  const told: number[] = [];
  const slow = compileExpressions([brand(1, "Acme", "(a|a)*!$")]);
  const texts = [1, 2, 3].map(() => "a".repeat(40));
  const found = runExpressions(slow, texts, (index) => told.push(index));
  assert.deepEqual([told, found.every(({ is_cut }) => is_cut)], [[0, 0, 1, 2], true]);
});
