import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultParseSearch, defaultStringifySearch } from "@tanstack/react-router";
import fc from "fast-check";
import { writeSearch } from "./write-search.ts";

const word = fc.oneof(
  ...[fc.string(), fc.json(), fc.date().map((day) => String(day.toJSON()).slice(0, 10))],
  fc.constantFrom(
    "2026-11-30",
    "2026-99-99",
    "5",
    "-1",
    "1e3",
    "true",
    "false",
    "null",
    "nuts",
    "",
  ),
  fc.integer().map(String),
);
const search = fc.dictionary(
  fc.string(),
  fc.oneof(word, fc.array(word), fc.integer(), fc.boolean()),
);

test("an address is written as the router writes it, and read as what it was", () => {
  fc.assert(
    fc.property(search, (given) => {
      const written = writeSearch(given);
      assert.equal(written, defaultStringifySearch(given));
      if (Object.keys(given).every((key) => key !== "__proto__"))
        assert.deepEqual({ ...defaultParseSearch(written) }, { ...given });
    }),
    { numRuns: 500 },
  );
});
