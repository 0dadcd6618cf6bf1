import assert from "node:assert/strict";
import { test } from "node:test";
import { findNamedBy } from "./named-brands.ts";

const rules = { aliases: [], domains: [], regex: null, exclude_phrases: [] };

test("a question names a brand by whole words, in any script", async () => {
  for (const [name, text, expected] of [
    ["On", "Which brands of running shoes offer the best value for money?", false],
    ["On", "Is On any good?", true],
    ["On", "Is ON, or Hoka, better?", true],
    ["Acme", "Is acme's boot good?", true],
    ["Acme", "Are Acmes good?", false],
    ["Stone Creek", "Is Stone-Creek any good?", true],
    ["Stone-Creek", "Is stone creek any good?", true],
    ["Stone Creek", "Is Keystone Creek any good?", false],
    ["A+B (C)", "Is A+B (C) any good?", true],
    ["Söhne", "Sind Söhne gut?", true],
    ["Sö", "Sind Söhne gut?", false],
    ["宇宙靴店", "冬は宇宙靴店がいいですか", true],
    ["Gap", "Gapは良いですか", true],
    ["Gap", "Who is @gap?", false],
  ] as const) {
    const [found] = await findNamedBy([{ brand_id: 1, name, is_own: true, ...rules }], [text]);
    const named = { is_branded: expected, brand_ids: expected ? [1] : [] };
    assert.deepEqual(found, named, `${name}: ${text}`);
  }
});
