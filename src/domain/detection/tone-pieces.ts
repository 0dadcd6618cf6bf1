import type { Span } from "./clean-answer.ts";
import type { Hit, Sentence } from "./tone-sentence.ts";

const BEFORE = 1;
const BEFORE_DENIED = 4;
const BEHIND = 3;
const BEFORE_NAME = 4;
/** A piece does not end with one of these. */
const OPEN =
  /^(?:a|an|the|of|and|or|but|for|to|in|on|at|by|with|from|as|is|are|was|were|be|been|has|have|do|does|that|than|its|their|this)$/;
/** A piece ends before one of these. */
const NEXT = /^(?:and|or|but|which|who|that|because|so|while|if)$/;

/** A judging word with its closest neighbours, as a reader quotes it: "the best balance", "not very reliable". */
export function pieceOf(text: string, { words }: Sentence, { from, to, value, raw }: Hit): Span {
  const isJoined = (at: number) => /^ ?$/.test(text.slice(words[at - 1]?.end, words[at]?.start));
  const before = value * raw < 0 ? BEFORE_DENIED : BEFORE;
  let first = from;
  while (first > 0 && from - first < before && isJoined(first)) first -= 1;
  let last = to - 1;
  const goesOn = (at: number) =>
    at < words.length && at - to < BEHIND && isJoined(at) && !NEXT.test(words[at]?.lower ?? "");
  while (goesOn(last + 1)) last += 1;
  while (last >= to && OPEN.test(words[last]?.lower ?? "")) last -= 1;
  return spanOf({ words }, first, last);
}

/** A name, words `from` to `to`, with what is said right before it: "switched from Acme". */
export function pieceTo({ words }: Sentence, from: number, to: number): Span {
  return spanOf({ words }, Math.max(0, from - BEFORE_NAME), to - 1);
}

function spanOf({ words }: Pick<Sentence, "words">, first: number, last: number): Span {
  return { start: words[first]?.start ?? 0, end: words[last]?.end ?? 0 };
}
