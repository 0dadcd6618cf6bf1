import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { measureAll, overviewOf } from "../../bench/measure/page.ts";

test("docs/accuracy.md says what today's rules give on the labelled texts; else: npm run accuracy", () => {
  const page = readFileSync("docs/accuracy.md", "utf8");
  const published = page.slice(page.indexOf("| set |"), page.indexOf("\n\n## "));
  assert.equal(published, overviewOf(measureAll()));
});

test("no held-out line stands in a development half", () => {
  const linesOf = (half: string) =>
    globSync(`bench/accuracy/*-${half}.jsonl`).flatMap((file) =>
      readFileSync(file, "utf8").trim().split("\n").map(contentOf),
    );
  const development = new Set(linesOf("development"));
  const held_out = linesOf("held-out");
  assert.ok(held_out.length > 1_000);
  assert.deepEqual(
    held_out.filter((line) => development.has(line)),
    [],
  );
});

/** What a line is about, apart from its id. */
function contentOf(line: string): string {
  const { text, url, project, brand, name } = JSON.parse(line);
  return JSON.stringify([text ?? url ?? project, brand ?? name ?? null]);
}
