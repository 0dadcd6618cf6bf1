import { isCommonWord } from "./word-lists.ts";

const ARTICLE = /^(?:the|le|la|les|el|los|las|il|lo|gli|der|die|das|de|het|o|a|os|as) (?=\S)/i;

/** A spelling and whether it must be written exactly so. */
export type Spelling = { text: string; case_sensitive: boolean };

/**
 * Whether a name should be matched in its exact case: it consists of ordinary words of English or of the project's
 * language (ISO 639-1), or of at most three letters and digits, so that in small letters it usually is something else.
 * False in scripts without capitals.
 */
export function suggestCaseSensitive(name: string, language = "en"): boolean {
  const plain = name.trim();
  if (plain.toLowerCase() === plain.toUpperCase()) return false;
  return [...plain].length <= 3 || isCommonWord(plain, language);
}

/**
 * The spellings that a name with the case flag is found by, as it is written and in capitals; empty for any other name.
 * An ordinary word typed in small letters only is meant with a capital, one in capitals only may have small letters.
 */
export function casedSpellings(name: string, language = "en"): Spelling[] {
  const plain = name.trim();
  if (!suggestCaseSensitive(plain, language)) return [];
  const capitals = plain.toUpperCase();
  const texts = [plain, capitals];
  if (isCommonWord(plain, language)) {
    if (plain === plain.toLowerCase()) texts[0] = withCapitals(plain);
    if (plain === capitals) texts[1] = withCapitals(plain);
  }
  // "La Poste" is "la Poste" within a sentence.
  const inner = (texts[0] ?? plain).replace(ARTICLE, (article) => article.toLowerCase());
  return [...new Set([...texts, inner])].map((text) => ({ text, case_sensitive: true }));
}

/** The words with a capital each, the rest in small letters. */
export function withCapitals(text: string): string {
  return text.toLowerCase().replace(/(?<![\p{L}\p{M}'’])\p{L}/gu, (letter) => letter.toUpperCase());
}
