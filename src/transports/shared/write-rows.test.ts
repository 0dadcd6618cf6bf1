import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
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
          const isFormula = typeof value === "string" && /^[=+\-@\t\r\n＝＋－＠]/.test(plain);
          assert.equal(cell, isFormula ? `'${plain}` : plain);
        }
      }
    }),
  );
});
