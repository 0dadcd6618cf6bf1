import { readTags, type Standing, type Tags } from "./absence-grammar.ts";
import { compileLanguage, type Language, NAME } from "./absence-words.ts";
import { CHINESE, JAPANESE, KOREAN } from "./absence-words-east-asian.ts";
import { ARABIC, POLISH, RUSSIAN, TURKISH } from "./absence-words-eastern.ts";
import { DUTCH, ENGLISH, GERMAN, SWEDISH } from "./absence-words-germanic.ts";
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "./absence-words-romance.ts";
import type { Span } from "./clean-answer.ts";

const LATIN = [
  ENGLISH,
  GERMAN,
  DUTCH,
  SWEDISH,
  FRENCH,
  SPANISH,
  ITALIAN,
  PORTUGUESE,
  POLISH,
  TURKISH,
].map(compileLanguage);
/** Languages that their script gives away; Japanese before Chinese, whose characters it uses. */
const SCRIPTS: readonly [RegExp, readonly Language[]][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, [compileLanguage(JAPANESE)]],
  [/\p{sc=Hangul}/u, [compileLanguage(KOREAN)]],
  [/\p{sc=Han}/u, [compileLanguage(CHINESE)]],
  [/\p{sc=Arabic}/u, [compileLanguage(ARABIC)]],
  [/\p{sc=Cyrillic}/u, [compileLanguage(RUSSIAN)]],
];
const BEFORE = 260;
const AFTER = 320;
const CUE_LENGTH = 5;
const LETTER = /\p{L}/u;
const SENTENCE_END = /[.!](?=\s|$)|[?。！؟]|\n/gu;

/** How many names of a text are read closely; the names beyond count as said, which long answers mostly say. */
const READINGS_MAX = 200;
/** How many are looked at for a sign of absence. */
const LOOKS_MAX = 2_000;
const WORDS = /[a-z0-9]+/g;
const ASCII = /^[\0-\x7f\u00a7]*$/u;
// What begins like one of these may be one of them.
const CUES = new Map<string, Set<Language>>();
for (const language of LATIN) {
  for (const cue of language.cues) {
    const key = cue.slice(0, CUE_LENGTH);
    CUES.set(key, (CUES.get(key) ?? new Set()).add(language));
  }
}

/**
 * Tells how the name at a span of folded, lower-case text stands there: something is said of it, it is said to be
 * unknown, or it only stands there. Looks at a bounded piece of text for each, its sentence and the two after it.
 */
export function standingsIn(lower: string): (span: Span) => Standing {
  let readings = 0;
  let looks = 0;
  return (span) => {
    looks += 1;
    if (readings >= READINGS_MAX || looks > LOOKS_MAX) return "said";
    const sentences = sentencesAround(lower, span);
    const languages = languagesOf(sentences);
    if (languages.length === 0) return "said";
    readings += 1;
    const standings = tagged(languages, sentences).map(({ language, tags }) =>
      readTags(language, tags),
    );
    if (standings.includes("absent")) return "absent";
    return standings.includes("repeated") ? "repeated" : "said";
  };
}

/** The languages that a statement of absence may be in: by script, or by what each such statement has. */
function languagesOf({ own, next }: Tags): readonly Language[] {
  const text = own + next;
  const by_script = ASCII.test(text) ? null : SCRIPTS.find(([script]) => script.test(text));
  if (by_script) return by_script[1];
  if (own.endsWith("?")) return LATIN;
  const found = new Set<Language>();
  for (const word of text.match(WORDS) ?? []) {
    for (const language of CUES.get(word.slice(0, CUE_LENGTH)) ?? []) found.add(language);
  }
  return [...found];
}

/** The sentences' tags in the language that knows most of their words, or in several that are as likely. */
function tagged(
  languages: readonly Language[],
  { own, next, later }: Tags,
): { language: Language; tags: Tags }[] {
  const readings = languages.map((language) => {
    const tags = {
      own: language.tags(own),
      next: language.tags(next),
      later: language.tags(later),
    };
    return { language, tags, strange: `${tags.own}${tags.next}`.split("x").length };
  });
  const least = Math.min(...readings.map(({ strange }) => strange));
  return readings.filter(({ strange }) => strange <= least + 1);
}

/** The sentence with the name, a mark in its place, and the two after it. */
function sentencesAround(lower: string, { start, end }: Span): Tags {
  const before = lower.slice(Math.max(0, start - BEFORE), start);
  const after = lower.slice(end, end + AFTER);
  let from = 0;
  for (const match of before.matchAll(SENTENCE_END)) from = match.index + match[0].length;
  const cuts = [...after.matchAll(SENTENCE_END)].map(({ index, 0: mark }) => index + mark.length);
  const [own_end = after.length, ...ends] = cuts;
  const following = [...ends, after.length]
    .map((to, index) => after.slice(cuts[index] ?? after.length, to))
    .filter((sentence) => LETTER.test(sentence));
  const [next = "", later = ""] = following;
  return { own: before.slice(from) + NAME + after.slice(0, own_end), next, later };
}
