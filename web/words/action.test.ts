import assert from "node:assert/strict";
import { test } from "node:test";
import { sayEffect } from "./action.ts";

const group = (named: number) => ({ named, answers: 100 });
const known = {
  reason: null,
  touched_prompts: 1,
  before: { touched: group(10), untouched: group(40) },
  after: { touched: group(35), untouched: group(45) },
  ...{ value: 0.2, low: 0.05, high: 0.35 },
};

test("what came of an action is said with before, after and whether it may be chance", () => {
  assert.equal(
    sayEffect(known),
    "10.0\u00A0% before, 35.0\u00A0% after: gained 20.0 pts against all other prompts, more than chance.",
  );
  const lost = { ...known, value: -0.05, low: -0.2, high: 0.1 };
  assert.match(sayEffect(lost), /lost 5\.0 pts against all other prompts, this may be chance\.$/);
  const unknown = { ...known, before: null, after: null, value: null, low: null, high: null };
  assert.equal(sayEffect({ ...unknown, reason: "It goes live later." }), "It goes live later.");
});
