import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { guardFormulas as ofExports } from "#domain/words/formula.ts";
import { guardFormulas, toCsv } from "./download.ts";

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

test("text that would begin a cell elsewhere is quoted, and no formula there", () => {
  const text = toCsv(["a"], [["Schuhe;=cmd|' /C calc'!A1;Test"], ["x;y"], ["x\ty"], ["x|y"]]);
  assert.equal(
    text.slice(1),
    'a\r\n"Schuhe;\'=cmd|\' /C calc\'!A1;Test"\r\n"x;y"\r\n"x\ty"\r\n"x|y"',
  );
});

test("the dashboard finds the formulas that exports do", () => {
  const piece = fc.constantFrom(..."=+-@;|\t\r\n \"'(!#a1,.:)＝－（｜！＃");
  const texts = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));
  const check = (text: string) => assert.equal(guardFormulas(text), ofExports(text));
  fc.assert(fc.property(texts, check), { numRuns: 5_000 });
});
