import type { Span } from "./clean-answer.ts";
import { LETTER_OR_DIGIT } from "./letters.ts";
import { adviceAt } from "./tone-advice.ts";
import { adviceAgainstAt, isPastOrPromised } from "./tone-against.ts";
import { deniedIn } from "./tone-denied.ts";
import { isTopic } from "./tone-topics.ts";
import { phraseAt, valenceOf } from "./tone-words.ts";

/** A word of a sentence, UTF-16 offsets in the text. */
export type Word = Span & { lower: string; is_capital: boolean; is_name: boolean };
/** A judgement in a sentence: `from` to `to` its words, `raw` without the negation that `value` has. */
export type Hit = { from: number; to: number; value: number; raw: number };
/** A sentence in words; `clauses[i]` counts the turns of thought before word i. */
export type Sentence = Span & {
  words: readonly Word[];
  clauses: readonly number[];
  hits: readonly Hit[];
};

const WORD = new RegExp(`${LETTER_OR_DIGIT}+(?:['’-]${LETTER_OR_DIGIT}+)*`, "gu");
const TURNS = new Set("but yet however whereas while although though".split(" "));
const CONDITIONS = new Set("if unless whether".split(" "));
const NOT = new Set(
  "not no never without cannot hardly rarely seldom barely scarcely nobody nothing none neither nor less fewer few little lack lacks lacked lacking fails failed zero minus anti".split(
    " ",
  ),
);
// They deny whatever follows in the clause, the others what is near.
const FAR_NOT = new Set("never hardly rarely seldom nobody nothing none few".split(" "));
const RELIEF =
  /^(?:avoid|prevent|reduc|eliminat|minimi[sz]|resist|remov|sooth|reliev|solv|fix|block|combat|fight|handl|cop)(?:e|es|ed|ing|s|ies|ied)?$/;
const NEW_PART =
  / and (?:is|are|was|were|has|have|had) | (?:refunds?|returns?|compensation|replacements?|apology|explanation|support|help) (?:for|with|on) /;
const ONLY = new Set("only just merely doubt wonder".split(" "));
const HEDGES = new Set(
  "might may could perhaps possibly seems seem appears appear reportedly arguably tends tend somewhat fairly relatively slightly".split(
    " ",
  ),
);
// "Some swear by it, others saw no change"
const ONE_SIDE = new Set("some fans many half supporters lovers".split(" "));
const OTHER_SIDE = new Set("others critics detractors".split(" "));
const DIVIDED_LEFT = 0.2;
const NEAR = 4;
const FAR = 8;
const HEDGED = 0.75;
const CONCEDED = 0.4;
const WORDS_MAX = 200;
const ADVISED = 0.7;

/** A sentence of the text taken apart; words inside of names judge nothing. */
export function readSentence(text: string, { start, end }: Span, names: readonly Span[]): Sentence {
  const piece = text.slice(start, end);
  const words: Word[] = [];
  let next = 0;
  for (const match of piece.matchAll(WORD)) {
    const from = start + match.index;
    const to = from + match[0].length;
    while ((names[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next += 1;
    const is_name = (names[next]?.start ?? Number.POSITIVE_INFINITY) < to;
    const folded = match[0].toLowerCase();
    const is_capital = folded[0] !== match[0][0];
    const lower = folded.includes("’") ? folded.replaceAll("’", "'") : folded;
    words.push({ start: from, end: to, lower, is_capital, is_name });
    if (words.length === WORDS_MAX) break;
  }
  const clauses = countTurns(text, words);
  const hits = piece.trimEnd().endsWith("?") ? [] : findHits(text, words, clauses);
  const denied = hits.length > 0 ? deniedIn(piece, start, words) : [];
  const isDenied = ({ from }: Hit) => {
    const at = words[from]?.start ?? 0;
    return denied.some((span) => span.start <= at && at < span.end);
  };
  return {
    start,
    end,
    words,
    clauses,
    hits: denied.length > 0 ? hits.filter((hit) => !isDenied(hit)) : hits,
  };
}

function countTurns(text: string, words: readonly Word[]): number[] {
  let turns = 0;
  return words.map((word, index) => {
    const before = words[index - 1];
    const gap = before ? text.slice(before.end, word.start) : "";
    if (before && (/[;|]| [–—-] |\n/.test(gap) || isTurn(words, index))) turns += 1;
    return turns;
  });
}

function isTurn(words: readonly Word[], index: number): boolean {
  const word = words[index]?.lower ?? "";
  // "anything but reliable", "not yet"
  return (
    TURNS.has(word) &&
    !/^(?:anything|nothing|none|all|not|as|has|have)$/.test(words[index - 1]?.lower ?? "")
  );
}

function findHits(text: string, words: readonly Word[], clauses: readonly number[]): Hit[] {
  const lowers = words.map(({ lower }) => lower);
  const hits: Hit[] = [];
  for (let index = 0; index < words.length; ) {
    const word = words[index] as Word;
    if (word.is_name) {
      index = afterName(text, words, index);
      continue;
    }
    const advised = adviceAt(text, words, index);
    const phrase = advised
      ? { length: advised, value: ADVISED }
      : (adviceAgainstAt({ words, clauses }, index) ?? phraseAt(lowers, index));
    const length = phrase?.length ?? 1;
    const raw = phrase ? phrase.value : (tooMuch(lowers, index) ?? valenceOf(word.lower));
    if (raw !== null && raw !== undefined) {
      const place = { text, words, clauses, from: index, to: index + length };
      const isSaid = raw >= 0 || isRelieved(place) || !isTopic(place);
      if (isSaid) hits.push({ from: index, to: place.to, value: turned(raw, place), raw });
    }
    index += length;
  }
  const is_divided = hits.length > 0 && isDivided(lowers);
  return hits
    .filter((hit, at) => !isManner(hit, hits[at - 1]))
    .map((hit) => (is_divided ? { ...hit, value: hit.value * DIVIDED_LEFT } : hit));
}

function isDivided(lowers: readonly string[]): boolean {
  const other = lowers.findLastIndex((word) => OTHER_SIDE.has(word));
  return other > 0 && lowers.slice(0, other).some((word) => ONE_SIDE.has(word));
}

/** "Acme Perfect Brew 5": capitals right behind a name belong to it. */
function afterName(text: string, words: readonly Word[], index: number): number {
  let next = index + 1;
  for (; next < words.length; next++) {
    const [before, word] = [words[next - 1] as Word, words[next] as Word];
    if (!word.is_capital || text.slice(before.end, word.start) !== " ") break;
  }
  return next;
}

/** "too warm" blames, whatever "warm" does. */
function tooMuch(lowers: readonly string[], index: number): number | undefined {
  return lowers[index - 1] === "too" && lowers[index] !== "and" ? -0.5 : undefined;
}

/** "wears out faster": a manner of the blame before it, no praise. */
function isManner({ from, raw }: Hit, before: Hit | undefined): boolean {
  return (
    before !== undefined &&
    before.value < 0 &&
    before.raw < 0 &&
    raw > 0 &&
    raw <= 0.5 &&
    from === before.to
  );
}

type Place = {
  text: string;
  words: readonly Word[];
  clauses: readonly number[];
  from: number;
  to: number;
};

/** What a word's value becomes by what stands around it. */
function turned(raw: number, place: Place): number {
  const { words, clauses, from, to } = place;
  const clause = clauses[from];
  const [near, nearer] = [words[from - 2]?.lower, words[from - 1]?.lower];
  // "even simple settings are hard to find", "acceptable rather than great"
  if (raw > 0 && (nearer === "even" || (near === "rather" && nearer === "than"))) return 0;
  let value = raw;
  let is_denied = false;
  for (
    let index = from - 1;
    index >= Math.max(0, from - FAR) && clauses[index] === clause;
    index--
  ) {
    const word = words[index] as Word;
    const distance = from - index;
    if (distance > 1 && distance > NEAR && !FAR_NOT.has(word.lower)) continue;
    if (word.is_name) continue;
    if (denies(place, index)) is_denied = !is_denied;
    if (raw < 0 && distance <= 3 && relieves(word, place)) is_denied = true;
    if (HEDGES.has(word.lower)) value *= HEDGED;
  }
  const after = words[to]?.lower;
  if (
    raw < 0 &&
    clauses[to] === clause &&
    (after === "less" || after === "rarely" || after === "never")
  )
    is_denied = !is_denied;
  if (raw > 0 && isPastOrPromised(place, from)) is_denied = true;
  if (!is_denied) return value;
  return value > 0 ? Math.min(-0.35, -0.7 * value) : value < 0 ? Math.max(0.35, -0.7 * value) : 0;
}

/** "prevents leaks", not "blocks ads badly". */
function relieves({ lower }: Word, { words, from }: Place): boolean {
  return RELIEF.test(lower) && !(words[from]?.lower ?? "").endsWith("ly");
}

function isRelieved(place: Place): boolean {
  const near = place.words.slice(Math.max(0, place.from - 3), place.from);
  return near.some((word) => relieves(word, place));
}

function denies({ text, words, from }: Place, index: number): boolean {
  const word = words[index] as Word;
  const next = words[index + 1]?.lower ?? "";
  const isNot = NOT.has(word.lower) || word.lower.endsWith("n't");
  const isFar =
    (word.lower === "far" && next === "from") ||
    (word.lower === "short" && next === "of") ||
    (word.lower === "anything" && next === "but");
  if (!isNot && !isFar) return false;
  if (ONLY.has(next)) return false;
  // "could not be kinder"
  if (
    /^(?:could|can|couldn't|can't|cannot)$/.test(
      words[index - (word.lower === "not" ? 1 : 0)]?.lower ?? "",
    ) &&
    /^(?:be|have|get|been)$/.test(words[from - 1]?.lower ?? "") &&
    /(?:er|more|less|worse)$/.test(words[from]?.lower ?? "")
  )
    return false;
  // "errors that do not exist and is unreliable", "no refund for broken ones"; a comma ends what "no" and "not" reach, unless a list goes on.
  const between = text.slice(word.end, words[from]?.start ?? word.end);
  if (NEW_PART.test(between)) return false;
  return !/[,:()]/.test(between) || /^[^,]*,? (?:or|nor) /.test(between);
}

/** How much a judgement at a word weighs: what is only conceded weighs less, what hangs on a condition nothing. */
export function weightAt({ words, clauses }: Sentence, text: string, index: number): number {
  for (let at = index; at >= 0 && clauses[at] === clauses[index]; at--) {
    const word = words[at] as Word;
    const between = text.slice(word.start, words[index]?.start);
    if (CONDITIONS.has(word.lower) && !between.includes(",")) return 0;
    const isConceded =
      /^(?:although|though|despite|while|granted|notwithstanding)$/.test(word.lower) ||
      (word.lower === "for" && words[at + 1]?.lower === "all" && at === 0) ||
      (word.lower === "yes" && at === 0);
    if (isConceded && (word.lower === "granted" || word.lower === "yes" || !between.includes(",")))
      return CONCEDED;
  }
  // "A, but B": B is what is meant.
  const clause = clauses[index] ?? 0;
  for (let at = index + 1; at < words.length; at++) {
    if ((clauses[at] ?? 0) > clause && /^(?:but|yet|however)$/.test(words[at]?.lower ?? ""))
      return CONCEDED;
  }
  return 1;
}
