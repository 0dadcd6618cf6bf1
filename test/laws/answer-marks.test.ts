import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { parseMarkdown } from "../../web/brands/markdown.ts";
import { apart, cut, type Mark } from "../../web/brands/mentions.ts";

/** Every text, code and HTML of a Markdown, cut at marks. */
function piecesOf(source: string, marks: readonly Mark<string>[]) {
  const walk = (node: Nodes): { text: string; of: string | undefined }[] =>
    "children" in node
      ? (node.children as Nodes[]).flatMap(walk)
      : cut(node, source, apart(marks)).map(({ text, mark }) => ({ text, of: mark?.of }));
  return walk(parseMarkdown(source));
}

/** Marks every place of `words` in a source, as detection tells them: by offsets in the raw Markdown. */
function marksOf(source: string, words: readonly string[]): Mark<string>[] {
  return words.flatMap((word) =>
    source
      .split(word)
      .slice(0, -1)
      .map((before, place, all) => {
        const start = all.slice(0, place).join("").length + place * word.length + before.length;
        return { start, end: start + word.length, of: word };
      }),
  );
}

const marked = (source: string, words: readonly string[]) =>
  piecesOf(source, marksOf(source, words))
    .filter(({ of }) => of !== undefined)
    .map(({ text, of }) => [text, of]);

const CASES: [string, string, string[], [string, string][]][] = [
  [
    "plain words",
    "Acme beats Globex.",
    ["Acme", "Globex"],
    [
      ["Acme", "Acme"],
      ["Globex", "Globex"],
    ],
  ],
  ["bold and emphasis", "**Acme** and *Glo*bex", ["Acme"], [["Acme", "Acme"]]],
  [
    "a heading and a list",
    "# Acme\n\n1. **Acme** – good\n   - Acme too",
    ["Acme"],
    Array(3).fill(["Acme", "Acme"]),
  ],
  [
    "a link's words, not its address",
    "See [Acme shoes](https://acme.com/Acme).",
    ["Acme"],
    [["Acme", "Acme"]],
  ],
  [
    "a table",
    "| Brand | Why |\n|:--|--:|\n| **Acme** | a \\| b, Acme |\n| Globex | `Globex` |",
    ["Acme", "Globex"],
    [
      ["Acme", "Acme"],
      ["Acme", "Acme"],
      ["Globex", "Globex"],
      ["Globex", "Globex"],
    ],
  ],
  [
    "behind escapes",
    "1\\. \\*Acme\\* \\\\ Acme",
    ["Acme"],
    [
      ["Acme", "Acme"],
      ["Acme", "Acme"],
    ],
  ],
  [
    "an escape within",
    "Try M\\&M and M\\&M",
    ["M\\&M"],
    [
      ["M&M", "M\\&M"],
      ["M&M", "M\\&M"],
    ],
  ],
  [
    "character references",
    "&copy; AT&amp;T &#8212; &#x1F600;AT&amp;T &notaname; AT&amp;T &ngE; AT&amp;T",
    ["AT&amp;T"],
    Array(4).fill(["AT&T", "AT&amp;T"]),
  ],
  [
    "lines of a quotation",
    "> Acme is\n> lighter than\n>   Acme",
    ["Acme"],
    [
      ["Acme", "Acme"],
      ["Acme", "Acme"],
    ],
  ],
  [
    "lines of a list item",
    "- one\n  Acme  \n  Acme\\\n  Acme",
    ["Acme"],
    Array(3).fill(["Acme", "Acme"]),
  ],
  [
    "Japanese",
    "**アクメ**の靴は、グローベックスより「アクメ」が軽い😀アクメ",
    ["アクメ"],
    Array(3).fill(["アクメ", "アクメ"]),
  ],
  [
    "Windows line ends",
    "Acme\r\nAcme\r\n\r\n- Acme\r\n  Acme",
    ["Acme"],
    Array(4).fill(["Acme", "Acme"]),
  ],
  [
    "a footnote and struck words",
    "~~Acme~~ said[^1].\n\n[^1]: Acme.",
    ["Acme"],
    [
      ["Acme", "Acme"],
      ["Acme", "Acme"],
    ],
  ],
  ["a reference link", "[Acme][1] wins\n\n[1]: https://acme.com", ["Acme"], [["Acme", "Acme"]]],
  [
    "a byte order mark",
    "\uFEFFAcme and Acme",
    ["Acme"],
    [
      ["Acme", "Acme"],
      ["Acme", "Acme"],
    ],
  ],
  [
    "beside addresses",
    "https://acme.com/x Acme, www.acme.com Acme a@acme.com Acme",
    ["Acme"],
    Array(3).fill(["Acme", "Acme"]),
  ],
  [
    "inline HTML",
    "<b>Acme</b><br>Acme",
    ["Acme"],
    [
      ["Acme", "Acme"],
      ["Acme", "Acme"],
    ],
  ],
  [
    "a word half bold",
    "**Ac**me",
    ["Ac**me"],
    [
      ["Ac", "Ac**me"],
      ["me", "Ac**me"],
    ],
  ],
  [
    "the longer of two brands",
    "Acme Pro and Acme",
    ["Acme", "Acme Pro"],
    [
      ["Acme Pro", "Acme Pro"],
      ["Acme", "Acme"],
    ],
  ],
];

for (const [name, source, words, wanted] of CASES) {
  test(`brands are marked where they are: ${name}`, () => {
    assert.deepEqual(marked(source, words), wanted);
  });
}

test("marking takes nothing away from any Markdown and adds nothing", () => {
  const bit = fc.constantFrom(
    ...[
      "Acme",
      " ",
      "\n",
      "\n\n",
      "**",
      "*",
      "_",
      "`",
      "```\n",
      "- ",
      "1. ",
      "> ",
      "# ",
      "| ",
      "|\n|-|-|\n",
    ],
    ...[
      "[",
      "](",
      "https://a.example/",
      ")",
      "&amp;",
      "&#65;",
      "\\*",
      "\\",
      "<b>",
      "</b>",
      "~~",
      "\t",
      "日本",
      "😀",
    ],
  );
  fc.assert(
    fc.property(fc.array(bit, { maxLength: 30 }), (bits) => {
      const source = bits.join("");
      const marks = marksOf(source, ["Acme"]);
      const text = (pieces: { text: string }[]) => pieces.map((piece) => piece.text).join("");
      const pieces = piecesOf(source, marks);
      assert.equal(text(pieces), text(piecesOf(source, [])));
      for (const { text, of } of pieces) {
        if (of === undefined) assert.ok(!text.includes("Acme") || !source.includes(text), source);
        else assert.ok("Acme".includes(text), `${JSON.stringify(source)} marks ${text}`);
      }
    }),
    { numRuns: 2_000, seed: 5 },
  );
});
