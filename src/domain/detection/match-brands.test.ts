import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertLinear } from "../../../test/kit/linear-time.ts";
import { MENTION_CASES } from "../../../test/kit/mention-cases.ts";
import type { BrandRules } from "./brand-rules.ts";
import { EVIDENCE_LIMIT } from "./brand-rules.ts";
import { suggestCaseSensitive } from "./case-flag.ts";
import { cleanAnswer } from "./clean-answer.ts";
import { foldKey } from "./fold-text.ts";
import { compileBrands, findMentions } from "./match-brands.ts";

function brand(brand_id: number, name: string, more: Partial<BrandRules> = {}): BrandRules {
  return { brand_id, name, aliases: [], domains: [], regex: null, exclude_phrases: [], ...more };
}

/** "Name|case|not=phrase,phrase|site=domain" as rules. */
function rulesOf(text: string): BrandRules {
  const [name = "", ...parts] = text.split("|");
  const listOf = (key: string) =>
    parts
      .find((part) => part.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .split(",") ?? [];
  return brand(1, name, {
    aliases: [{ text: name, case_sensitive: parts.includes("case") }],
    exclude_phrases: listOf("not"),
    domains: listOf("site"),
  });
}

const kinds = Object.entries(MENTION_CASES);

test("there are more than 150 mention cases, at least ten of each kind", () => {
  assert.ok(kinds.flatMap(([, cases]) => cases).length > 150);
  for (const [kind, cases] of kinds) assert.ok(cases.length >= 10, kind);
});

for (const [kind, cases] of kinds) {
  test(`${kind}: exactly the mentions are found`, async (context) => {
    for (const [name, text, expected] of cases) {
      await context.test(`${name} in ${JSON.stringify(text)}`, () => {
        const [mention] = findMentions(compileBrands([rulesOf(name)]), text);
        const found = mention?.evidence.map((evidence) => evidence.text) ?? [];
        assert.deepEqual(found, expected);
        assert.equal(mention?.mention_count ?? 0, expected.length);
      });
    }
  });
}

test("the longest name wins, brands are ranked by first appearance", () => {
  const matcher = compileBrands([brand(1, "Zolto"), brand(2, "Zolto Swift"), brand(3, "Acme")]);
  const mentions = findMentions(matcher, "Buy a Zolto Swift or Acme; a plain Zolto is fine. Acme!");
  const ranks = mentions.map(({ brand_id, position, mention_count }) => [
    brand_id,
    position,
    mention_count,
  ]);
  assert.deepEqual(ranks, [
    [2, 1, 1],
    [3, 2, 2],
    [1, 3, 1],
  ]);
});

test("two brands that share a name are both mentioned", () => {
  const matcher = compileBrands([
    brand(1, "Acme"),
    brand(2, "Zed", { aliases: [{ text: "ACME", case_sensitive: false }] }),
  ]);
  assert.deepEqual(
    findMentions(matcher, "Acme").map(({ brand_id }) => brand_id),
    [1, 2],
  );
});

test("citation annotations are not mentions", () => {
  const text = "Good shoes (Acme News). Acme is one.";
  const given = { removed_spans: [{ start: 11, end: 22 }] };
  const [mention] = findMentions(compileBrands([brand(1, "Acme")]), text, given);
  assert.deepEqual([mention?.mention_count, mention?.first_offset], [1, 24]);
});

test("hits of an expression join alias matches without counting twice", () => {
  const text = "Acme Corp and Acme, also Akme";
  const brand_ids = [1];
  const patterns = [
    { brand_ids, start: 0, end: 9 },
    { brand_ids, start: 25, end: 29 },
  ];
  const [mention] = findMentions(compileBrands([brand(1, "Acme")]), text, { patterns });
  const found = mention?.evidence.map((evidence) => evidence.text);
  assert.deepEqual(found, ["Acme Corp", "Acme", "Akme"]);
});

test("evidence is bounded while every occurrence is counted", () => {
  const [mention] = findMentions(compileBrands([brand(1, "Acme")]), "Acme, ".repeat(500));
  assert.equal(mention?.mention_count, 500);
  assert.equal(mention?.evidence.length, EVIDENCE_LIMIT);
});

test("evidence is the original slice and folds to the alias, whatever surrounds it", () => {
  const names = ["Acme", "Nova Kola", "Zoltó", "星河", "아크메", "Акме"];
  const matcher = compileBrands(names.map((name, index) => brand(index + 1, name)));
  const noise = fc.oneof(
    fc.constantFrom(
      "**",
      " ",
      "\n",
      "| ",
      "[1]",
      "é",
      "e\u0301",
      "\u200b",
      "ﬁ",
      "👍🏽",
      "&amp;",
      "](",
      ")",
      "[",
      "```\n",
      "https://x.example/Acme ",
      "™",
      "\u00ad",
      "İ",
      "ﷺ",
      "한글 ",
      "が",
      "\\",
    ),
    fc.string({ maxLength: 6, unit: "binary" }),
  );
  const piece = fc.oneof(noise, fc.constantFrom(...names.map((name) => ` ${name} `)));
  let found = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join("");
      for (const { brand_id, evidence, first_offset } of findMentions(matcher, text)) {
        assert.equal(first_offset, evidence[0]?.start);
        for (const one of evidence) {
          found += 1;
          assert.equal(one.text, text.slice(one.start, one.end));
          const plain = foldKey(cleanAnswer(one.text).text).replace(/[\s-]/g, "");
          assert.equal(plain, foldKey(names[brand_id - 1] ?? "").replaceAll(" ", ""));
        }
      }
    }),
    { numRuns: 1_000 },
  );
  assert.ok(found > 500, "the property was exercised");
});

test("a brand with thousands of aliases that begin alike is found by the right ones", () => {
  const aliases = Array.from({ length: 5_000 }, (_, index) => ({
    text: `Acme & ${index} Gear`,
    case_sensitive: false,
  }));
  const [mention] = findMentions(
    compileBrands([brand(1, "Zed", { aliases })]),
    "Acme and 17 Gear, Acme&4999-Gear, Acme & 5000 Gear, Acme & 12 Gears",
  );
  const found = mention?.evidence.map((evidence) => evidence.text);
  assert.deepEqual(found, ["Acme and 17 Gear", "Acme&4999-Gear"]);
});

test("hostile answers take linear time", () => {
  const aliases = Array.from({ length: 5_000 }, (_, index) => ({
    text: `Acme ${index.toString(36)} corp`,
    case_sensitive: false,
  }));
  const matcher = compileBrands([brand(1, "Acme", { aliases })]);
  const pieces = [
    "[",
    "(",
    "![",
    "](",
    "[a](x",
    "<a ",
    "```\n",
    "`",
    "*",
    "([a][1]",
    "a@",
    "a.",
    "www.",
    "acme ",
    "$9.",
    "no information about ",
    "\u0301",
    "é",
    "<!--",
    "&#",
    "acme-",
    "|",
    "\\",
  ];
  for (const piece of pieces) {
    const times = Math.ceil(10_000 / piece.length);
    assertLinear((text) => findMentions(matcher, text), piece, times);
  }
});

test("short and common names are suggested in their exact case", () => {
  for (const name of ["HP", "Target", "away", "Made In", "Notion"]) {
    assert.equal(suggestCaseSensitive(name), true, name);
  }
  for (const name of ["Zolto", "Nova Kola", "星河"]) {
    assert.equal(suggestCaseSensitive(name), false, name);
  }
});
