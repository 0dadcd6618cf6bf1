import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { contractFiles } from "../kit/contract-files.ts";

test("the committed contract is what the code says", () => {
  for (const [path, text] of contractFiles()) {
    const committed = readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
    assert.ok(committed === text, `${path} is old: run "npm run contract" and read the diff`);
  }
});
