import assert from "node:assert/strict";
import { test } from "node:test";
import { isDrawable } from "./drawable.ts";
import { parseMarkdown } from "./markdown.ts";
import { apart, cutPlain } from "./mentions.ts";

const table = (columns: number) => `|${"a|".repeat(columns)}\n|${"-|".repeat(columns)}\n`;

test("texts made to hang a page are not drawn as Markdown", () => {
  for (const [name, text] of Object.entries({
    "nested lists": "- ".repeat(8_000),
    "nested numbers": "1. ".repeat(8_000),
    "nested quotes": "> ".repeat(8_000),
    "quotes without spaces": ">".repeat(8_000),
    "a wide table": table(3_000),
    "beginnings of images": "![[".repeat(60_000),
    "ends of links": "]".repeat(20_000),
    "marks of all kinds": "*_`<&~".repeat(16_000),
    "many lines": "a\n=\n".repeat(10_000),
    "carriage returns": "a\r=\r".repeat(10_000),
    "a long text": "word ".repeat(100_000),
  }))
    assert.equal(isDrawable(text), false, name);
});

test("what real answers have is drawn", () => {
  for (const [name, text] of Object.entries({
    "a long answer":
      "## A heading\n\nSome **bold** words with a [link](https://a.example).\n\n".repeat(400),
    "lists in lists": "- one\n  - two\n    - three\n> - quoted\n",
    "a table": table(20) + `|${"x|".repeat(20)}\n`.repeat(300),
    "rules and emphasis": "---\n\n***\n\n**- bold**\n\n-----------------------------\n\n2024.",
  })) {
    assert.equal(isDrawable(text), true, name);
    assert.ok(parseMarkdown(text).children.length > 0, name);
  }
});

test("a text shown as it is keeps its marks", () => {
  const marks = apart([
    { start: 7, end: 11, of: "Acme" },
    { start: 0, end: 4, of: "Acme" },
    { start: 8, end: 10, of: "cm" },
  ]);
  assert.deepEqual(
    cutPlain("Acme & Acme!", marks).map(({ text, mark }) => [text, mark?.of ?? null]),
    [
      ["Acme", "Acme"],
      [" & ", null],
      ["Acme", "Acme"],
      ["!", null],
    ],
  );
});
