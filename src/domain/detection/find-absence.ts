import { compileCues } from "./absence-cues.ts";
import { type Language, makeLanguage, NAME } from "./absence-language.ts";
import { CHINESE, JAPANESE, KOREAN } from "./absence-words-east-asian.ts";
import { ARABIC, POLISH, RUSSIAN, TURKISH } from "./absence-words-eastern.ts";
import { DUTCH, ENGLISH, GERMAN, SWEDISH } from "./absence-words-germanic.ts";
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "./absence-words-romance.ts";
import type { Span } from "./clean-answer.ts";
import type { FoldedText } from "./fold-text.ts";
import { saysAbsent, type Tags } from "./weigh-absence.ts";
import { isCommonWord } from "./word-lists.ts";

const LATIN = Object.entries({
  en: ENGLISH,
  de: GERMAN,
  nl: DUTCH,
  sv: SWEDISH,
  fr: FRENCH,
  es: SPANISH,
  it: ITALIAN,
  pt: PORTUGUESE,
  pl: POLISH,
  tr: TURKISH,
}).map(([code, words]) => makeLanguage(words, code));
/** Languages that their script gives away; Japanese before Chinese, whose characters it uses. */
const SCRIPTS: readonly [RegExp, readonly Language[]][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, [makeLanguage(JAPANESE, "ja")]],
  [/\p{sc=Hangul}/u, [makeLanguage(KOREAN, "ko")]],
  [/\p{sc=Han}/u, [makeLanguage(CHINESE, "zh")]],
  [/\p{sc=Arabic}/u, [makeLanguage(ARABIC, "ar")]],
  [/\p{sc=Cyrillic}/u, [makeLanguage(RUSSIAN, "ru")]],
];
/** All characters of these scripts, and some others, but no Latin letters or usual marks. */
const FOREIGN = /[\u0400-\u1fff\u2c00-\uffff]/;
let compiled: ReturnType<typeof compileCues> | undefined;
/** Made ready by the first text: most processes read none. */
const cuesIn: ReturnType<typeof compileCues> = (text, piece) => {
  compiled ??= compileCues(LATIN.map(({ words }) => words));
  return compiled(text, piece);
};
const BEFORE = 260;
const AFTER = 320;
const LETTER = /\p{L}/u;
const SPACE = /\s/;
/** How many names of a text are read closely; the names beyond count as said, which long answers mostly say. */
const READINGS_MAX = 200;
/** How many are looked at for a sign of absence. */
const LOOKS_MAX = 2_000;

/** Something is said of the name; it is said to be unknown; it only stands there, as in a question or heading. */
export type Standing = "said" | "absent" | "repeated";
type Folded = Pick<FoldedText, "lower" | "cased">;
/** How a name stands in its text; that it is not absent is mostly told without knowing more. */
export type Reading = { isAbsent: boolean; standing: () => Standing };
const SAID: Reading = { isAbsent: false, standing: () => "said" };
/** A question, a guess, what was asked for, a heading. */
const REPEATED = /\?$|H|O[^.;NZV]{0,8}§|^[Ci]*§[.]$/u;
/** Whether the name is the one that was meant, and nothing else; and another statement that something is unknown. */
const MEANT = /^[^NZYUsQ]*m[^NZYUsQ]*$/u;
const UNKNOWN = /^(?!.*[QDR?])(?:.*U|.*[NZ].*[KIMOS]|.*[KIMOS].*[NZ])/u;
/** What the speaker has no means of is no other name: "I can't browse the web". */
const MEANS =
  /\b(?:access|brows|real-time|live\b|zugriff|zugang|echtzeit|acces|accede|acceso|accesso|acesso|aceder|navig|temps reel|tiempo real|tempo re|toegang|dostep|tillgang|atkomst|erisim)|доступ|الوصول|アクセス|閲覧|访问|浏览|접근|접속/;
const CASE = /\p{Lu}|\p{Ll}/u;
/** A word with a capital behind another word, or one in quotation marks. */
const CAPITAL = /(?<=[\p{L}\p{N},]["'( ]{1,3})\p{Lu}[\p{L}\p{N}]+/gu;
const FIRST = /(?<=^[^\p{L}]{0,8})\p{Lu}[\p{L}\p{N}]+/u;
const MONTH =
  /^(?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|marz|juni|juli|oktober|dezember)$/i;
const QUOTED = /"[^"]{2,60}"/;
/** A question whose mark is left out, where the verb stands at the end. */
const ASKED = /[Rs][.]$/u;

/**
 * Tells how the name at a span of folded text stands there: something is said of it, it is said to be
 * unknown, or it only stands there. Looks at a bounded piece of text for each, its sentence and the two after it.
 */
export function readingsIn(folded: Folded): (span: Span) => Reading {
  const { lower } = folded;
  const text = { lower, isForeign: FOREIGN.test(lower) };
  let readings = 0;
  let looks = 0;
  return (span) => {
    looks += 1;
    if (readings >= READINGS_MAX || looks > LOOKS_MAX) return SAID;
    const place = placeOf(lower, span);
    const { languages, able } = languagesAt(text, place);
    if (languages.length === 0) return SAID;
    readings += 1;
    const tagsIn = makeTagger(lower, place);
    const isProposed = makeProposed(folded, place, tagsIn);
    const absent_in = new Set(
      able.filter((language) => saysAbsent(tagsIn(language)) && !isProposed(language)),
    );
    const isAbsent =
      absent_in.size > 0 && likeliest(languages, tagsIn).some((one) => absent_in.has(one));
    const standing = () => {
      if (isAbsent) return "absent";
      const isRepeated = likeliest(languages, tagsIn).some((language) => {
        const { own } = tagsIn(language);
        return REPEATED.test(own) || (language.verb === "last" && ASKED.test(own));
      });
      return isRepeated ? "repeated" : "said";
    };
    return { isAbsent, standing };
  };
}

/** The tags by which the name at a span is read, in each language that it may be; none where nothing can be absent. */
export function tagsAround(folded: Folded, span: Span): Tags[] {
  const { lower } = folded;
  const place = placeOf(lower, span);
  const { languages, able } = languagesAt({ lower, isForeign: FOREIGN.test(lower) }, place);
  if (able.length === 0) return [];
  const tagsIn = makeTagger(lower, place);
  const isProposed = makeProposed(folded, place, tagsIn);
  const read = likeliest(languages, tagsIn).filter(
    (language) => able.includes(language) && !isProposed(language),
  );
  return read.map((language) => ({ own: tagsIn(language).own, next: tagsIn(language).next }));
}

/** Tells whether a name is put forward in place of one that is unknown: "I found nothing on Acme. Did you mean Globex?" */
function makeProposed(
  { lower, cased }: Folded,
  { start, end, from }: Place,
  tagsIn: (language: Language) => Tags,
) {
  const first = Math.max(0, start - BEFORE);
  return (language: Language): boolean => {
    const { own, next } = tagsIn(language);
    if (!MEANT.test(own) || /[NZYU]/.test(next)) return false;
    if (lower.slice(first, from).includes(lower.slice(start, end))) return false;
    const sentences = cased.slice(first, from).split(/(?<=[.!?])\s|(?<=[\n。！？؟])/);
    return sentences.some((sentence) => isOtherUnknown(sentence, language));
  };
}

/** Whether a sentence says that something is unknown, and names it by no common word. */
function isOtherUnknown(sentence: string, language: Language): boolean {
  const tagsOf = (text: string) => language.tags(language.tokens(text.toLowerCase()));
  const tags = tagsOf(sentence);
  if (!UNKNOWN.test(tags) || MEANS.test(sentence.toLowerCase())) return false;
  if (QUOTED.test(sentence)) return true;
  if (language.glued || !CASE.test(sentence)) return tags.includes("x");
  const names = [...(FIRST.exec(sentence) ?? []), ...(sentence.match(CAPITAL) ?? [])];
  return names.some(
    (word) => tagsOf(word) === "x" && !MONTH.test(word) && !isCommonWord(word, language.code),
  );
}

/** A name, the sentence with it from `from` to `to`, and the next one; `last` is how far is looked. */
type Place = Span & { from: number; to: number; next: Span; last: number };

function placeOf(lower: string, { start, end }: Span): Place {
  const first = Math.max(0, start - BEFORE);
  const last = Math.min(lower.length, end + AFTER);
  let from = start;
  while (from > first && !isEnd(lower, from - 1, start)) from -= 1;
  const to = endOfSentence(lower, end, last);
  return { start, end, from, to, next: sentenceFrom(lower, to, last), last };
}

/** The next sentence with a letter; empty at the end. */
function sentenceFrom(lower: string, from: number, last: number): Span {
  let start = from;
  let end = endOfSentence(lower, start, last);
  while (start < last && !LETTER.test(lower.slice(start, end))) {
    start = end;
    end = endOfSentence(lower, start, last);
  }
  return { start, end };
}

function endOfSentence(lower: string, from: number, last: number): number {
  let at = from;
  while (at < last && !isEnd(lower, at, last)) at += 1;
  return Math.min(last, at + 1);
}

/** Whether a sentence ends with the character at an offset of a text that ends at `limit`. */
function isEnd(text: string, at: number, limit: number): boolean {
  switch (text.charCodeAt(at)) {
    case 0x2e: // .
    case 0x21: // !
      return at + 1 === limit || SPACE.test(text[at + 1] ?? "");
    case 0x0a:
    case 0x3f: // ?
    case 0x61f: // ؟
    case 0x3002: // 。
    case 0xff01: // ！
      return true;
    default:
      return false;
  }
}

/**
 * The languages that a statement of absence may be in, by script or by words that begin as each such statement has
 * them; and those of them that have what makes one.
 */
function languagesAt(
  { lower, isForeign }: { lower: string; isForeign: boolean },
  place: Place,
): { languages: readonly Language[]; able: readonly Language[] } {
  const { start, end, from, to, next, last } = place;
  if (isForeign) {
    const text = ownSentence(lower, place) + lower.slice(next.start, next.end);
    const by_script = FOREIGN.test(text) && SCRIPTS.find(([script]) => script.test(text));
    if (by_script) return { languages: by_script[1], able: by_script[1] };
  }
  if (to > end && lower[to - 1] === "?") return { languages: LATIN, able: LATIN };
  const before = cuesIn(lower, { start: from, end: start });
  const after = cuesIn(lower, { start: end, end: to });
  const following = cuesIn(lower, next);
  const likely = before.likely | after.likely | following.likely;
  if (lower[to - 1] === "؟") return { languages: latinOf(likely), able: latinOf(likely) };
  let able = before.cue | after.cue | (before.source & after.veto) | following.cue;
  // A question, where was looked, and that nothing was found.
  if (likely & following.source & ~able) {
    able |= following.source & cuesIn(lower, sentenceFrom(lower, next.end, last)).cue;
  }
  return { languages: latinOf(likely), able: latinOf(likely & able) };
}

const LISTS = new Map<number, readonly Language[]>();
function latinOf(bits: number): readonly Language[] {
  const list = LISTS.get(bits) ?? LATIN.filter((_, index) => bits & (1 << index));
  LISTS.set(bits, list);
  return list;
}

/** The language that knows most of the words, and those that are as likely. */
function likeliest(
  languages: readonly Language[],
  tagsIn: (language: Language) => Tags,
): readonly Language[] {
  if (languages.length === 1) return languages;
  const strange = languages.map((language) => {
    const { own, next } = tagsIn(language);
    return own.split("x").length + next.split("x").length;
  });
  const least = Math.min(...strange);
  return languages.filter((_, index) => (strange[index] ?? 0) <= least + 1);
}

/** Tags what stands around a name, each sentence when it is asked for, in languages that part words alike. */
function makeTagger(lower: string, place: Place): (language: Language) => Tags {
  const sentences = {
    own: () => ownSentence(lower, place),
    next: () => lower.slice(place.next.start, place.next.end),
  };
  const parted: Partial<Record<keyof Tags, readonly string[]>> = {};
  const known = new Map<Language, Partial<Record<keyof Tags, string>>>();
  return (language) => {
    const tagged = known.get(language) ?? {};
    known.set(language, tagged);
    const tag = (name: keyof Tags): string => {
      parted[name] ??= language.tokens(sentences[name]());
      tagged[name] ??= language.tags(parted[name]);
      return tagged[name];
    };
    return {
      get own() {
        return tag("own");
      },
      get next() {
        return tag("next");
      },
    };
  };
}

/** The sentence with a mark in place of the name. */
function ownSentence(lower: string, { start, end, from, to }: Place): string {
  return lower.slice(from, start) + NAME + lower.slice(end, to);
}
