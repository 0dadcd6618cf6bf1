import assert from "node:assert/strict";
import { test } from "node:test";
import { convertByteSpan, convertUnstatedSpan, findLinks, findMarkers } from "./text-spans.ts";

test("byte offsets become UTF-16 offsets for every width of character", () => {
  const text = "aé€👟z";
  const bytes = (part: string) => Buffer.byteLength(part, "utf8");
  for (const character of text) {
    const before = text.slice(0, text.indexOf(character));
    const span = convertByteSpan(text, bytes(before), bytes(before + character));
    assert.equal(text.slice(span?.start, span?.end), character);
  }
  assert.equal(convertByteSpan(text, 0, 99), null);
  assert.equal(convertByteSpan(text, -1, 2), null);
});

test("offsets outside the text are no place", () => {
  const url = "https://a.example/";
  assert.equal(convertUnstatedSpan("short", { start: 2, end: 900, url }), null);
  assert.equal(convertUnstatedSpan("kurz 👟", { start: 2, end: 900, url }), null);
  assert.equal(convertUnstatedSpan("short", { start: 4, end: 2, url }), null);
});

test("links: Markdown with titles, brackets and parentheses, and bare addresses", () => {
  const found = (text: string) => findLinks(text).map(({ url, title }) => [url, title]);
  assert.deepEqual(found("[a](https://x.example/a)"), [["https://x.example/a", "a"]]);
  assert.deepEqual(found('[a](https://x.example/a "the title")'), [["https://x.example/a", "a"]]);
  assert.deepEqual(found("([1](https://x.example/(b)_c))"), [["https://x.example/(b)_c", "1"]]);
  assert.deepEqual(found("**see** https://x.example/ü, ok"), [["https://x.example/ü", null]]);
  assert.deepEqual(found("[a](mailto:x@y.example) [b](/relative)"), []);
  assert.deepEqual(found("![pic](https://x.example/p.png)"), []);
});

test("a hostile text of a megabyte is read once, not once for each of its letters", () => {
  const hostile = [
    "[a](https://b.c)".repeat(6e4),
    "[".repeat(1e6),
    "[a](https://".repeat(8e4),
    `[a](https://${"x".repeat(1e6)}`,
  ];
  for (const text of hostile) {
    // A million million steps would not end today.
    assert.ok(findLinks(text).length <= text.length / 10);
    assert.deepEqual(findMarkers(text), []);
  }
});

test("markers are numbers in brackets that are no links", () => {
  const numbers = findMarkers("A[1][2], [3](https://x.example) [x] [2026]").map((m) => m.number);
  assert.deepEqual(numbers, [1, 2]);
});
