import { LETTER } from "./letters.ts";
import { valenceOf } from "./tone-words.ts";
import { isCommonWord, isWordOf } from "./word-lists.ts";

const SAMPLE = 4_000;
/** Fewer words have too few short ones to count. */
const FEW = 12;
const WORD = new RegExp(`${LETTER}+`, "gu");
const OTHER_SCRIPTS = /(?:(?![\0-\x7f]|\p{sc=Latin})\p{L})+/gu;
const LONG = /^[a-z]{5,}$/;
const OTHERS = "de es fr it pt nl pl sv da no fi hu cs sk sl ro id tr".split(" ");
const NOT_ASCII = /[\u00c0-\u024f]/;
const ENGLISH = new Set(
  "the and is are of to for with that this you it in on from have has can best which its".split(
    " ",
  ),
);
const FOREIGN = new Set(
  "sehr für mit auf im zum bei oder très du sur muy más del al molto met ook der die und ist nicht ein eine les des est une pour avec dans el los las una para por que il di che sono della het een van voor zijn uma não são com os das".split(
    " ",
  ),
);
/** English joining words that look like none of another language. */
const TELLING = new Set(
  "the and of with that this you it its from have has which are but not than too their your they would should could when what what's it's very more".split(
    " ",
  ),
);
/** English words of one or two letters, and what films speak of too seldom, with what is left of "it's", "don't" and "you'll". */
const MORE = new Set(
  "a i s t d m ll re ve am an as at be by do go he hi if in is it me my no of oh ok on or so to up us we vs tv hd pc ai ui app apps dashboard firmware onboarding online smartphone website workflow".split(
    " ",
  ),
);

/** "en" for English prose, null for anything else; judged by its short words. */
export function guessLanguage(text: string): "en" | null {
  const sample = text.slice(0, SAMPLE);
  const words = sample.match(WORD) ?? [];
  const counts = { letters: 0, english: 0, foreign: 0 };
  for (const word of words) {
    counts.letters += word.length;
    if (word.length > 5) continue;
    const lower = word.toLowerCase();
    if (ENGLISH.has(lower)) counts.english += 1;
    else if (FOREIGN.has(lower)) counts.foreign += 1;
  }
  const { letters, english, foreign } = counts;
  const latin = letters - (sample.match(OTHER_SCRIPTS)?.join("").length ?? 0);
  if (letters === 0 || latin / letters < 0.7) return null;
  if (words.length < FEW) return foreign <= english && knowsWords(words) ? "en" : null;
  if (english >= words.length * 0.05 && english > foreign * 1.5) return "en";
  // Tables and keywords have no short words: they are English where English words judge.
  const judges = () => words.some((word) => valenceOf(word.toLowerCase()) !== undefined);
  return foreign === 0 && latin === letters && !NOT_ASCII.test(sample) && judges() ? "en" : null;
}

/**
 * Whether the words in small letters are English, but for a quarter, one more for each that joins and tells English, and
 * two where a word judges and the unknown ones are no other language's: "excellent retinol, niacinamide".
 */
function knowsWords(words: readonly string[]): boolean {
  const small = words.filter((word) => word === word.toLowerCase());
  const telling = small.filter((word) => TELLING.has(word));
  const unknown = small.filter((word) => !isKnown(word));
  const most = telling.length + small.length / 4;
  if (unknown.length <= most || unknown.length > most + 2) return unknown.length <= most;
  return unknown.every(isOfAField) && small.some((word) => valenceOf(word) !== undefined);
}

/** A long word that no other language is known by: "retinol", "multiplayer". */
function isOfAField(word: string): boolean {
  return LONG.test(word) && !OTHERS.some((code) => isWordOf(word, code));
}

function isKnown(word: string): boolean {
  if (MORE.has(word)) return true;
  if (word.length < 3) return false;
  const stem = word.replace(/s$/, "");
  return valenceOf(word) !== undefined || isCommonWord(word, "en") || isCommonWord(stem, "en");
}
