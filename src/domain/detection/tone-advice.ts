import type { Word } from "./tone-sentence.ts";

const ADVISED = /^(?:try|trying|start|starting|begin|beginning|look|looking|get|choose|pick|go)$/;
const TOWARDS = /^(?:with|at)$/;
/** Who advises: "I'd", "I would", "I suggest", "My suggestion would be to". */
const ADVISER =
  /(?:^| )(?:(?:i'd|i would|i wouldn't|i would not|i'd not)(?: (?:suggest|recommend|say|personally|probably))?|i (?:suggest|recommend)|my (?:suggestion|recommendation|advice) (?:is|would be)(?: to)?)$/;
const ADVISED_READER = /(?:^| )you should$/;
/** What may stand right behind an advised name; another word makes it a thing of the name's: "Acme support", "Acme's fees". */
const BEHIND =
  /^(?:first|and|or|but|for|if|as|because|since|so|over|then|though|unless|until|when|while|on|in|at|to|with|without|instead|rather|before|after|again|here|now|today|every|any|which|who|it|they|you|i|even|only|either|too)$/;
/** What is wrong, or to be settled, with a thing that one has: advice on it is a step, no praise. */
const SERVICE =
  /(?:^| )(?:refunds?|returns?|warrant(?:y|ies)|claims?|complain(?:ts?|ing)?|invoices?|repairs?|cancel\w*|passwords?|problems?|issues?|errors?|faults?|breaks?|broken?|fail(?:s|ed|ing)?|missing|lost|stolen|wrong|disputes?|fraud|damaged?|stuck|locked|reset|contact(?:ing)?|troubleshoot\w*)(?: |$)/;
/** A sentence that opens so tells steps, unless it speaks of who is choosing. */
const STEPS = /^(?:if|when|whenever|once|in case|how|where|before|after|to|while|until)(?: |$)/;
const CHOOSING =
  /^(?:if you (?:just |only |really )?(?:want|need|prefer|value|like|care|favou?r|are (?:new|looking|after|on))|if (?:price|money|budget|quality) |(?:when|before|while) (?:you )?(?:choos|buy|shop|compar|decid))/;
const BEFORE_CHOICE = /^(?:you )?(?:buy|choos|decid|look|compar|spend|pay)/;

/**
 * How many words from `index` on advise to take the name right behind them, which nothing else in the sentence need praise:
 * "I'd start with Acme", "Try Acme first", "In short: get Acme." Undefined where they do not: "start with a test", "you can try
 * Acme first", "For refunds, try Acme first", "I'd start with Acme's pricing page".
 */
export function adviceAt(text: string, words: readonly Word[], index: number): number | undefined {
  if (!ADVISED.test(words[index]?.lower ?? "")) return undefined;
  const length = TOWARDS.test(words[index + 1]?.lower ?? "") ? 2 : 1;
  if (!words[index + length]?.is_name) return undefined;
  const after = afterAdvised(text, words, index + length);
  if (after === undefined) return undefined;
  const lowers = words.map(({ lower }) => lower);
  const lead = lowers.slice(0, index).join(" ");
  if (SERVICE.test(lead)) return undefined;
  if (ADVISER.test(lead)) return length;
  if (tellsSteps(lead, lowers.slice(after).join(" "))) return undefined;
  const is_first = lowers[after] === "first";
  if (ADVISED_READER.test(lead)) return is_first ? length : undefined;
  const gap = text.slice(words[index - 1]?.end ?? 0, words[index]?.start);
  const isOrder = index === 0 || /[,:]/.test(gap);
  return isOrder && (is_first || (index > 0 && /:/.test(gap) && after === words.length))
    ? length
    : undefined;
}

/** The word behind an advised name, capitals that belong to it included; undefined where a thing of the name's is advised. */
function afterAdvised(text: string, words: readonly Word[], from: number): number | undefined {
  let after = from + 1;
  const gapAt = (at: number) => text.slice(words[at - 1]?.end, words[at]?.start);
  while (words[after]?.is_name || (words[after]?.is_capital && gapAt(after) === " ")) after += 1;
  if (/['’]s?$/.test(words[after - 1]?.lower ?? "")) return undefined;
  const next = words[after]?.lower;
  const joins = next !== undefined && /^[*_]{0,3}(?:['’]s)?\s[*_]{0,3}$/.test(gapAt(after));
  return joins && !BEHIND.test(next) ? undefined : after;
}

function tellsSteps(lead: string, behind: string): boolean {
  const next = /(?:^| )before (.*)$/.exec(behind)?.[1];
  if (next !== undefined && !BEFORE_CHOICE.test(next)) return true;
  return STEPS.test(lead) && !CHOOSING.test(lead);
}
