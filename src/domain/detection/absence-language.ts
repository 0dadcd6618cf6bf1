import { type AbsenceWords, TAGS } from "./absence-words.ts";
import { foldKey } from "./fold-text.ts";
import { LETTER, LETTER_OR_DIGIT } from "./letters.ts";

type Slot = keyof typeof TAGS;
const SLOTS = Object.entries(TAGS) as [Slot, string][];

const PUNCTUATION: Readonly<Record<string, string>> = {
  "\u00a7": "\u00a7",
  ".": ".",
  "!": ".",
  "。": ".",
  "\n": ".",
  "?": "?",
  "؟": "?",
  ",": ",",
  "،": ",",
  "、": ",",
  ";": ";",
  "؛": ";",
  ":": ":",
  "|": ":",
  "-": ":",
  "…": ",",
};

/** A language to read; its words are made ready when one is first asked for. */
export type Language = {
  /** ISO 639-1. */
  code: string;
  verb: AbsenceWords["verb"];
  apposition: boolean;
  glued: boolean;
  words: AbsenceWords;
  /** The words and marks of folded text; languages with spaces between words part it alike. */
  tokens: (text: string) => readonly string[];
  /** What these are, a character for each known word, mark and run of other words. */
  tags: (tokens: readonly string[]) => string;
};

/** Stands for the name in a text to be tagged, and in its tags. */
export const NAME = "\u00a7";

/** The tag of any other word. */
const OTHER = "x";
/** What a word is by itself, and the phrases that begin with it. */
type Word = { tag: string; phrases: Phrases | undefined };
/** Words of the longest, what the second word may be, and whether one ends with a stem: a stem may be the second word. */
type Phrases = { longest: number; seconds: Set<string>; isStemmed: boolean };

const MET_LIMIT = 5_000;
const TOKENS = new RegExp(
  [
    String.raw`${LETTER}+n't|${LETTER}+(?='(?:s|ve|m|d|re|ll)(?!\p{L}))|${LETTER_OR_DIGIT}+'(?=[\p{L}§]|$)`,
    String.raw`'${LETTER}+|${LETTER_OR_DIGIT}+|\.{2,}|(?<= )-(?= )|[^\p{L}\p{N}\s'"-]|\n`,
  ].join("|"),
  "gu",
);
const GLUED_TOKENS = /[a-z0-9]+|[^\s'"]/gu;
const WORD = /[\p{L}\p{N}]/u;

export function makeLanguage(words: AbsenceWords, code: string): Language {
  const { verb, apposition = false, glued = false } = words;
  const pattern = glued ? GLUED_TOKENS : TOKENS;
  let tags: Language["tags"] | undefined;
  return {
    ...{ code, verb, apposition, glued, words },
    tokens: (text) => text.match(pattern) ?? [],
    tags(tokens) {
      tags ??= compileTags(words, pattern);
      return tags(tokens);
    },
  };
}

/** The entries of a slot, folded; "*" stands for any ending. */
export function entriesOf(words: AbsenceWords, slot: Slot): string[] {
  const entries = words[slot];
  return entries === undefined ? [] : foldKey(entries).split("|");
}

function compileTags(words: AbsenceWords, pattern: RegExp): Language["tags"] {
  const { verb, glued = false } = words;
  const joint = glued ? "" : " ";
  const exact = new Map<string, string>();
  const stems = new Map<string, string>();
  const phrases_by_first = new Map<string, Phrases>();
  for (const [slot, tag] of SLOTS) {
    for (const entry of entriesOf(words, slot)) {
      const tokens = entry.replace("*", "").match(pattern) ?? [];
      const key = tokens.join(joint);
      const isStem = entry.endsWith("*");
      const known = isStem ? stems : exact;
      if (key && !known.has(key)) known.set(key, verb === "last" ? reversed(tag) : tag);
      if (tokens.length > 1) addPhrase(phrases_by_first, tokens, isStem);
    }
  }
  const endingTag = endingsOf(stems, glued);
  const phraseTag = (key: string, { isStemmed }: Phrases): string | undefined => {
    const tag = exact.get(key);
    return tag === undefined && (glued || isStemmed) ? endingTag(key) : tag;
  };
  const met = new Map<string, Word>();
  const wordOf = (token: string): Word => {
    const tag = exact.get(token) ?? endingTag(token);
    const word = { tag: tag ?? otherTag(token), phrases: phrases_by_first.get(token) };
    if (met.size >= MET_LIMIT) met.clear();
    met.set(token, word);
    return word;
  };
  return (tokens) => {
    let tagged = "";
    for (let at = 0; at < tokens.length; ) {
      const token = tokens[at] ?? "";
      const word = met.get(token) ?? wordOf(token);
      const { phrases } = word;
      let size = 1;
      let tag: string | undefined;
      if (phrases && (glued || canGoOn(phrases, tokens[at + 1]))) {
        for (size = Math.min(phrases.longest, tokens.length - at); size > 1; size -= 1) {
          tag = phraseTag(tokens.slice(at, at + size).join(joint), phrases);
          if (tag !== undefined) break;
        }
      }
      tag ??= word.tag;
      // Words that are not parted by spaces make one run of other words.
      if (!(glued && tag === OTHER && tagged.endsWith(OTHER))) tagged += tag;
      at += size;
    }
    return tagged;
  };
}

/** Tells the tag of what ends with a stem and any ending: the stem is that of the last word. */
function endingsOf(stems: ReadonlyMap<string, string>, glued: boolean) {
  const known = new Map<string, string | undefined>();
  const find = (key: string): string | undefined => {
    const shortest = glued ? 1 : Math.max(1, key.lastIndexOf(" ") + 1);
    for (let length = key.length; length > shortest; length -= 1) {
      const tag = stems.get(key.slice(0, length));
      if (tag !== undefined) return tag;
    }
    return /^\p{L}+n't$/u.test(key) ? TAGS.not : undefined;
  };
  return (key: string): string | undefined => {
    if (known.has(key)) return known.get(key);
    if (known.size >= MET_LIMIT) known.clear();
    const tag = find(key);
    known.set(key, tag);
    return tag;
  };
}

function addPhrase(
  phrases: Map<string, Phrases>,
  [first = "", second = "", ...more]: string[],
  isStem: boolean,
) {
  const known = phrases.get(first) ?? { longest: 1, seconds: new Set(), isStemmed: false };
  phrases.set(first, known);
  known.longest = Math.max(known.longest, 2 + more.length);
  known.seconds.add(second);
  known.isStemmed ||= isStem;
}

function canGoOn({ seconds, isStemmed }: Phrases, second: string | undefined): boolean {
  return second !== undefined && (isStemmed || seconds.has(second));
}

/** What is a negation, says not to know, or asks the reader. */
export const CUE_SLOTS = [
  "not",
  "without",
  "none",
  "know_not",
  "mention_not",
  "listed_not",
  "spelling",
  "unknown",
  "meant",
  "ask",
] as const;

/** One of these is a word of every statement of absence, a question aside: of each entry its negation, or its longest word. */
export function likelyOf(words: AbsenceWords): string[] {
  const negations = new Set([...entriesOf(words, "not"), ...entriesOf(words, "none")]);
  return CUE_SLOTS.flatMap((slot) => entriesOf(words, slot)).map((entry) => {
    if (entry === "*n't") return "t";
    const found = entry.match(/[a-z0-9]+\*?/g) ?? [""];
    const negation = found.find((word) => negations.has(word));
    return negation ?? found.reduce((a, b) => (b.length > a.length ? b : a));
  });
}

function reversed(tag: string): string {
  return [...tag].reverse().join("");
}

function otherTag(token: string): string {
  if (token.startsWith("'")) return TAGS.filler;
  return WORD.test(token) ? OTHER : (PUNCTUATION[token] ?? "");
}
