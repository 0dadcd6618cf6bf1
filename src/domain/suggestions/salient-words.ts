import {
  isAdjective,
  isEveryday,
  isForeignFunctionWord,
  isFunctionWord,
} from "#domain/detection/everyday-words.ts";
import { foldKey } from "#domain/detection/fold-text.ts";

const STOP = new Set(
  `a about after all also an and any are as at be been before best better between big brand brands but buy by can
   cheap company companies compare compared could different do does each easy every find first for from get give good
   great has have help how i if in into is it its kind kinds know like list long look looking make makes many me more
   most much my need new no not of on one only option options or other our out over people product products
   recommend recommended should small so some such tell than that the their them then there these they thing things
   this to today top type types under up us use used useful using versus very vs want was way we well were what when
   where which while who why will with without work worth would year years you your`.split(/\s+/),
);
const LENGTH_MIN = 3;

/** "what's", "i'm", "don't": a joining word and what is left of another. */
const CONTRACTION =
  /^(?:i|you|we|they|he|she|it|what|who|that|there|here|how|let|where)'\p{L}+$|n't$/u;

/** The words of a text that tell what it is about, folded, in order, each once. Languages that write words apart. */
export function salientWords(text: string): string[] {
  const words = foldKey(text).match(/[\p{L}\p{M}][\p{L}\p{M}\p{N}'-]*/gu) ?? [];
  const telling = words
    .filter((word) => !CONTRACTION.test(word))
    .map((word) => word.replace(/'s?$/, ""))
    .filter((word) => word.length >= LENGTH_MIN && !STOP.has(word) && !isJoining(word));
  return [...new Set(telling)];
}

/** A joining word of another language than English, unless it is an English word. */
const isJoining = (word: string) =>
  isForeignFunctionWord(word) && (word.length <= LENGTH_MIN || !isEveryday(word, "en"));

/** Whether a word alone names something that prompts can be about: no quality, no joining word. */
export const isSubject = (word: string): boolean =>
  !isAdjective(word) && !isFunctionWord(word, "en");

/** How much two texts are about the same: shared salient words over all of them, 0 to 1. */
export function overlapOf(left: readonly string[], right: ReadonlySet<string>): number {
  if (left.length === 0 || right.size === 0) return 0;
  const shared = left.filter((word) => right.has(word)).length;
  return shared / (left.length + right.size - shared);
}
