import lists from "./everyday-words.json" with { type: "json" };
import { foldKey } from "./fold-text.ts";

/** Languages whose commonest words are known. */
export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

// Made when first asked for: only the search for suggestions needs them.
const once = <Value>(make: () => Value) => {
  let made: Value | undefined;
  return (): Value => (made ??= make());
};
const setOf = (lines: readonly string[]) => new Set(lines.flatMap((line) => line.split(" ")));

type Lists = Readonly<Record<Language, readonly string[]>>;
const byLanguage = (of: Lists) => {
  const sets = new Map(LANGUAGES.map((language) => [language, once(() => setOf(of[language]))]));
  return (language: Language): ReadonlySet<string> => sets.get(language)?.() ?? new Set();
};

const words = byLanguage(lists.words);
const functionWords = byLanguage(lists.function_words);
const firstNames = once(() => setOf(lists.first_names));
const places = once(() => setOf(lists.places));
const peoples = once(() => setOf(lists.peoples));
const adjectives = once(() => setOf(lists.adjectives));

const folded = (text: string) => foldKey(text).trim().replace(/ +/g, "-");

/** Whether a word is an everyday one of a language; in German also what is put together of two. */
export function isEveryday(word: string, language: Language): boolean {
  const known = words(language);
  const text = folded(word);
  if (known.has(text) || known.has(text.replace(/'?s$/, ""))) return true;
  return language === "de" && (isInflected(text, known) || isCompound(word, known));
}

const isInflected = (text: string, known: ReadonlySet<string>) =>
  text.length > 5 && known.has(text.replace(/(?:en|n|e|es|er|ern|s)$/, ""));

/** "Lohnabrechnung", "Online-Kanzlei": ends in a word, and has no capital inside. */
function isCompound(word: string, known: ReadonlySet<string>): boolean {
  const last = word.split("-").at(-1) ?? word;
  if (last !== word) return /^\p{Lu}\p{Ll}{2,}$/u.test(last) && isEveryday(last, "de");
  if (!/^\p{L}\p{Ll}{8,}$/u.test(word)) return false;
  const text = folded(word);
  for (let at = 3; at <= text.length - 4; at += 1) {
    const [head, tail] = [text.slice(0, at), text.slice(at)];
    const isWord = known.has(head) || known.has(head.replace(/(?<=...)(?:s|en|n|e)$/, ""));
    if (isWord && (known.has(tail) || isInflected(tail, known) || isCompound(tail, known)))
      return true;
  }
  return false;
}

/** Whether a word only joins or points in some language: "and", "dieser", "nuestro". */
export function isFunctionWord(word: string, language: Language): boolean {
  return functionWords(language).has(folded(word));
}

const foreignJoining = once(
  () =>
    new Set(
      LANGUAGES.flatMap((language) => (language === "en" ? [] : [...functionWords(language)])),
    ),
);
/** Whether a word only joins or points in a known language other than English. */
export const isForeignFunctionWord = (word: string): boolean => foreignJoining().has(folded(word));

/** Whether a name is one that people are given. */
export const isFirstName = (name: string): boolean => firstNames().has(folded(name));
/** Whether a name is a country's, a region's or a large city's. */
export const isPlace = (name: string): boolean => places().has(folded(name));
/** Whether a word is a people's, or a month's or weekday's. */
export const isPeople = (word: string): boolean => peoples().has(folded(word));
/** Whether an English word is a quality. */
export const isAdjective = (word: string): boolean => adjectives().has(folded(word));

const TELLING: Readonly<Record<Language, RegExp>> = {
  en: / (?:the|and|is|of|for|with|are|that) /g,
  de: / (?:der|die|das|und|ist|nicht|mit|für) /g,
  fr: / (?:les|des|est|une|pour|dans|avec|et) /g,
  es: / (?:los|las|es|una|para|con|que|y) /g,
  it: / (?:il|che|della|di|per|con|sono|è) /g,
  nl: / (?:het|een|van|voor|met|zijn|niet|en) /g,
  pt: / (?:os|uma|para|com|não|são|dos|que) /g,
  pl: / (?:jest|nie|się|na|dla|oraz|są|do) /g,
};
const LANGUAGE_TEXT = 4_000;

/** The language of a text, by its joining words; null where they are few or of none that is known. */
export function languageOf(text: string): Language | null {
  const sample = ` ${text.slice(0, LANGUAGE_TEXT).toLowerCase().replace(/\s+/g, "  ")} `;
  const counted = LANGUAGES.map((language) => ({
    language,
    count: sample.match(TELLING[language])?.length ?? 0,
  })).sort((a, b) => b.count - a.count);
  const [first, second] = counted;
  return first && first.count >= 3 && first.count > (second?.count ?? 0) ? first.language : null;
}
