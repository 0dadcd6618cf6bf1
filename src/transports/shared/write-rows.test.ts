import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { unguardFormulas } from "#domain/words/formula.ts";
import { collect } from "../../../test/kit/read-all.ts";
import { writeRows } from "./write-rows.ts";

const CELL = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "=1+1",
    "-1",
    "+x",
    "@a",
    "\t=1",
    "\r\n",
    "\n=2",
    "a\nb",
    "a\rb",
    "＝1",
    "a,b",
    '"',
    "'=",
    "",
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }),
  fc.boolean(),
  fc.constantFrom(null, undefined),
);

test("CSV reads back as it was written, whatever is in it, and no text of it is a formula", async () => {
  const columns = ["a", "b", "c"].map((name) => ({ name, about: "" }));
  const rowArbitrary = fc.record({ a: CELL, b: CELL, c: CELL });
  await fc.assert(
    fc.asyncProperty(fc.array(rowArbitrary, { maxLength: 8 }), async (rows) => {
      const batches = (async function* () {
        yield rows;
      })();
      const text = (await collect(writeRows({ columns, batches }, "csv"))).join("");
      const read = parse(text, {
        record_delimiter: ["\r\n", "\n", "\r"],
        relax_column_count: false,
      });
      assert.deepEqual(read[0], ["a", "b", "c"]);
      assert.equal(read.length, rows.length + 1);
      for (const [index, row] of rows.entries()) {
        for (const [place, value] of [row.a, row.b, row.c].entries()) {
          const cell = read[index + 1]?.[place] ?? "";
          const plain = value === null || value === undefined ? "" : String(value);
          if (typeof value !== "string") assert.equal(cell, plain);
          assert.equal(unguardFormulas(cell), plain);
          assert.doesNotMatch(typeof value === "string" ? cell : "", /^[=+\-@\t\r\n＝＋－＠]/);
        }
      }
    }),
  );
});

test("a spreadsheet that ends cells at a semicolon, tab, bar or line finds no formula in CSV, quotes or not", async () => {
  const piece = fc.constantFrom(...'=+-@;|\t\r\n "(#a1,:)（｜！＃');
  const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
  const columns = ["a", "b"].map((name) => ({ name, about: "" }));
  await fc.assert(
    fc.asyncProperty(text, text, async (a, b) => {
      const batches = (async function* () {
        yield [{ a, b }];
      })();
      const written = (await collect(writeRows({ columns, batches }, "csv"))).join("");
      for (const separator of [/[;\r\n]/, /[\t\r\n]/, /[|\r\n]/, /[;|\t\r\n]/]) {
        for (const cell of written.split(separator)) {
          const shown = cell.replace(/^[ "]*/, "");
          // A word before a quotation mark ends what might be one.
          assert.doesNotMatch(
            shown,
            /^[=@]|^[+-](?!\))([^ "]*[a1]|[^"]*[(#（｜！＃]|[^"]*[^a1"]")/,
          );
        }
      }
    }),
    { numRuns: 3_000 },
  );
});

test("what may be taken for several cells is quoted", async () => {
  const columns = ["a", "b", "c"].map((name) => ({ name, about: "" }));
  const batches = (async function* () {
    yield [{ a: "x;y", b: "x\ty", c: ["x", "y"] }];
  })();
  const text = (await collect(writeRows({ columns, batches }, "csv"))).join("");
  assert.equal(text, 'a,b,c\r\n"x;y","x\ty","x|y"\r\n');
});
