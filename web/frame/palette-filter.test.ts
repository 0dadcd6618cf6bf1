import assert from "node:assert/strict";
import { test } from "node:test";
import { filterOf } from "./palette-filter.ts";

const named = (group: string, names: readonly string[], keywords = "") => ({
  group,
  actions: names.map((label) => ({ id: group + label, label, keywords })),
});
const GROUPS = [
  named("Pages", ["Overview", "Prompts"], "shop"),
  named(
    "Brands",
    Array.from({ length: 30 }, (_, at) => `Shoes ${at}`),
  ),
  named("Sites", ["shoes.com", "hats.com", "shoes.org"]),
  named("Texts", ["Search in answers", "Search in prompts"], "shoes"),
];
const shown = (query: string) =>
  filterOf("Texts")(query, GROUPS).map(({ group, actions }) => [
    group,
    actions.map(({ label }) => label),
  ]);

test("many names of one kind hide neither those of another nor the search in texts, and are said to be cut", () => {
  assert.deepEqual(shown(" SHOES "), [
    ["Brands: 8 of 30", Array.from({ length: 8 }, (_, at) => `Shoes ${at}`)],
    ["Sites", ["shoes.com", "shoes.org"]],
    ["Texts", ["Search in answers", "Search in prompts"]],
  ]);
});

test("what is called so stands before what a keyword is of, and pages alone before anything is typed", () => {
  assert.deepEqual(
    shown("sho").map(([group]) => group),
    ["Brands: 6 of 30", "Sites", "Pages", "Texts"],
  );
  assert.deepEqual(shown("nothing"), []);
  assert.deepEqual(shown(""), [["Pages", ["Overview", "Prompts"]]]);
});
