import assert from "node:assert/strict";
import { test } from "node:test";
import { sayAnswersFrom } from "./answers-from.ts";

test("days compared with whose answers begin late say from when on, and a rest of some days goes without a word", () => {
  assert.equal(sayAnswersFrom("2026-08-30", "2026-08-01"), " (answers from 30 Aug on)");
  assert.equal(sayAnswersFrom("2026-08-04", "2026-08-01"), "");
  assert.equal(sayAnswersFrom("2026-08-01", "2026-08-01"), "");
});
