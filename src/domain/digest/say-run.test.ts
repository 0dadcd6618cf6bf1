import assert from "node:assert/strict";
import { test } from "node:test";
import { sayRun } from "./say-week.ts";

test("a run counts each of its questions once, whether it was asked again or not", () => {
  const run = { questions: 4, failed: 4, asked_again: 3, skipped_budget: 0, cancelled: 0 };
  assert.equal(sayRun(run), "Of 4 questions 1 failed");
  assert.equal(sayRun({ ...run, failed: 3 }), null);
});
