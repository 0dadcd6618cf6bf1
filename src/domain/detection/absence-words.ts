import { foldKey } from "./fold-text.ts";

/**
 * What a language needs to say that a name is not known: words by what they do in a sentence, alternatives parted by
 * "|", "*" for any ending. What stands in no list is any other word.
 */
export type AbsenceWords = {
  /** Where the verb stands: before what is found or known, before its subject and negation, or at the end. */
  verb: "first" | "second" | "last";
  /** Words are not parted by spaces. */
  glued?: boolean;
  /** Before a name a noun of any kind may stand as its apposition ("the brewery Acme"): possession is marked. */
  apposition?: boolean;
  /** Negations of verbs; and "without". */
  not: string;
  without?: string;
  /** Nothing, nobody, no, none. */
  none: string;
  /** Finding, knowing, hearing of, as the speaker or a search does. */
  know: string;
  /** The same with the negation in the word. */
  know_not?: string;
  /** Mentioning, appearing, existing: of sources or of the name. */
  mention: string;
  mention_not?: string;
  /** Being listed, included, tested: says that sources are silent only where a source is named. */
  listed: string;
  /** What one finds about a name: information, results, traces, reviews. */
  info: string;
  /** Where one looks: articles, tests, forums. */
  source: string;
  /** From information to the name: about, on, regarding. */
  about: string;
  /** The name's possessive ("'s"), where it is a word of its own. */
  possessive?: string;
  /** Articles, kinds of bearers and adverbs: say nothing of the name. */
  filler: string;
  /** Called, named. */
  called: string;
  /** Whole statements of not knowing: "is new to me", "outside my knowledge". */
  unknown: string;
  /** Whether, that, when: what follows is known or not, the name is not its object. */
  whether: string;
  /** Who, what, which, where. */
  what: string;
  /** Forms of "to be", as between a question word and the name. */
  is: string;
  /** The speaker. */
  speaker: string;
  /** The reader. */
  reader: string;
  /** Asking the reader: tell me, clarify, do you mean. */
  ask: string;
  /** What the reader is said to have asked, or the speaker to have looked for. */
  given: string;
  /** Between alternatives. */
  or: string;
  /** A contrast, after which another thing is said. */
  but: string;
  /** What takes the name up again as a subject: it, the company. */
  it: string;
  /** Guesses: may, perhaps, if. */
  maybe: string;
  /** Degrees, comparisons, complaints, earlier times: not this negation, or not of this name. */
  veto: string;
  /** After which facts come: according to, turns out. */
  fact: string;
};

const TAGS = {
  unknown: "U",
  given: "O",
  ask: "R",
  fact: "F",
  veto: "V",
  know_not: "NK",
  mention_not: "NM",
  called: "J",
  not: "N",
  without: "Y",
  none: "Z",
  know: "K",
  mention: "M",
  listed: "L",
  info: "I",
  source: "S",
  about: "A",
  possessive: "G",
  whether: "W",
  what: "Q",
  is: "E",
  speaker: "P",
  reader: "D",
  or: "/",
  but: "B",
  it: "T",
  maybe: "H",
  filler: "C",
} as const;

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

/** A language made ready to be read. */
export type Language = {
  verb: AbsenceWords["verb"];
  apposition: boolean;
  glued: boolean;
  /** One of these begins a word in every statement of absence, a question aside. */
  cues: readonly string[];
  /** What folded text consists of, a character for each known word, mark and run of other words. */
  tags: (text: string) => string;
};

/** Stands for the name in a text to be tagged, and in its tags. */
export const NAME = "\u00a7";

const MET_LIMIT = 5_000;
const TOKENS =
  /\p{L}+n't|\p{L}+(?='(?:s|ve|m|d|re|ll)(?!\p{L}))|[\p{L}\p{N}]+'(?=[\p{L}§]|$)|'\p{L}+|[\p{L}\p{N}]+|\.{2,}|(?<= )-(?= )|[^\p{L}\p{N}\s'"-]|\n/gu;
const GLUED_TOKENS = /[a-z0-9]+|[^\s'"]/gu;
const WORD = /[\p{L}\p{N}]/u;

/** Makes a language's words ready. */
export function compileLanguage(words: AbsenceWords): Language {
  const { verb, apposition = false, glued = false } = words;
  const pattern = glued ? GLUED_TOKENS : TOKENS;
  const joint = glued ? "" : " ";
  const exact = new Map<string, string>();
  const stems = new Map<string, string>();
  const longest = new Map<string, number>();
  for (const [slot, tag] of SLOTS) {
    for (const entry of (words[slot] ?? "").split("|")) {
      const tokens = foldKey(entry).replace("*", "").match(pattern) ?? [];
      const key = tokens.join(joint);
      const known = entry.endsWith("*") ? stems : exact;
      if (key && !known.has(key)) known.set(key, verb === "last" ? reversed(tag) : tag);
      const first = tokens[0] ?? "";
      longest.set(first, Math.max(longest.get(first) ?? 1, tokens.length));
    }
  }
  const met = new Map<string, string | undefined>();
  const tagOf = (key: string): string | undefined => {
    const known = exact.get(key);
    if (known !== undefined) return known;
    if (met.has(key)) return met.get(key);
    const tag = tagOfStem(key);
    if (met.size < MET_LIMIT) met.set(key, tag);
    return tag;
  };
  const tagOfStem = (key: string): string | undefined => {
    // The stem is that of the last word.
    const shortest = glued ? 1 : Math.max(1, key.lastIndexOf(" ") + 1);
    for (let length = key.length; length > shortest; length -= 1) {
      const tag = stems.get(key.slice(0, length));
      if (tag !== undefined) return tag;
    }
    return key.endsWith("n't") ? TAGS.not : undefined;
  };
  const tags = (text: string): string => {
    const tokens = text.match(pattern) ?? [];
    let tagged = "";
    for (let at = 0; at < tokens.length; ) {
      let size = Math.min(longest.get(tokens[at] ?? "") ?? 1, tokens.length - at);
      let tag = tagOf(tokens.slice(at, at + size).join(joint));
      while (tag === undefined && size > 1) {
        size -= 1;
        tag = tagOf(tokens.slice(at, at + size).join(joint));
      }
      tagged += tag ?? otherTag(tokens[at] ?? "", glued && tagged.endsWith("x"));
      at += size;
    }
    return tagged;
  };
  return { verb, apposition, glued, cues: cuesOf(words), tags };
}

const CUE_SLOTS = ["not", "without", "none", "know_not", "mention_not", "unknown", "ask"] as const;

function cuesOf(words: AbsenceWords): string[] {
  const entries = CUE_SLOTS.flatMap((slot) => (words[slot] ?? "").split("|"));
  return entries.map((entry) => {
    if (entry === "*n't") return "t";
    const words_of_entry = foldKey(entry).match(/[a-z0-9]+/g) ?? [""];
    return words_of_entry.reduce((a, b) => (b.length > a.length ? b : a));
  });
}

function reversed(tag: string): string {
  return [...tag].reverse().join("");
}

function otherTag(token: string, is_same_word: boolean): string {
  if (token.startsWith("'")) return TAGS.filler;
  if (!WORD.test(token)) return PUNCTUATION[token] ?? "";
  return is_same_word ? "" : "x";
}
