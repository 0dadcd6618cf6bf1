import assert from "node:assert/strict";
import { test } from "node:test";
import { readDay } from "./read-day.ts";

test("a day is read as people write it, and nothing else is one", () => {
  for (const text of [
    "5 Nov 2026",
    " 05 november 2026",
    "5. Nov. 2026",
    "Nov 5, 2026",
    "2026-11-05",
  ])
    assert.equal(readDay(text), "2026-11-05", text);
  for (const text of [
    "28 Nov 202620",
    "28 Nov 20",
    "31 Nov 2026",
    "5 Foo 2026",
    "Nov 2026",
    "2026",
    "",
    "soon",
  ])
    assert.equal(readDay(text), null, text);
});
