import assert from "node:assert/strict";
import { test } from "node:test";
import { changeShown } from "./measures.ts";

test("a change reads as the difference of the two numbers as they are shown, of every number", () => {
  const numbers = { visibility: 0.3, share_of_voice: 0.2001, position: 2, sentiment: null };
  const previous = { ...numbers, share_of_voice: 0.2346 };
  const one = { value: 0, low: null, high: null, significant: null };
  const voice = { ...one, value: 0.2001 - 0.2346 };
  const change = { visibility: one, share_of_voice: voice, position: one, sentiment: one };
  const shown = changeShown({ ...numbers, previous, change }, "share_of_voice");
  // By themselves they would read 20.0, 23.5 and −3.4 (−3.45).
  assert.equal(((shown?.value ?? 0) * 100).toFixed(1), "-3.5");
  assert.equal(changeShown({ ...numbers, previous }, "visibility"), undefined);
});
