import { cleanAnswer } from "./clean-answer.ts";
import { foldKey } from "./fold-text.ts";
import { NOT_BRANDS } from "./not-brands.ts";

/** What one answer shows of a possible brand name. */
export type AnswerCandidate = {
  key: string;
  name: string;
  /** Occurrences that open a heading, list item, bold run, link, table row or labelled line. */
  head_count: number;
  /** Occurrences inside prose. */
  inner_count: number;
  /** The sentence or line of the first occurrence. */
  example: string;
};

/** Possible names of one answer, its lower-case words with their occurrences, and the questions it asks. */
export type AnswerWords = {
  candidates: AnswerCandidate[];
  lower_words: Map<string, number>;
  questions: string[];
};

const CANDIDATE_LIMIT = 300;
/** Capitalised runs that are looked at in one answer; long ones have some hundreds. */
const RUN_LIMIT = 20_000;
const EXAMPLE_LIMIT = 240;
const NAME_WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}&'’+.-]{0,30}|\p{Ll}{1,2}\p{Lu}[\p{L}\p{N}]{1,30}|\d{1,3}\p{Lu}[\p{L}]{0,10})`;
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}@#$'’./-])${NAME_WORD}(?: (?:&|of|de|la) ${NAME_WORD}| ${NAME_WORD}){0,3}|(?<=\p{Ll}[.!?:)])${NAME_WORD}(?: & ${NAME_WORD}| ${NAME_WORD}){0,3}`,
  "gu",
);
const LOWER = /(?<![\p{L}\p{N}'’.-])\p{Ll}[\p{L}\p{N}-]{1,30}/gu;
const HEAD =
  /(?:(?:^|\n)[ \t]*(?:#{1,6}[ \t]+)?(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+|\|[ \t]*)?(?:\*{1,3}|__|\[)*(?:\d{1,3}[.)][ \t]*)?[^\p{L}\p{N}\n]{0,6}|\*\*(?:\d{1,3}[.)][ \t]*)?|\[|[.!?)]|:[ \t]?)$/u;
const LABEL_END = /^(?: [\p{L}\p{N}.-]{1,20}){0,5}(?: \([^)\n]{1,30}\))?\*{0,2}:/u;

/**
 * Names in one answer that could be brands: the first one or two words of capitalised runs, with
 * how often they open a structure. Cheap and purely structural; `rankCandidates` does the sifting.
 */
export function candidatesOf(answer: string): AnswerWords {
  const found = new Map<string, AnswerCandidate>();
  const { text, toOriginal } = cleanAnswer(answer);
  let left = RUN_LIMIT;
  for (const match of text.matchAll(RUN)) {
    if (left-- === 0) break;
    const original = toOriginal(match.index);
    const end = match.index + match[0].length;
    const is_head =
      HEAD.test(answer.slice(Math.max(0, original - 40), original)) ||
      LABEL_END.test(text.slice(end, end + 120));
    for (const name of namesOf(match[0].split(" ").map(trimWord).filter(Boolean))) {
      const key = suggestionKey(name);
      let entry = found.get(key);
      if (!entry && found.size < CANDIDATE_LIMIT) {
        const example = exampleAt(text, match.index);
        entry = { key, name, head_count: 0, inner_count: 0, example };
        found.set(key, entry);
      }
      if (entry && is_head) entry.head_count += 1;
      else if (entry) entry.inner_count += 1;
    }
  }
  const lower_words = new Map<string, number>();
  for (const [word] of text.matchAll(LOWER)) {
    const key = suggestionKey(word);
    lower_words.set(key, (lower_words.get(key) ?? 0) + 1);
  }
  return { candidates: [...found.values()], lower_words, questions: questionsIn(answer) };
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
  const left = text.slice(Math.max(0, at - EXAMPLE_LIMIT / 2), at);
  const begin = Math.max(left.lastIndexOf("\n"), left.lastIndexOf(". ")) + 1;
  const right = text.slice(at, at + EXAMPLE_LIMIT / 2);
  const end = right.search(/[.!?](?:\s|$)|\n/);
  return (left.slice(begin) + (end < 0 ? right : right.slice(0, end + 1))).trim();
}

// The space before a question is bounded: an answer of line breaks alone would be walked from each of them.
const QUESTION =
  /(?:^|[.!?:\n]\s{0,20}|[-*•] |\d[.)] |\*\*)((?:What|Which|How|Who|Where|When|Why|Is|Are|Can|Does|Do)\b[^.!?\n*]{12,160}\?)/gu;
const TO_THE_READER = /\b(you|your|I|me|we|us)\b/i;

/** Questions that an answer asks about its subject, not of its reader; at most 10. */
export function questionsIn(answer: string): string[] {
  const found = [...answer.matchAll(QUESTION)].slice(0, 10).map((match) => (match[1] ?? "").trim());
  return found.filter((text) => !TO_THE_READER.test(text));
}
