import assert from "node:assert/strict";
import { test } from "node:test";
import { type AnswersSearch, searchFilters } from "../../answers-search.ts";
import type { Scope } from "../../scope.ts";
import { filesOf } from "./files-of.ts";

const asIs = (value: string) => value;
const of = (scope: Scope, search: AnswersSearch = {}) =>
  filesOf(scope, searchFilters(search, { brand: asIs, prompt: asIs, address: asIs }));

test("files are of the days and filters of the list, and what they cannot hold is said", () => {
  const scope: Scope = { range: "7d", model: ["mdl_a"], menu: { range: "90d" } };
  assert.deepEqual(of({}), { files: {}, isWith: undefined });
  assert.deepEqual(of({ range: "7d" }), { files: { range: "7d" }, isWith: undefined });
  const files: Scope = { range: "7d", model: ["mdl_a"] };
  assert.deepEqual(of(scope), { files, isWith: "with these filters" });
  // A filter by order is none.
  assert.deepEqual(of(scope, { sort: "asc", page: 2 }), { files, isWith: "with these filters" });
  assert.deepEqual(of(scope, { brand_id: "brd_1", not_brand_id: "brd_2" }), {
    files: { ...files, mentioned: ["brd_1"], not_mentioned: ["brd_2"] },
    isWith: "with these filters",
  });
  // Answers that name any of some brands and one more: files have one choice of brands.
  const named = { ...files, mentioned: ["brd_3"] };
  assert.deepEqual(of(named, { brand_id: "brd_1" }), {
    ...{ files: named, isWith: "without the filter Brand mentioned" },
  });
  const two = ["brd_1", "brd_3"];
  assert.deepEqual(
    of({ mentioned: ["brd_1"] }, { brand_id: "brd_1" }).isWith,
    "with these filters",
  );
  assert.match(of({ mentioned: two }, { brand_id: "brd_1" }).isWith ?? "", /^without /);
  // The answers of one prompt are its answers, also where it names the brand.
  assert.deepEqual(of({}, { prompt_id: "prm_1" }), {
    ...{ files: { branded: "include" }, isWith: "without the filter Prompt" },
  });
  assert.deepEqual(of(scope, { status: "refused", q: "boots", domain: "a.example" }), {
    ...{ files, isWith: "without the filters State, Uses, and Search" },
  });
});
