import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { writeRows } from "#transports/shared/write-rows.ts";
import { collect } from "../../test/kit/read-all.ts";
import { readCsv } from "./csv-lines.ts";

test("answers that were exported as CSV are read as they were, whatever a spreadsheet would run of them", async () => {
  const piece = fc.constantFrom(..."=+-@;|\t\n \"'(!#a1,:)＝－（｜！＃");
  const text = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(""));
  const names = ["prompt", "answer"];
  await fc.assert(
    fc.asyncProperty(text, text, async (prompt, answer) => {
      const batches = (async function* () {
        yield [{ prompt, answer }];
      })();
      const columns = names.map((name) => ({ name, about: "" }));
      const written = await collect(writeRows({ columns, batches }, "csv"));
      const bytes = (async function* () {
        yield Buffer.from(written.join(""));
      })();
      const [read] = await collect(readCsv(bytes, { texts: names, lists: {} }));
      assert.deepEqual(read?.value, { prompt, answer });
    }),
  );
});
