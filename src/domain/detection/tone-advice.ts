import type { Word } from "./tone-sentence.ts";

const ADVISED = /^(?:try|trying|start|starting|begin|beginning|look|looking|get|choose|pick|go)$/;
const TOWARDS = /^(?:with|at)$/;
/** Who advises: "I'd", "I would", "I suggest", "My suggestion would be to". */
const ADVISER =
  /(?:^| )(?:(?:i'd|i would|i wouldn't|i would not|i'd not)(?: (?:suggest|recommend|say|personally|probably))?|i (?:suggest|recommend)|my (?:suggestion|recommendation|advice) (?:is|would be)(?: to)?)$/;
const ADVISED_READER = /(?:^| )you should$/;

/**
 * How many words from `index` on advise to take the name right behind them, which nothing else in the sentence need praise:
 * "I'd start with Acme", "Try Acme first", "In short: get Acme." Undefined where they do not: "start with a test", "you can try Acme first".
 */
export function adviceAt(text: string, words: readonly Word[], index: number): number | undefined {
  if (!ADVISED.test(words[index]?.lower ?? "")) return undefined;
  const length = TOWARDS.test(words[index + 1]?.lower ?? "") ? 2 : 1;
  if (!words[index + length]?.is_name) return undefined;
  let after = index + length + 1;
  while (words[after]?.is_name) after += 1;
  const before = words.slice(Math.max(0, index - 8), index).map(({ lower }) => lower);
  if (ADVISER.test(before.join(" "))) return length;
  const is_first = words[after]?.lower === "first";
  if (ADVISED_READER.test(before.join(" "))) return is_first ? length : undefined;
  const gap = text.slice(words[index - 1]?.end ?? 0, words[index]?.start);
  const isOrder = index === 0 || /[,:]/.test(gap);
  return isOrder && (is_first || (index > 0 && /:/.test(gap) && after === words.length))
    ? length
    : undefined;
}
