import { compileCues } from "./absence-cues.ts";
import { type Language, makeLanguage } from "./absence-language.ts";
import { isAboutOther, isOtherUnknown, masked } from "./absence-others.ts";
import {
  BEFORE,
  type Named,
  namesWithin,
  type Place,
  placeOf,
  sentenceFrom,
} from "./absence-places.ts";
import { CHINESE, JAPANESE, KOREAN } from "./absence-words-east-asian.ts";
import { ARABIC, POLISH, RUSSIAN, TURKISH } from "./absence-words-eastern.ts";
import { DUTCH, ENGLISH, GERMAN, SWEDISH } from "./absence-words-germanic.ts";
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from "./absence-words-romance.ts";
import type { Span } from "./clean-answer.ts";
import type { FoldedText } from "./fold-text.ts";
import { saysAbsent, type Tags } from "./weigh-absence.ts";

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
/** Whether the name is the one that was meant, and nothing else. */
const MEANT = /^[^NZYUsQ]*m[^NZYUsQ]*$/u;
/** A question whose mark is left out, where the verb stands at the end. */
const ASKED = /[Rs][.]$/u;

/**
 * Tells how a name, one of those found in folded text by place, stands there: something is said of it, it is said to be
 * unknown, or it only stands there. Looks at a bounded piece of text for each, its sentence and the two after it.
 */
export function readingsIn(folded: Folded, names: readonly Named[]): (name: Named) => Reading {
  const { lower } = folded;
  const text = { lower, isForeign: FOREIGN.test(lower) };
  let readings = 0;
  let looks = 0;
  return (name) => {
    looks += 1;
    if (readings >= READINGS_MAX || looks > LOOKS_MAX) return SAID;
    const place = placeOf(lower, name);
    const { languages, able } = languagesAt(text, place);
    if (languages.length === 0) return SAID;
    readings += 1;
    const tagsIn = makeTagger(folded, place, namesWithin(names, place.next, name));
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
  const tagsIn = makeTagger(folded, place, null);
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
    const text = masked(lower, place, { start: from, end: to }) + lower.slice(next.start, next.end);
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

/**
 * Tags what stands around a name, each sentence when it is asked for, in languages that part words alike; the next one
 * as if it were not there, where it is about another name: one of `others`, or one that nobody tracks. Null: it is not.
 */
function makeTagger(
  folded: Folded,
  place: Place,
  others: readonly Span[] | null,
): (language: Language) => Tags {
  const { lower } = folded;
  const sentences = {
    own: () => masked(lower, place, { start: place.from, end: place.to }),
    next: () => lower.slice(place.next.start, place.next.end),
  };
  const isOfOther = (own: string, language: Language) =>
    others !== null &&
    isAboutOther({ own, isBare: REPEATED.test(own) }, { ...place.next, folded, others }, language);
  const parted: Partial<Record<keyof Tags, readonly string[]>> = {};
  const known = new Map<Language, Partial<Record<keyof Tags, string>>>();
  return (language) => {
    const tagged = known.get(language) ?? {};
    known.set(language, tagged);
    const tag = (name: keyof Tags): string => {
      parted[name] ??= language.tokens(sentences[name]());
      return language.tags(parted[name]);
    };
    const tags = {
      get own() {
        tagged.own ??= tag("own");
        return tagged.own;
      },
      get next() {
        tagged.next ??= isOfOther(tags.own, language) ? "" : tag("next");
        return tagged.next;
      },
    };
    return tags;
  };
}
