import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "./download.ts";

test("a table is CSV in UTF-8 that a spreadsheet opens as that, and runs nothing of", () => {
  const text = toCsv(
    ["name", "count"],
    [
      ["“Café”, öäü", 3],
      ["=1+1", null],
    ],
  );
  const bytes = Buffer.from(text, "utf8");
  assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(bytes.subarray(3).toString("utf8"), 'name,count\r\n"“Café”, öäü",3\r\n\'=1+1,');
});
