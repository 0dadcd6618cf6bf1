import assert from "node:assert/strict";
import { CUE_SLOTS, entriesOf, likelyOf } from "./absence-language.ts";
import type { AbsenceWords } from "./absence-words.ts";
import type { Span } from "./clean-answer.ts";

/** What was found in a piece of a text, a bit for each language. */
type Cues = {
  /** A word is one that the language's statements of absence have. */
  likely: number;
  /** What each statement of absence has: a negation, a whole statement, a question back. */
  cue: number;
  /** What turns a negation, and where one looks: "the reviews of Acme say little" is such a statement, too. */
  veto: number;
  source: number;
};

/** Three kinds of bits of so many languages fit a number. */
const LANGUAGES_MAX = 10;
const BITS = 2 ** LANGUAGES_MAX - 1;
const KINDS = [CUE_SLOTS, ["veto"], ["source", "given"]] as const;

/** Letters and digits count from 0; then what may part two words of an entry, and all else. */
const SPACE = 36;
const OTHER = 37;
const WIDTH = SPACE + 1;
const NODES_MAX = 2 ** 16;
const SYMBOLS = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[a-z]/.test(char)) return code - 97;
  if (/\d/.test(char)) return 26 + Number(char);
  return /[^\S\n]|['"./-]/.test(char) ? SPACE : OTHER;
});
/** A shorter beginning stands for no other word. */
const STEM_LENGTH_MIN = 3;
const QUOTE = 39;

/** Words and phrases by their letters: a row for each beginning; what begins there, ends there, or goes on with any ending. */
type Tree = {
  next: Uint16Array;
  likely: { whole: Int32Array; stems: Int32Array };
  whole: Int32Array;
  stems: Int32Array;
  /** What has no letter of these, and so may stand anywhere. */
  always: number;
};

/**
 * Compiles the cues of up to ten languages with spaces between words. The result tells which of them a piece of folded,
 * lower-case text has, read once letter by letter; it may tell of too many, never of too few.
 */
export function compileCues(
  languages: readonly AbsenceWords[],
): (text: string, piece: Span) => Cues {
  assert.ok(languages.length <= LANGUAGES_MAX, "each language has a bit");
  const tree = growTree(languages);
  const { next, likely, whole, stems } = tree;
  const every = 2 ** languages.length - 1;
  return (text, { start: from, end: to }) => {
    let bits = tree.always;
    let found = 0;
    for (let at = from, end = from; at < to; at = end) {
      const code = text.charCodeAt(at);
      let symbol = symbolOf(code);
      if (symbol >= SPACE) {
        if (code === QUOTE && text[at - 1] === "n" && text[at + 1] === "t") bits |= every;
        end = at + 1;
        continue;
      }
      let node = next[symbol] ?? 0;
      for (end = at + 1; node > 0; end += 1) {
        bits |= stems[node] ?? 0;
        found |= likely.stems[node] ?? 0;
        symbol = end < to ? symbolOf(text.charCodeAt(end)) : OTHER;
        if (symbol >= SPACE) break;
        node = next[node * WIDTH + symbol] ?? 0;
      }
      if (node === 0) {
        while (end < to && symbolOf(text.charCodeAt(end)) < SPACE) end += 1;
        continue;
      }
      bits |= whole[node] ?? 0;
      found |= likely.whole[node] ?? 0;
      bits |= readOn(tree, node, { text, from: end, to });
    }
    return {
      likely: found,
      cue: bits & BITS,
      veto: (bits >> LANGUAGES_MAX) & BITS,
      source: (bits >> (2 * LANGUAGES_MAX)) & BITS,
    };
  };
}

/** The phrases that go on from a word's end. */
function readOn(
  { next, whole, stems }: Tree,
  first: number,
  { text, from, to }: { text: string; from: number; to: number },
): number {
  let bits = 0;
  let node = next[first * WIDTH + SPACE] ?? 0;
  for (let at = from; node > 0; ) {
    const start = at;
    while (at < to && symbolOf(text.charCodeAt(at)) === SPACE) at += 1;
    if (at === start) break;
    for (; node > 0 && at < to; at += 1) {
      const symbol = symbolOf(text.charCodeAt(at));
      if (symbol >= SPACE) break;
      node = next[node * WIDTH + symbol] ?? 0;
      bits |= stems[node] ?? 0;
    }
    bits |= whole[node] ?? 0;
    node = next[node * WIDTH + SPACE] ?? 0;
  }
  return bits;
}

function growTree(languages: readonly AbsenceWords[]): Tree {
  const next = new Uint16Array(NODES_MAX * WIDTH);
  const values = () => new Int32Array(NODES_MAX);
  const likely = { whole: values(), stems: values() };
  const cues = { whole: values(), stems: values() };
  let size = 1;
  let always = 0;
  const add = (key: string, bits: Int32Array, bit: number) => {
    let node = 0;
    for (let at = 0; at < key.length; at += 1) {
      const place = node * WIDTH + symbolOf(key.charCodeAt(at));
      if (!next[place]) {
        assert.ok(size < NODES_MAX, "beginnings are numbered in 16 bits");
        next[place] = size;
        size += 1;
      }
      node = next[place] ?? 0;
    }
    bits[node] = (bits[node] ?? 0) | bit;
  };
  for (const [index, words] of languages.entries()) {
    for (const word of likelyOf(words)) {
      const stem = word.replace("*", "");
      const isStem = word.endsWith("*") && stem.length >= STEM_LENGTH_MIN;
      if (stem) add(stem, isStem ? likely.stems : likely.whole, 1 << index);
    }
    for (const [kind, slots] of KINDS.entries()) {
      const bit = 1 << (index + kind * LANGUAGES_MAX);
      for (const entry of slots.flatMap((slot) => entriesOf(words, slot))) {
        const key = keyOf(entry);
        if (key) add(key, entry.endsWith("*") ? cues.stems : cues.whole, bit);
        else always |= bit;
      }
    }
  }
  const cut = ({ whole, stems }: typeof cues) => ({
    whole: whole.slice(0, size),
    stems: stems.slice(0, size),
  });
  return { next: next.slice(0, size * WIDTH), likely: cut(likely), ...cut(cues), always };
}

/** The longest piece of an entry that has nothing but these letters, each of its words parted by one space. */
function keyOf(entry: string): string {
  const pieces = entry.split(/[^a-z0-9\s'"./-]|\n/);
  const keys = pieces.map((piece) => (piece.match(/[a-z0-9]+/g) ?? []).join(" "));
  return keys.reduce((a, b) => (b.length > a.length ? b : a));
}

function symbolOf(code: number): number {
  if (code < 128) return SYMBOLS[code] ?? OTHER;
  return code === 0x1680 || code === 0x2028 || code === 0x2029 ? SPACE : OTHER;
}
