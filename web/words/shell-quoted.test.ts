import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { quotedJson } from "./shell-quoted.ts";

test("a shell passes JSON on as it is and runs nothing of it", () => {
  const value = { text: `it's $(echo run) \`echo run\` "quoted" \\ '; echo run; '` };
  const passed = execFileSync("sh", ["-c", `printf %s ${quotedJson(value)}`]).toString();
  assert.deepEqual(JSON.parse(passed), value);
});
