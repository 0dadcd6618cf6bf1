import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { ID_KINDS } from "#core/id.ts";

const FILES = globSync(["src/**/*.ts", "web/**/*.{ts,tsx}"]).filter(
  (file) => !/^web\/dist|\.test\.ts$|^src\/core\/id\.ts$/.test(file),
);
const KINDS = ["mdl", ...Object.keys(ID_KINDS)].join("|");

/** A prefix that something is put behind or cut from: in a template, a text of its own, or a pattern. */
const HANDMADE = [
  new RegExp(`\\b(${KINDS})_\\$\\{`),
  new RegExp(`["'\`](${KINDS})_["'\`]`),
  new RegExp(`\\^\\(?(${KINDS})_`),
  /\^\$\{kind\}_/,
];

test("public ids are made and read by src/core/id.ts alone", () => {
  const found = FILES.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) =>
        HANDMADE.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1} ${line}`] : [],
      ),
  );
  assert.ok(FILES.length > 300, "the tree is read");
  assert.deepEqual(found, []);
});

test("each way to make or cut an id by hand is seen", () => {
  const dollar = "$";
  const lines = [`mdl_${dollar}{slug}`, 'slice("whk_".length)', "'mdl_' || slug", "/^brd_x/"];
  const missed = lines.filter((line) => !HANDMADE.some((pattern) => pattern.test(line)));
  assert.deepEqual(missed, []);
});
