import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { listTests } from "../kit/test-files.ts";

const CASES = 256;
const page = readFileSync("docs/attacks.md", "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| No."));
const tests = Object.values(listTests("."))
  .flat()
  .concat("test/kit/test-database.ts")
  .map((file) => readFileSync(file, "utf8"));

test("every attack on the list has a test that exists, or says why it is not possible yet", () => {
  const numbers = rows.flatMap((row) => /^\| (\d+) \|/.exec(row)?.[1] ?? []).map(Number);
  assert.deepEqual(
    numbers,
    Array.from({ length: CASES }, (_, index) => index + 1),
  );
  const missing: string[] = [];
  for (const row of rows) {
    const [shown = ""] = row.split(" | ").slice(-1);
    const titles = [...shown.matchAll(/`([^`]+)`/g)].map(([, title = ""]) => title);
    if (shown.startsWith("not yet possible: ")) continue;
    assert.ok(titles.length > 0 || row.startsWith("| Attack"), row);
    for (const title of titles) {
      if (!tests.some((text) => text.includes(title))) missing.push(title);
    }
  }
  assert.deepEqual(missing, []);
});

test("few attacks are not possible yet", () => {
  assert.ok(rows.filter((row) => row.includes("not yet possible: ")).length <= 2);
});
