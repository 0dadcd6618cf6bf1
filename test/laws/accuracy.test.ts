import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { measureAll, overviewOf } from "../../bench/measure/page.ts";

test("docs/accuracy.md says what today's rules give on the labelled texts; else: npm run accuracy", () => {
  const page = readFileSync("docs/accuracy.md", "utf8");
  const published = page.slice(page.indexOf("| set |"), page.indexOf("\n\n## "));
  assert.equal(published, overviewOf(measureAll()));
});
