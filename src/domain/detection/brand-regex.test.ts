import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRegex, REGEX_LENGTH_LIMIT } from "./brand-regex.ts";
import type { BrandRules } from "./brand-rules.ts";
import { createDetector, detectAnswers } from "./detect-answers.ts";
import { compileExpressions, runExpressions } from "./run-expressions.ts";
import { tryExpression } from "./try-expression.ts";
import { withoutModifiers } from "./without-modifiers.ts";

function brand(brand_id: number, name: string, regex: string | null): BrandRules {
  return { brand_id, name, aliases: [], domains: [], regex, exclude_phrases: [] };
}

test("sound expressions may be saved", async () => {
  for (const source of [
    "acme",
    String.raw`\bacme(?! street)\b`,
    "(?-i:ACME) corp",
    String.raw`\b(?-i:ACME|Acme)\b(?! street)`,
    String.raw`\((?-i:IT)\) [^-a]?[a-z\d]{1,9}`,
    "(?-i:[A-Z]cme)(?s:.)corp|(?m:^akme$)",
    String.raw`(?-i:ACME)\W{1,3}(?!\p{Lu})`,
    String.raw`[(?i:]\(?i:acme`,
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
    // Dead, or always over, if the modifier counted for nothing.
    [String.raw`(?-i:[^A-Z\W\d_])((.+)+)+!`, /exponential/],
    [String.raw`(?-i:[^A-Z\W\d_])(?=a)A(.+)+!`, /./],
    [String.raw`(?-i:[^\0-\u{17e}\u{180}-\u{10ffff}])\Ba(.+)+!`, /exponential|too complex/],
    ["(?s:(x|.)*)!", /exponential/],
    [String.raw`(?-i:(a)\1)(?i:\1)`, /too complex/],
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

test("an expression is tried within a time limit beside the server's thread, however slow it is", async () => {
  let [last, longest] = [performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 10).unref();
  const slow = `${"(".repeat(12)}.+${")+".repeat(12)}!`;
  const texts = ["Acme 1 - acme.com"];
  const tried = [slow, "acme|$", "acme"].map((source) => tryExpression(source, texts));
  assert.deepEqual(await Promise.all(tried), ["failed", "empty", "matches"]);
  // V8 compiles it for some ten seconds.
  const check = await checkRegex(String.raw`[^\p{L}x]`.repeat(10));
  assert.ok(!check.ok && /too complex/.test(check.reason));
  clearInterval(timer);
  assert.ok(longest < 1_000, `${longest} ms`);
});

test("what is judged of an expression with modifiers matches what it matches", () => {
  const letters = String.raw`aAkK\u212a\u017fsSßẞµμΜσςΣіİıIiéÉ1 -_\n\u2028`;
  const texts = Array.from(JSON.parse(`"${letters}"`) as string, (letter) => [
    ...[letter, `${letter}a`, `a${letter}`, `S${letter}K`],
  ]).flat();
  for (const source of [
    String.raw`(?-i:[aSs])s|\b(?i:K)\b|\Bs`,
    String.raw`(?-i:a\b)\W|s\b.|\Bs`,
    String.raw`(?-i:(.)\1)|s\b.|\Bk`,
    String.raw`[^-a](?-i:k)|[a-z](?-i:K)|\W(?-i:[^\W\d_])`,
    String.raw`\p{Lu}(?-i:a|\p{Lu})|[\W\d]\w(?-i:K)|\u{73}(?-i:\x4b)`,
    String.raw`(?-i:^.)(?s:.)|(?m:^[^\s\w]$)|(?ms-i:^.(?i:k)$)`,
    String.raw`(?:(?-i:K)?\W(?:a|\W))(?-i:(?i:a)\W|\w)`,
    String.raw`(?-i:(?<one>a)\k<one>)?[)(?\]-](?-i:[(?i:]|a)|[^\W_](?-i:)`,
  ]) {
    const plain = withoutModifiers(source);
    for (const text of texts) {
      const [wanted, found] = [new RegExp(source, "giu"), new RegExp(plain ?? "!", "gu")];
      assert.deepEqual(text.match(found), text.match(wanted), `${source}, ${plain}: ${text}`);
    }
  }
});

test("edges of words are judged as those of ASCII where nothing tells the two other letters of words from one", async () => {
  const letters = "aSs\u017fKk\u212a1 \u2028\u00e9";
  const texts = Array.from(letters, (one) =>
    Array.from(letters, (other) => [one + other, `${one}a${other}`, `by S${one}k${other}`]),
  ).flat(2);
  const spansOf = (text: string, source: string, flags: string) =>
    Array.from(text.matchAll(new RegExp(source, flags)), (found) => [found.index, found[0].length]);
  for (const source of [
    String.raw`(?<=\b(?:by|from|at)\s)(?-i:Sak)\b|\bsak\s+k`,
    String.raw`\b(?-i:S|a)\b|\Bs|k\B.|(?-i:\p{Lu})`,
    String.raw`[-a](?-i:[-a]s)\b|\bk`,
  ]) {
    const plain = withoutModifiers(source) ?? "";
    assert.ok(plain.includes(String.raw`\b`) && !plain.includes("(?<!"), plain);
    for (const text of texts) {
      const folded = text
        .replaceAll("\u017f", source.includes("-a]s") ? "S" : "s")
        .replaceAll("\u212a", "K");
      const wanted = spansOf(text, source, "giu");
      assert.deepEqual(spansOf(folded, source, "giu"), wanted, `${source}: ${text}`);
      assert.deepEqual(spansOf(folded, plain, "gu"), wanted, `${source}, ${plain}: ${text}`);
    }
  }
});
