import assert from "node:assert/strict";
import { test } from "node:test";
import { readPromptFile } from "./read-file.ts";

const encode = (text: string) => new TextEncoder().encode(text).buffer;
const read = (text: string) => readPromptFile(encode(text));

test("a table is read with its quotes, breaks, empty lines and the line each prompt begins on", () => {
  const lines = [
    "\uFEFFPrompt;Country;Topic;Tags;Note",
    'Which "boots" are best?;de;Boots;"warm;new|dry";x',
    "",
    '"Boots; warm',
    'and dry?"',
    ";;;;",
    "Which shoes?;;;",
  ];
  for (const end of ["\n", "\r\n"]) {
    const { rows, errors } = read(lines.join(end));
    assert.deepEqual(errors, []);
    assert.deepEqual(rows, [
      {
        ...{ line: 2, text: 'Which "boots" are best?', country_code: "DE", topic: "Boots" },
        tags: ["warm", "new", "dry"],
      },
      { line: 4, text: "Boots; warm\nand dry?", tags: [] },
      { line: 7, text: "Which shoes?", tags: [] },
    ]);
  }
});

test("commas and tabs part cells too, and UTF-16 with its mark is read", () => {
  const row = {
    line: 2,
    text: "Wo kauft man Stiefel für Größe 50?",
    language_code: "de",
    tags: [],
  };
  for (const separator of [",", "\t"]) {
    const text = `language${separator}question\nde${separator}${row.text}\n`;
    assert.deepEqual(read(text), { rows: [row], errors: [] });
    const wide = new Uint16Array([0xfeff, ...Array.from(text, (one) => one.charCodeAt(0))]);
    assert.deepEqual(readPromptFile(wide.buffer), { rows: [row], errors: [] });
    const swapped = new Uint16Array(wide.map((unit) => (unit << 8) | (unit >> 8)));
    assert.deepEqual(readPromptFile(swapped.buffer), { rows: [row], errors: [] });
  }
});

test("JSON Lines are read, and what is no object or has no prompt is reported by its line", () => {
  const { rows, errors } = read('{"prompt":"one","tags":["a"," "]}\n\n[1]\n{"topic":"x"}\n');
  assert.deepEqual(rows, [{ line: 1, text: "one", tags: ["a"] }]);
  assert.deepEqual(errors, [
    { line: 3, message: "This is not a JSON object." },
    { line: 4, message: "There is no prompt." },
  ]);
});

test("what cannot be read without a guess is refused in a sentence that names the line", () => {
  const sentence = (text: string) =>
    read(text).errors.map(({ line, message }) => `${line}: ${message}`);
  assert.deepEqual(sentence('prompt\none\n"two\nthree'), [
    "4: This cannot be read as CSV: Quote Not Closed: the parsing is finished with an opening quote at line 4.",
  ]);
  assert.deepEqual(sentence("prompt,country\nBoots, warm and dry?,US"), [
    '2: There are 3 cells for 2 columns; put "quotes" around one with a , in it.',
  ]);
  assert.deepEqual(sentence("prompt,country\nBoots?,US,,\n"), []);
  const noText = "There is a character in it that is no text.";
  assert.deepEqual(sentence("prompt\nA\0B?\nfine?"), [`2: ${noText}`]);
  assert.deepEqual(sentence('{"prompt":"\\ud800"}'), [`1: ${noText}`]);
  assert.deepEqual(sentence("country\nUS"), [
    '1: The first line must name the columns, and one of them must be "prompt".',
  ]);
  assert.deepEqual(sentence("prompt,text\na,b"), [
    '1: "prompt" and "text" say the same thing; keep one of these columns.',
  ]);
  const latin = new Uint8Array([...new TextEncoder().encode("prompt\nGr"), 0xfc, 0x6e]);
  assert.deepEqual(readPromptFile(latin.buffer).errors, [
    { line: 1, message: "The file is not UTF-8; save it as CSV UTF-8." },
  ]);
});
