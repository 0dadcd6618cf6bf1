import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { pageOf } from "#core/page.ts";
import { makeTabulate } from "./columns.ts";

const Row = z.object({
  brand: z.object({ id: z.string(), name: z.string() }),
  date: z.string().optional(),
  visibility: z.number().nullable(),
  previous: z.object({ visibility: z.number() }).nullable(),
  tag_ids: z.array(z.string()),
});
const Report = pageOf(Row).extend({ population: z.object({ answers: z.int() }) });
const row = {
  brand: { id: "brd_1", name: "Acme" },
  visibility: null,
  previous: null,
  tag_ids: ["tag_1"],
};

test("nested objects become columns, arrays stay values, absent optional columns are left out", () => {
  const tabulate = makeTabulate(Report);
  const page = { total_count: 3, limit: 1, offset: 1, population: { answers: 9 } };
  assert.deepEqual(tabulate?.({ data: [row], ...page }), {
    columns: ["brand_id", "brand_name", "visibility", "previous_visibility", "tag_ids"],
    rows: [["brd_1", "Acme", null, null, ["tag_1"]]],
    row_count: 1,
    total_count: 3,
    next_offset: 2,
    population: { answers: 9 },
  });
  const dated = tabulate?.({ data: [{ ...row, date: "2026-11-21" }, row], ...page });
  assert.deepEqual(dated?.["columns"], [
    "brand_id",
    "brand_name",
    "date",
    "visibility",
    "previous_visibility",
    "tag_ids",
  ]);
  assert.deepEqual(dated?.["next_offset"], null);
});

test("an output that is no list has no columns", () => {
  assert.equal(makeTabulate(Row), null);
  assert.equal(makeTabulate(z.object({ data: z.array(Row), skipped: z.array(z.string()) })), null);
});
