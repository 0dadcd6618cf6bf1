import type { Word } from "./tone-sentence.ts";

/** Words with the clause that each stands in. */
type Clauses = { words: readonly Word[]; clauses: readonly number[] };

const AGAINST = -0.6;
const ONLY_THEN = -0.4;
const BETTER = /^(?:better|stronger|cheaper|nicer|smarter|safer|faster|superior|worthier)$/;
const OPENS = new RegExp(
  `^(?:skip|ditch|shun|forget|pass|only|there|can|could|should)$|${BETTER.source}`,
);
const OTHERS =
  /^(?:options?|choices?|alternatives?|picks?|products?|tools?|brands?|models?|deals?|value|buys?|bets?|ones|apps?|services?|ways)$/;
const EXIST = /^(?:exists?|abound|elsewhere|available|out there|around|on the market)\b/;
const BEFORE_ORDER = /^(?:i'd|would|should|i'll|and|so|just|better|to)$/;
const TAKE = /^(?:buy|consider|get|recommend|pick|choose|take|use|go)$/;
const CONDITION = /^(?:on|at|if|when|while|with|as|after|once|during|under|below)$/;
const WAS = /^(?:was|were|is|are|it's|am|be|been|being|get|gets|got|getting)$/;
const ADVERB = /^(?:also|often|always|once|just|still|long|ever)$|ly$/;
/** Who is said to do something: not a noun that may be what is done ("tools used to build"). */
const SUBJECT =
  /^(?:it|which|that|who|they|he|she|we|i|you|company|firm|brand|maker|manufacturer|service|app)$/;
/** What no one is used for, so that "used to" tells of the past. */
const STATE = /^(?:be|have|feel|work|run|last|look|seem|enjoy)$/;
const DEED =
  /^(?:offer|deliver|provide|give|make|sell|get|love|like|trust|recommend|do|build|come)$/;
const PROMISES = /^(?:promise|claim|advertise|tout)s?$/;
const PROMISED = /^(?:promised|claimed|advertised|touted|marketed|billed|supposed|supposedly)$/;

/**
 * How many words from `index` on advise against the name that is spoken of, and how much: "Skip Acme", "there are better
 * options", "you can do better", "I'd only buy it on sale". Undefined where they do not: "better options, such as Acme".
 */
export function adviceAgainstAt(
  { words, clauses }: Clauses,
  index: number,
): { length: number; value: number } | undefined {
  if (!OPENS.test(words[index]?.lower ?? "")) return undefined;
  const clause = words.filter((_, at) => at >= index && clauses[at] === clauses[index]);
  const lowers = clause.map(({ lower }) => lower);
  const before = clauses[index - 1] === clauses[index] ? (words[index - 1]?.lower ?? "") : "";
  const shunned = lengthOfShun(clause, before);
  if (shunned > 0) return { length: shunned, value: AGAINST };
  if (isOnlyThen(lowers, before)) return { length: 2, value: ONLY_THEN };
  if (clause.some(({ is_name }) => is_name)) return undefined;
  const length = lengthOfBetter(lowers);
  return length > 0 ? { length, value: AGAINST } : undefined;
}

/** "Skip Acme", "I'd pass on the Acme", not "Skip Acme's intro", "you can skip Acme". */
function lengthOfShun(clause: readonly Word[], before: string): number {
  const length = /^(?:skip|ditch|shun|forget)$/.test(clause[0]?.lower ?? "")
    ? 1
    : clause[0]?.lower === "pass" && clause[1]?.lower === "on"
      ? 2
      : 0;
  if (length === 0 || (before !== "" && !BEFORE_ORDER.test(before))) return 0;
  const named = clause[/^(?:the|this)$/.test(clause[length]?.lower ?? "") ? length + 1 : length];
  return named?.is_name && !/['’]s?$/.test(named.lower) ? length : 0;
}

/** "I'd only buy Acme on sale", "it is only worth it at half the price". */
function isOnlyThen([only, verb = "", ...rest]: readonly string[], before: string): boolean {
  if (only !== "only" || !rest.slice(1).some((word) => CONDITION.test(word))) return false;
  return verb === "worth"
    ? WAS.test(before)
    : TAKE.test(verb) && /^(?:\w+'d|would|should)$/.test(before);
}

/** "There are better options", "better value exists elsewhere", "can do better". */
function lengthOfBetter(lowers: readonly string[]): number {
  const [first = "", second = ""] = lowers;
  if (/^(?:can|could|should)$/.test(first) && second === "do") {
    const better = lowers.slice(2, 5).indexOf("better");
    return better < 0 ? 0 : better + 3;
  }
  const isThere = first === "there" && /^(?:are|is|exist)$/.test(second);
  const better = lowers.slice(0, isThere ? 7 : 1).findIndex((word) => BETTER.test(word));
  if (better < 0 || lowers.slice(0, better).some((word) => /^(?:no|not|few|hardly)$/.test(word)))
    return 0;
  const elsewhere = lowers.slice(better, better + 5).indexOf("elsewhere");
  if (elsewhere > 0) return better + elsewhere + 1;
  const others = lowers.slice(better + 1, better + 4).findIndex((word) => OTHERS.test(word));
  if (others < 0) return 0;
  const length = better + others + 2;
  const behind = lowers
    .slice(length, length + 4)
    .join(" ")
    .replace(/^(?:is|are) /, "");
  return isThere || EXIST.test(behind) ? length : 0;
}

/**
 * Whether praise at word `from` tells of what is no longer so ("used to be great", "was great, but not anymore") or was
 * promised and not kept ("promises great sound, but").
 */
export function isPastOrPromised({ words, clauses }: Clauses, from: number): boolean {
  const clause = clauses[from] ?? 0;
  const turn = clauses.indexOf(clause + 1);
  const next = turn < 0 ? [] : words.slice(turn, turn + 6);
  const isTurned = /^(?:but|yet|however)$/.test(next[0]?.lower ?? "") && next[1]?.lower !== "also";
  if (isTurned && next.some(({ lower }) => /^(?:anymore|longer)$/.test(lower))) return true;
  for (let at = from - 1; at >= Math.max(0, from - 6) && clauses[at] === clause; at--) {
    const [before, word, after] = [at - 1, at, at + 1].map((one) => words[one]?.lower ?? "");
    if (/^(?:now|today)$/.test(word ?? "")) return false;
    if (word === "used" && after === "to" && isOfThePast(words, at)) return true;
    if (word === "once" && /^(?:was|were)$/.test(before ?? "") && from - at <= 3) return true;
    if (isTurned && isPromise(words, at)) return true;
  }
  return false;
}

/** "Acme used to be great", not "is widely used to build", "people used to Excel". */
function isOfThePast(words: readonly Word[], at: number): boolean {
  const verb = words[at + 2]?.lower ?? "";
  const subject = subjectBefore(words, at);
  return STATE.test(verb) ? !WAS.test(subject?.lower ?? "") : DEED.test(verb) && isSubject(subject);
}

/** "Acme claims", "promised", not "settles claims", "keeps its promises", "claims the top spot". */
function isPromise(words: readonly Word[], at: number): boolean {
  const word = words[at]?.lower ?? "";
  if (PROMISED.test(word)) return !WAS.test(words[at + 1]?.lower ?? "");
  if (!PROMISES.test(word) || !isSubject(subjectBefore(words, at))) return false;
  return !words.slice(at + 2, at + 5).some(({ lower }) => /^(?:spot|place|title)$/.test(lower));
}

function subjectBefore(words: readonly Word[], at: number): Word | undefined {
  return words[ADVERB.test(words[at - 1]?.lower ?? "") ? at - 2 : at - 1];
}

const isSubject = (word: Word | undefined): boolean =>
  word !== undefined && (SUBJECT.test(word.lower) || (word.is_name && !/['’]s?$/.test(word.lower)));
