import type { Group } from "./tone-roles.ts";
import type { Hit, Sentence } from "./tone-sentence.ts";

const BREAK = /[;:]|\s[–—-]\s|\b(?:because|since|as)\b/gi;
/** What takes the name up, or belongs to it ("the app"), or is no noun. */
const OF_NAME =
  /^(?:it|its|it's|they|they're|their|he|she|his|her|this|that|these|those|the|which|who|whose|you|we|i|your|my|our|there|here|and|or|not|no|never|very|so|too|well|long|far|much|soon|of|for|in|on|at|with|to|from|by|if|when|is|are|was|were|has|have|had)$/;
/** What people, or the parts of a product, say or are is said of it, though no article shows it. */
const PARTS =
  /^(?:customers?|users?|owners?|buyers?|reviewers?|testers?|reviews?|ratings?|critics?|people|prices?|pricing|fees|costs?|rates?|charges|updates?|ads|features?|settings|menus?|apps?|staff|agents?|support|service|delivery|deliveries|refunds?|returns|orders?|shipping|batteries|battery|buttons?|seams?|zips?|soles?|straps?|sizes?|parts?|pages?|plans?|setup|installation|performance|quality|build|design|sound|sales|waits?|lines|queues|rooms?|results?|reports?|integrations?|templates?|notifications?|exports?|imports?)$/;
const OTHERS =
  /^(?:most|many|other|all|any|ordinary|normal|regular|typical|traditional|conventional|generic|cheap|cheaper|competing|rival|similar|comparable|alternatives?|rivals?|competitors?|others)$/;
const VERB =
  /^(?:is|are|was|were|isn't|aren't|be|been|have|has|do|does|don't|can|can't|will|won't|would|may|might|tend|tends|get|gets|become|becomes|feel|feels|seem|seems|cost|costs|remain|remains)$/;
const PLURAL_VERB = /^(?:are|were|aren't|have|do|don't|tend|get|become|feel|seem|cost|remain)$/;
const ADVERB = /^(?:here|there|now|today|often|also|still|then|always)$|ly$/;
const CONTRAST = /\b(?:but|though|although|however|yet)\b/i;
/** "Choose Acme": advice, whether or not its words praise. */
const CHOSEN =
  /(?:^\W*|[,:]\s+|\b(?:i'd|i would|i'll|should|just|then|so)\s+(?:\w+\s+)?)(?:buy|get|choose|pick|take|use|try|order|grab|consider|go (?:with|for)|stick (?:with|to)|opt for)\s+\W*(?:(?:the|an?)\s+)?\W*$/i;

/**
 * Whether a judgement behind a name is the reason for what was said of it, and falls on something else: "Choose Acme;
 * spreadsheets are a nightmare", "Acme is great because other tools are slow". It goes against what was said, no word shows
 * a contrast, and its clause has a subject of its own.
 */
export function isReasonOfOther(
  text: string,
  { words, start, end }: Sentence,
  { hit, group, said }: { hit: Hit; group: Group; said: number | undefined },
): boolean {
  if (group.to >= hit.from) return false;
  const name = words[group.from]?.start ?? start;
  const value = said ?? (CHOSEN.test(text.slice(start, name)) ? 1 : 0);
  if (value * hit.value >= 0) return false;
  const from = words[group.to - 1]?.end ?? name;
  const between = text.slice(from, words[hit.from]?.start);
  const last = [...between.matchAll(BREAK)].at(-1);
  if (!last || CONTRAST.test(text.slice(from + last.index, end))) return false;
  const clause = between.slice(last.index + last[0].length);
  if (/[,()]/.test(clause)) return false;
  const isReason = /[a-z]/i.test(last[0]);
  return hasOwnSubject(clause.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [], isReason);
}

/** Whether words before a judgement are a subject that is not the name, nor a part of it. */
function hasOwnSubject(words: readonly string[], isReason: boolean): boolean {
  const [first = ""] = words;
  if (OF_NAME.test(first)) return false;
  const at = words.findIndex((word) => VERB.test(word));
  const noun =
    words.slice(0, at < 0 ? words.length : at).findLast((word) => !ADVERB.test(word)) ?? "";
  if (noun === "" || PARTS.test(noun)) return false;
  const isPlural = /[^s]s$/.test(noun) && (at < 0 || PLURAL_VERB.test(words[at] ?? ""));
  return at < 0 ? isPlural : isReason || OTHERS.test(first) || isPlural;
}
