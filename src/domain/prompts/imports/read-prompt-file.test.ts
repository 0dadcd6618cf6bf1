import assert from "node:assert/strict";
import { test } from "node:test";
import { toCsv } from "../../../../web/widgets/download.ts";
import { readPromptFile } from "./read-prompt-file.ts";

const read = (text: string) => readPromptFile(Buffer.from(text));
/** What a file is refused with, or what is said of its lines. */
const sentence = (bytes: Uint8Array) =>
  readPromptFile(bytes).then(
    ({ errors }) => errors.map(({ line, message }) => `${line}: ${message}`),
    ({ code, message }) => `${code}: ${message}`,
  );

test("a table is read with its quotes, breaks, empty lines and the line each prompt begins on", async () => {
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
    const { rows, errors, ignored } = await read(lines.join(end));
    assert.deepEqual([errors, ignored], [[], ["Note"]]);
    assert.deepEqual(rows, [
      {
        ...{ line: 2, prompt: 'Which "boots" are best?', country_code: "DE", topic: "Boots" },
        tags: ["warm", "new", "dry"],
      },
      { line: 4, prompt: "Boots; warm\nand dry?", tags: [] },
      { line: 7, prompt: "Which shoes?", tags: [] },
    ]);
  }
});

test("what the dashboard saved as CSV comes back as it was, whatever a spreadsheet would run of it", async () => {
  const prompts = [
    "-5 degrees: which boots?",
    "@home or not?",
    "Boots;=1 or\n- one\n-(2)",
    "'=what?",
  ];
  const tags = ["+new", "-old", "@home"];
  const rows = prompts.map((prompt) => [prompt, "=Topic", tags.join("; ")]);
  const file = await read(toCsv(["prompt", "topic", "tags"], rows));
  assert.deepEqual(
    file.rows.map(({ prompt, topic, tags }) => ({ prompt, topic, tags })),
    prompts.map((prompt) => ({ prompt, topic: "=Topic", tags })),
  );
});

test("commas and tabs part cells too, and UTF-16 with its mark is read", async () => {
  const row = {
    line: 2,
    prompt: "Wo kauft man Stiefel für Größe 50?",
    language_code: "de",
    tags: [],
  };
  for (const separator of [",", "\t"]) {
    const text = `language${separator}question\nde${separator}${row.prompt}\n`;
    const held = { rows: [row], errors: [], ignored: [] };
    assert.deepEqual(await read(text), held);
    const wide = new Uint16Array([0xfeff, ...Array.from(text, (one) => one.charCodeAt(0))]);
    assert.deepEqual(await readPromptFile(new Uint8Array(wide.buffer)), held);
    const swapped = new Uint16Array(wide.map((unit) => (unit << 8) | (unit >> 8)));
    assert.deepEqual(await readPromptFile(new Uint8Array(swapped.buffer)), held);
  }
});

test("JSON Lines are read, and what is no object or has no prompt is reported by its line", async () => {
  const { rows, errors } = await read('{"prompt":"one","tags":["a"," "]}\n\n[1]\n{"topic":"x"}\n');
  assert.deepEqual(rows, [{ line: 1, prompt: "one", tags: ["a"] }]);
  assert.deepEqual(errors, [
    { line: 3, message: "This is not a JSON object." },
    { line: 4, message: "There is no prompt." },
  ]);
});

test("a JSON line with a field that is unknown, of another type or twice makes no prompt", async () => {
  const legal = "(valid: prompt, country_code, language_code, topic, tags)";
  const lines: object[] = [
    { prompt: "Q?", countrycode: "DE", topic_id: "top_x" },
    { prompt: "Q?", constructor: "DE" },
    { prompt: "Q?", country_code: 49 },
    { prompt: "Q?", topic: ["Boots"] },
    { prompt: "Q?", tags: { a: 1 } },
    { prompt: "Q?", tags: ["a", 1] },
    { prompt: 5 },
    { prompt: "A?", text: "B?" },
    { question: "Q?", Country: "de", language_code: null, topic: null, tags: null },
  ];
  const { rows, errors } = await read(lines.map((line) => JSON.stringify(line)).join("\n"));
  assert.deepEqual(rows, [{ line: 9, prompt: "Q?", country_code: "DE", tags: [] }]);
  assert.deepEqual(
    errors.map(({ message }) => message),
    [
      `unknown field "countrycode", "topic_id" ${legal}`,
      `unknown field "constructor" ${legal}`,
      '"country_code" must be text.',
      '"topic" must be text.',
      '"tags" must be a list of names.',
      '"tags" must be a list of names.',
      '"prompt" must be text.',
      '"prompt" and "text" say the same thing; keep one of them.',
    ],
  );
});

test("what cannot be read without a guess is refused in a sentence that names the line", async () => {
  const said = (text: string) => sentence(Buffer.from(text));
  assert.equal(
    await said('prompt\none\n"two\nthree'),
    "VALIDATION_ERROR: Line 3: a quote that opens here is not closed.",
  );
  assert.equal(
    await said('prompt\n"one\nmore"\n\n\n"two\nthree'),
    "VALIDATION_ERROR: Line 6: a quote that opens here is not closed.",
  );
  assert.deepEqual(await said("prompt,country\nBoots, warm and dry?,US"), [
    '2: There are 3 cells for 2 columns; put "quotes" around one with a , in it.',
  ]);
  assert.deepEqual(await said("prompt,country\nBoots?,US,,\n"), []);
  const noText = "There is a character in it that is no text.";
  assert.deepEqual(await said("prompt\nA\0B?\nfine?"), [`2: ${noText}`]);
  assert.deepEqual(await said('{"prompt":"\\ud800"}'), [`1: ${noText}`]);
  const unnamed =
    'VALIDATION_ERROR: The first line must name the columns, and one of them must be "prompt".';
  for (const text of ["country\nUS", "", "\n\n"]) assert.equal(await said(text), unnamed);
  assert.equal(
    await said("prompt,text\na,b"),
    'VALIDATION_ERROR: "prompt" and "text" say the same thing; keep one of these columns.',
  );
  const latin = new Uint8Array([...new TextEncoder().encode("prompt\nGr"), 0xfc, 0x6e]);
  assert.equal(await sentence(latin), "VALIDATION_ERROR: The file is not UTF-8; save it as UTF-8.");
  const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0xfc, 0xff]);
  assert.equal(
    await sentence(workbook),
    "VALIDATION_ERROR: This is a workbook, as of Excel; save it as CSV UTF-8.",
  );
});

test("a file has at most 10,000 prompts, and no more lines that cannot be used", async () => {
  const lines = Array.from({ length: 10_000 }, (_, n) => `Which boots last ${n} years?`);
  const most = await read(["prompt", ...lines].join("\n"));
  assert.equal(most.rows.length, 10_000);
  assert.deepEqual(most.rows.at(-1), { line: 10_001, prompt: lines.at(-1), tags: [] });
  assert.equal(
    await sentence(Buffer.from(["prompt", ...lines, "one more?"].join("\n"))),
    "VALIDATION_ERROR: A file holds at most 10,000 prompts.",
  );
  assert.equal(
    await sentence(Buffer.from("{\n".repeat(10_001))),
    "VALIDATION_ERROR: More than 10,000 lines cannot be used.",
  );
});

test("the largest file is read while others have their turn", async () => {
  const cell = "ß".repeat(500);
  const text = `prompt,topic\n${`"${cell}\n${cell}?",Boots\n`.repeat(5_000)}`;
  let turns = 0;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const { rows } = await read(text);
  clearImmediate(next);
  assert.equal(rows.length, 5_000);
  assert.deepEqual(rows[4_999]?.line, 2 + 2 * 4_999);
  assert.ok(turns >= 10, `others had ${turns} turns`);
});
