import { asQuote, cleanAnswer, type Span } from "./clean-answer.ts";
import { isEveryday, type Language, languageOf } from "./everyday-words.ts";
import { foldKey } from "./fold-text.ts";
import { NOT_BRANDS } from "./not-brands.ts";
import { splitSentences } from "./split-sentences.ts";

/** What one answer shows of a possible brand name. */
export type AnswerCandidate = {
  key: string;
  name: string;
  /** Occurrences that open a heading, list item, bold run, link, table row or labelled line. */
  head_count: number;
  /** Occurrences inside prose. */
  inner_count: number;
  /** Those with no other capitalised word behind. */
  alone_count: number;
  /** Those inside a sentence after a small word, one word alone or two: in most languages only names stand so. */
  bare_count: number;
  /** Those in a row of names: "Acme, Globex and Initech". */
  row_count: number;
  /** Those after an article or another word that goes before nouns, in a language that capitalises these. */
  noun_count: number;
  /** The sentence or line of the first occurrence, or of one soon after, where that is a heading or a cell. */
  example: string;
};

/** Possible names of one answer, its lower-case words with their occurrences, and the questions it asks. */
export type AnswerWords = {
  candidates: AnswerCandidate[];
  language: Language | null;
  lower_words: Map<string, number>;
  questions: string[];
};

const CANDIDATE_LIMIT = 300;
/** Capitalised runs that are looked at in one answer; long ones have some hundreds. */
const RUN_LIMIT = 20_000;
const EXAMPLE_LIMIT = 240;
/** A passage of fewer words, as a heading "Acme vs. Globex", says nothing of a brand. */
const TELLING_WORDS = 5;
/** Places of a name in one answer that are looked at for a passage that tells something. */
const EXAMPLE_TRIES = 5;
const NAME_WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}\p{N}&'’+.-]{0,30}|\p{Ll}{1,2}\p{Lu}[\p{L}\p{N}]{1,30}|\d{1,3}(?:\p{Lu}\p{L}{0,10}|\p{Ll}{4,15}))`;
const RUN = new RegExp(
  String.raw`(?<![\p{L}\p{N}@#$'’./-])${NAME_WORD}(?: (?:&|of|de|la) ${NAME_WORD}| ${NAME_WORD}){0,3}|(?<=\p{Ll}[.!?:)])${NAME_WORD}(?: & ${NAME_WORD}| ${NAME_WORD}){0,3}`,
  "gu",
);
const LOWER = /(?<![\p{L}\p{N}'’.-])\p{Ll}[\p{L}\p{N}-]{1,30}/gu;
const HEAD =
  /(?:(?:^|\n)[ \t]*(?:#{1,6}[ \t]+)?(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+|\|[ \t]*)?(?:\*{1,3}|__|\[)*(?:\d{1,3}[.)][ \t]*)?[^\p{L}\p{N}\n]{0,6}|\*\*(?:\d{1,3}[.)][ \t]*)?|\[|[.!?)]|:[ \t]?)$/u;
const LABEL_END = /^(?: [\p{L}\p{N}.-]{1,20}){0,5}(?: \([^)\n]{1,30}\))?\*{0,2}:/u;

/** What may stand between a small word and a name inside a sentence. */
const INSIDE = /[\p{Ll}\p{N},;)]["“„(«'’]? ?["“„(«]?$/u;
const BEFORE_NOUN =
  /(?:^|[^\p{L}])(?:der|die|das|den|dem|des|eine?[nmrs]?|(?:k|m|d|s)eine?[nmrs]?|ihre?[nmrs]?|unsere?[nmrs]?|eure?[nmrs]?|dies\p{Ll}{1,2}|jed\p{Ll}{1,2}|welch\p{Ll}{1,2}|alle[nr]?|viele[nr]?|wenige[nr]?|mehrere[nr]?|einige[nr]?|beide[nr]?|zur|zum|im|ins|vom|beim|am|\p{Ll}{4,}(?:e|er|es|em)) $/u;
const ARTICLE = /^(?:Der|Die|Das|Den|Dem|Eine?[nmr]?|Keine?[nmr]?|Diese[nmrs]?)$/u;
const NO_ADJECTIVE =
  /(?:^|[^\p{L}])(?:oder|aber|unter|über|hinter|immer|wieder|etwa|gerade|heute|seite|bitte|sowie|beispielsweise|ohne|außer|daher|lieber|bereits|alles|seiner?) $/u;
/** Hyphens that look the same; of one length, so that places in the text stay. */
const OTHER_HYPHEN = /(?<=\p{L})[\u2010\u2011](?=\p{L})/gu;
const COMPOUND = /^(\p{Lu}[\p{L}\p{N}]+-\p{Lu}[\p{L}\p{N}]+)-(\p{Lu}\p{Ll}{2,})$/u;
const HEADING = /^[ \t]*#{1,6} /;
/** So much of the beginning of a line tells whether it is one. */
const HEADING_MAX = 100;

/**
 * Names in one answer that could be brands: the first one or two words of capitalised runs, with
 * how often they open a structure; `removed_spans` are left out. Cheap and purely structural; `rankCandidates` does the sifting.
 */
export function candidatesOf(answer: string, removed_spans: readonly Span[] = []): AnswerWords {
  const found = new Map<string, AnswerCandidate>();
  const { text: clean, toOriginal } = cleanAnswer(answer, removed_spans);
  const text = clean.replace(OTHER_HYPHEN, "-");
  const language = languageOf(text);
  let left = RUN_LIMIT;
  const nouns = new Map<string, number>();
  const improve = exampleImprover(text);
  const isInHeading = headingFinder(answer);
  for (const match of text.matchAll(RUN)) {
    if (left-- === 0) break;
    const original = toOriginal(match.index);
    const end = match.index + match[0].length;
    const is_head =
      HEAD.test(answer.slice(Math.max(0, original - 40), original)) ||
      LABEL_END.test(text.slice(end, end + 120));
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const is_inside = language !== "de" && INSIDE.test(before) && !isInHeading(original);
    const is_noun = language === "de" && BEFORE_NOUN.test(before) && !NO_ADJECTIVE.test(before);
    const is_in_row =
      /[\p{L}\p{N})], $/u.test(before) ||
      /^(?: \([^)\n]{1,30}\))?, \p{Lu}/u.test(text.slice(end, end + 40));
    const parts = match[0].split(" ").map(trimWord).filter(Boolean);
    const words = language === "de" ? parts.map(withoutNoun) : parts;
    const [article = "", noun] = words;
    // "Die Preise sind": of a sentence's first word nothing is told but what it says of the next.
    if (language === "de" && noun && words.length === 2 && ARTICLE.test(article)) {
      nouns.set(suggestionKey(noun), (nouns.get(suggestionKey(noun)) ?? 0) + 1);
    }
    for (const { name, size } of namesOf(words)) {
      const key = suggestionKey(name);
      let entry = found.get(key);
      if (!entry && found.size < CANDIDATE_LIMIT) {
        const example = exampleAt(text, match.index, match[0]);
        entry = { key, name, ...NO_COUNTS, example };
        found.set(key, entry);
      } else if (entry) improve(entry, match.index, match[0]);
      if (!entry) continue;
      if (is_head) entry.head_count += 1;
      else entry.inner_count += 1;
      if (size === words.length) entry.alone_count += 1;
      // Behind a name of two words its products may stand.
      if (is_inside && (size > 1 || words.length === 1)) entry.bare_count += 1;
      if (is_noun) entry.noun_count += 1;
      if (is_in_row) entry.row_count += 1;
      // "Wombat's" is a name only where it is never without.
      if (entry.name !== name && bare(entry.name) === name) entry.name = name;
    }
  }
  for (const [key, count] of nouns) {
    const entry = found.get(key);
    if (entry) entry.noun_count += count;
  }
  for (const { name, is_head, index } of smallNames(text)) {
    const key = suggestionKey(name);
    const known = found.get(key);
    if (!known && found.size >= CANDIDATE_LIMIT) break;
    const entry = known ?? { key, name, ...NO_COUNTS, example: exampleAt(text, index, name) };
    found.set(key, entry);
    if (is_head) entry.head_count += 1;
    else entry.row_count += 1;
    if (!is_head) entry.inner_count += 1;
  }
  return {
    ...{ candidates: [...found.values()], language, lower_words: countLowerWords(text) },
    questions: questionsIn(answer),
  };
}

/** Tells of places that come one after the other whether they are in a heading; each line is looked at once. */
function headingFinder(answer: string): (place: number) => boolean {
  let [end, isHeading] = [answer.indexOf("\n"), HEADING.test(answer)];
  return (place) => {
    while (end !== -1 && end < place) {
      const start = end + 1;
      end = answer.indexOf("\n", start);
      isHeading = HEADING.test(answer.slice(start, start + HEADING_MAX));
    }
    return isHeading;
  };
}

function countLowerWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(LOWER)) {
    const key = suggestionKey(word);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

const NO_COUNTS = {
  ...{ head_count: 0, inner_count: 0, alone_count: 0, bare_count: 0 },
  ...{ row_count: 0, noun_count: 0 },
};
const SMALL = String.raw`\p{Ll}[\p{L}\p{N}&]{2,20}`;
/** A word in small letters that is all of a label, or stands in a row of names: "ibis: cheap", "Acme, ibis and Globex". */
const SMALL_LABEL = new RegExp(
  String.raw`^[ \t]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+|#{1,6}[ \t]+|\|[ \t]*)(${SMALL})(?=[ \t]*(?:[:–—|]|- |\(|$))`,
  "gmu",
);
const SMALL_IN_ROW = new RegExp(
  String.raw`(?<=\p{Lu}[\p{L}\p{N}]{1,20}, )(${SMALL})(?=, \p{Lu}|,? (?:and|or|und|oder|et|ou|y|o|e|en|of) \p{Lu})`,
  "gu",
);

function smallNames(text: string): { name: string; is_head: boolean; index: number }[] {
  const of = (pattern: RegExp, is_head: boolean) =>
    [...text.matchAll(pattern)].map(({ 0: all, 1: name = "", index }) => ({
      ...{ name, is_head },
      index: index + all.length - name.length,
    }));
  return [...of(SMALL_LABEL, true), ...of(SMALL_IN_ROW, false)];
}

/** Equal for all spellings of a suggested name, so that a rejected one never returns. */
export function suggestionKey(name: string): string {
  return foldKey(name)
    .replace(/'s$/, "")
    .replace(/[^\p{L}\p{N}\p{M}&+]/gu, "");
}

/** "St", "De", "Dr": never a name alone. */
const PREFIX = /^(?:\p{Lu}\p{Ll}|Mrs|Prof|Saint|Los|Las|Les|Der|Die|Das|The|San|Santa)\.?$/u;

/** The names that a capitalised run may begin with, and of how many of its words each is made. */
function namesOf(words: readonly string[]): { name: string; size: number }[] {
  const [first, second, third] = words;
  if (!first || (isNoBrand(first) && first !== "The")) return [];
  const names: { name: string; size: number }[] = [];
  const isLast = words.length === 1;
  if (!PREFIX.test(first)) names.push({ name: isLast ? first : bare(first), size: 1 });
  if (second === "&" && third) names.push({ name: `${first} & ${bare(third)}`, size: 3 });
  else if (second && !/^(?:of|de|la)$/.test(second) && !isSizeOrYear(second)) {
    names.push({ name: `${first} ${bare(second)}`, size: 2 });
  }
  return names.filter(({ name }) => suggestionKey(name).length >= 2);
}

const isSizeOrYear = (word: string) => /^\d/.test(word);

function isNoBrand(word: string): boolean {
  return /^\p{Lu}?[\d.]+$/u.test(word) || NOT_BRANDS.has(foldKey(word).replace(/[^a-z0-9]/g, ""));
}

/** A word of a run without what ends a sentence or joins the next; an abbreviation keeps its dot. */
function trimWord(word: string): string {
  if (word === "&" || /^\p{Lu}\p{Ll}{0,2}\.$/u.test(word)) return word;
  return word.replace(/[.'’&+-]+$/u, "");
}

/** "Gore-Tex" of "Gore-Tex-Jacke": German joins a name to any noun. */
function withoutNoun(word: string): string {
  const { 1: name, 2: noun } = COMPOUND.exec(word) ?? [];
  return name && noun && isEveryday(noun, "de") ? name : word;
}

/** The last word of a name without a possessive: one inside belongs to the name ("Paula's Choice"). */
const bare = (word: string) => word.replace(/(?:'s|’s)$/u, "");

/** Whether a passage says anything of a name in it. */
export const isTelling = (passage: string): boolean => passage.split(" ").length >= TELLING_WORDS;

/** The sentence of a name, as far as it is beside it. */
function exampleAt(text: string, at: number, name: string): string {
  const from = Math.max(0, at - EXAMPLE_LIMIT / 2);
  const part = text.slice(from, at + EXAMPLE_LIMIT / 2);
  const start = at - from;
  for (const sentence of splitSentences(part, [{ start, end: start + name.length }])) {
    if (sentence.end > start) return asQuote(part.slice(sentence.start, sentence.end));
  }
  return "";
}

/** Takes the passage at a later place of a name where the one before tells nothing, for the first places of each. */
function exampleImprover(text: string) {
  const tries = new Map<string, number>();
  return (entry: AnswerCandidate, at: number, name: string): void => {
    const times = (tries.get(entry.key) ?? 1) + 1;
    if (times > EXAMPLE_TRIES || isTelling(entry.example)) return;
    tries.set(entry.key, times);
    const example = exampleAt(text, at, name);
    if (isTelling(example)) entry.example = example;
  };
}

// The space before a question is bounded: an answer of line breaks alone would be walked from each of them.
const QUESTION =
  /(?:^|[.!?:\n]\s{0,20}|[-*•#] |\d[.)] |\*\*)[¿"“„«]?(\p{Lu}[^.!?\n*:]{12,160}\?)/gu;
const TO_THE_READER =
  /(?:^|[^\p{L}])(?:you|your|i|me|we|us|my|our|du|dir|dich|dein\p{L}*|ihr|ihnen|ihre?[nmrs]?|ich|mir|mich|mein\p{L}*|wir|uns|vous|votre|vos|tu|ton|tes|je|usted|tienes?|quieres?|lei|voi|suo|sua|você)(?!\p{L})/iu;
/** What needs the sentence before it: "Is it quiet?", "Why does this matter?", "Ist das erlaubt?" */
const OF_BEFORE =
  /^(?:\p{L}+ ){0,2}(?:it|they|this|that|these|those|he|she|them|das|es|dies\p{L}*|diese[nmrs]?|sie|er|il|elle|ils|cela|ça|esto|eso|questo)(?!\p{L})/iu;
const WORDS_MIN = 4;

/** Whole questions that an answer asks about its subject, not of its reader; at most 10. */
export function questionsIn(answer: string): string[] {
  const found = [...answer.matchAll(QUESTION)].slice(0, 10).map((match) => (match[1] ?? "").trim());
  return found.filter(
    (text) =>
      text.split(/\s+/).length >= WORDS_MIN && !TO_THE_READER.test(text) && !OF_BEFORE.test(text),
  );
}
