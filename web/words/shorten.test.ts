import assert from "node:assert/strict";
import { test } from "node:test";
import { shorten } from "./shorten.ts";

test("a name is shortened between letters, never in the middle of one", () => {
  for (const most of [9, 10, 11, 12]) assert.ok(shorten("Assistant 🚀 x", most).isWellFormed());
  assert.equal(shorten("Assistant 🚀 x", 11), "Assistant 🚀…");
  assert.equal(shorten("Assistant", 9), "Assistant");
});
