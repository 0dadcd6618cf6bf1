import type { Span } from "./clean-answer.ts";

/** How far around a name is looked. */
export const BEFORE = 260;
const AFTER = 320;
const LETTER = /\p{L}/u;
const SPACE = /\s/;

/** A name in a text, and whose it is. */
export type Named = Span & { brand_ids: readonly number[] };

/** A name, the sentence with it from `from` to `to`, and the next one; `last` is how far is looked. */
export type Place = Span & { from: number; to: number; next: Span; last: number };

export function placeOf(lower: string, { start, end }: Span): Place {
  const first = Math.max(0, start - BEFORE);
  const last = Math.min(lower.length, end + AFTER);
  let from = start;
  while (from > first && !isEnd(lower, from - 1, start)) from -= 1;
  const to = endOfSentence(lower, end, last);
  return { start, end, from, to, next: sentenceFrom(lower, to, last), last };
}

/** The next sentence with a letter; empty at the end. */
export function sentenceFrom(lower: string, from: number, last: number): Span {
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

/** The names in a piece of text, null where `name` is among them; `names` by place, apart from each other. */
export function namesWithin(
  names: readonly Named[],
  { start, end }: Span,
  name: Named,
): readonly Named[] | null {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  let last = low;
  while ((names[last]?.end ?? Number.POSITIVE_INFINITY) <= end) last += 1;
  const within = names.slice(low, last);
  const isSame = ({ brand_ids }: Named) => brand_ids.some((id) => name.brand_ids.includes(id));
  return within.some(isSame) ? null : within;
}
