import assert from "node:assert/strict";
import { test } from "node:test";
import type * as z from "zod";
import { catalog } from "../../catalog.ts";
import { nameText } from "./name-text.ts";

const UNSEEN = ["\u200B", "\u200B\u2060", " \u3164 ", "\u00AD\u{E0041}", "", " "];

test("a name is trimmed and has something that is seen", () => {
  const name = nameText(10);
  for (const text of UNSEEN) assert.equal(name.safeParse(text).success, false, escape(text));
  for (const text of ["Acme", "株式会社", "क्षि", "❤️", "C++", "!"])
    assert.equal(name.parse(` ${text} `), text);
  assert.equal(name.safeParse("x".repeat(11)).success, false);
});

test("no operation takes a name of which nothing is seen", () => {
  const takers = catalog.filter(({ input }) => "name" in input.shape);
  assert.ok(takers.length > 10, String(takers.length));
  const taken = takers.flatMap(({ name, input }) =>
    UNSEEN.filter(
      (text) => (input.shape as { name?: z.ZodType }).name?.safeParse(text).success,
    ).map((text) => [name, text]),
  );
  assert.deepEqual(taken, []);
});
