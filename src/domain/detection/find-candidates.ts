import { cleanAnswer } from "./clean-answer.ts";
import { COMMON_WORDS } from "./common-words.ts";
import { foldKey } from "./fold-text.ts";
import { NOT_BRANDS } from "./not-brands.ts";

/** What one answer shows of a possible brand name. */
export type AnswerCandidate = {
  key: string;
  name: string;
  /** Occurrences that open a heading, list item, bold run, link or table row. */
  head_count: number;
  /** Occurrences inside prose. */
  inner_count: number;
  /** The sentence or line of the first occurrence. */
  example: string;
};

const CANDIDATE_LIMIT = 300;
const EXAMPLE_LIMIT = 240;
const NAME_WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}&'’+.-]{0,30}|\p{Ll}{1,2}\p{Lu}[\p{L}\p{N}]{1,30}|\d{1,3}\p{Lu}[\p{L}]{0,10})`;
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}@#$'’./-])${NAME_WORD}(?: (?:&|of|de|la) ${NAME_WORD}| ${NAME_WORD}){0,3}`,
  "gu",
);
const HEAD =
  /(?:^[ \t]*(?:#{1,6}[ \t]+)?(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+|\|[ \t]*)?(?:\*{1,3}|__|\[)*(?:\d{1,3}[.)][ \t]*)?[^\p{L}\p{N}\n]{0,6}|\*\*(?:\d{1,3}[.)][ \t]*)?|\[|[:.!?)](?=\p{Lu})|:[ \t]?)$/u;

/**
 * Names in one answer that could be brands: the first one or two words of capitalised runs, with
 * how often they open a structure. Cheap and purely structural; `rankCandidates` does the sifting.
 */
export function candidatesOf(answer: string): AnswerCandidate[] {
  const found = new Map<string, AnswerCandidate>();
  const { text, toOriginal } = cleanAnswer(answer);
  for (const match of text.matchAll(RUN)) {
    const original = toOriginal(match.index);
    const line = answer.lastIndexOf("\n", original - 1) + 1;
    const before = answer.slice(Math.max(line, original - 40), original);
    const is_head = HEAD.test(before);
    const words = match[0].split(" ").map(trimWord).filter(Boolean);
    const is_sentence_start =
      !is_head &&
      /(?:^|[.!?]\s+|\n\s*)$/.test(text.slice(Math.max(0, match.index - 3), match.index));
    for (const name of namesOf(words)) {
      if (found.size >= CANDIDATE_LIMIT) break;
      const key = suggestionKey(name);
      // A capital at the start of a sentence says nothing about a single word.
      if (is_sentence_start && !name.includes(" ") && COMMON_WORDS.has(key)) continue;
      const known = found.get(key);
      const entry = known ?? {
        key,
        name,
        head_count: 0,
        inner_count: 0,
        example: exampleAt(text, match.index),
      };
      if (!known) found.set(key, entry);
      if (is_head) entry.head_count += 1;
      else entry.inner_count += 1;
    }
  }
  return [...found.values()];
}

/** Equal for all spellings of a suggested name, so that a rejected one never returns. */
export function suggestionKey(name: string): string {
  return foldKey(name)
    .replace(/'s$/, "")
    .replace(/[^\p{L}\p{N}\p{M}&+]/gu, "");
}

function namesOf(words: readonly string[]): string[] {
  const [first, second, third] = words;
  if (!first || isNoBrand(first)) return [];
  const names = /^(?:the|la|le|el|los|las)$/i.test(first) ? [] : [first];
  if (second === "&" && third) names.push(`${first} & ${third}`);
  else if (second && !/^(?:of|de|la)$/.test(second) && !/^\d/.test(second)) {
    names.push(`${first} ${second}`);
  }
  return names.filter((name) => suggestionKey(name).length >= 2);
}

function isNoBrand(word: string): boolean {
  return /^\p{Lu}?[\d.]+$/u.test(word) || NOT_BRANDS.has(foldKey(word).replace(/[^a-z0-9]/g, ""));
}

function trimWord(word: string): string {
  return word === "&" ? word : word.replace(/(?:'s|’s)$/u, "").replace(/[.'’&+-]+$/u, "");
}

function exampleAt(text: string, at: number): string {
  const from = Math.max(
    text.lastIndexOf("\n", at) + 1,
    text.lastIndexOf(". ", at) + 1,
    at - EXAMPLE_LIMIT / 2,
  );
  const end = text.slice(at, at + EXAMPLE_LIMIT / 2).search(/[.!?]\s|\n/);
  return text.slice(from, end < 0 ? at + EXAMPLE_LIMIT / 2 : at + end + 1).trim();
}
