import { NAME } from "./absence-language.ts";

/**
 * What is looked at in a sentence, each by the tags of its words (absence-words.ts): runs of words before and after the
 * name and around it; the order of words that are known, the others left out; which known words stand near each other
 * before and after it; how many words are not known; and whether it is a question. Of the sentence after it: how it
 * begins, and what stands near each other there. Signs of capitals are of two tags that stand near each other.
 */
const KINDS = {
  before: "b",
  after: "a",
  around: "w",
  order: "z",
  near_before: "B",
  near_after: "A",
  strange: "d",
  question: "q",
  any: "o",
  next: "n",
  near_next: "N",
  strange_next: "e",
  last: "l",
} as const;
type Kind = (typeof KINDS)[keyof typeof KINDS];

/** Takes the hash of a sign, and where it stands: `signAt` says it in letters. */
type Visit = (hash: number, kind: Kind, tags: string, from: number, to: number) => void;

const BEFORE = 10;
const AFTER = 12;
const NEXT = 14;
const RUN = 4;
const RUN_NEXT = 3;
const AROUND = { before: 3, after: 4 };
const NEAR = 6;
const COUNTS = "0123456";
const OTHER = 120; // x
const FILLER = 67; // C

/** Visits each sign of the sentence with the name. */
export function eachOwnSign(own_tags: string, visit: Visit): void {
  const own = shorten(own_tags);
  const at = own.indexOf(NAME);
  visitRun(KINDS.any, "", { from: 0, to: 0 }, visit);
  if (own.endsWith("?")) visitRun(KINDS.question, "", { from: 0, to: 0 }, visit);
  visitRuns(KINDS.before, own.slice(Math.max(0, at - BEFORE), at + 1), RUN, visit);
  visitRuns(KINDS.after, own.slice(at, at + AFTER), RUN, visit);
  const last = Math.min(own.length, at + 1 + AROUND.after);
  for (let from = Math.max(0, at - AROUND.before); from <= at; from += 1) {
    let hash = HASHES[KINDS.around];
    for (let to = from + 1; to <= last; to += 1) {
      hash = hashOn(hash, own.charCodeAt(to - 1));
      if (to > at && to - from > 1) visit(hash, KINDS.around, own, from, to);
    }
  }
  visitRuns(KINDS.order, `^${own.replace(/[xC]/g, "")}`, RUN, visit);
  visitNear(KINDS.near_before, own, { from: 0, to: at }, visit);
  visitNear(KINDS.near_after, own, { from: at + 1, to: own.length }, visit);
  visitCount(KINDS.strange, own, visit);
}

/** Visits each sign of the sentence after it. */
export function eachNextSign(next_tags: string, visit: Visit): void {
  const next = shorten(next_tags).slice(0, NEXT);
  if (next === "") visitRun(KINDS.last, "", { from: 0, to: 0 }, visit);
  visitRuns(KINDS.next, `^${next}`, RUN_NEXT, visit);
  visitNear(KINDS.near_next, next, { from: 0, to: next.length }, visit);
  visitCount(KINDS.strange_next, next, visit);
}

/** A sign in letters, as the weights have it: its kind and its tags. */
export function signAt(kind: Kind, tags: string, from: number, to: number): string {
  const is_near = kind === kind.toUpperCase();
  return kind + (is_near ? `${tags[from]}${from === to ? "" : tags[to]}` : tags.slice(from, to));
}

/** The hash of a sign in letters: FNV-1a over 16-bit units. */
export function hashOf(sign: string): number {
  let hash = 2_166_136_261;
  for (let at = 0; at < sign.length; at += 1) hash = hashOn(hash, sign.charCodeAt(at));
  return hash;
}

function hashOn(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 16_777_619);
}

const HASHES = Object.fromEntries(
  Object.values(KINDS).map((kind) => [kind, hashOf(kind)]),
) as Record<Kind, number>;

function visitRuns(kind: Kind, tags: string, length: number, visit: Visit): void {
  for (let from = 0; from < tags.length; from += 1) {
    const last = Math.min(tags.length, from + length);
    let hash = HASHES[kind];
    for (let to = from + 1; to <= last; to += 1) {
      hash = hashOn(hash, tags.charCodeAt(to - 1));
      visit(hash, kind, tags, from, to);
    }
  }
}

function visitRun(kind: Kind, tags: string, { from, to }: Piece, visit: Visit): void {
  let hash = HASHES[kind];
  for (let at = from; at < to; at += 1) hash = hashOn(hash, tags.charCodeAt(at));
  visit(hash, kind, tags, from, to);
}

type Piece = { from: number; to: number };

/** Each known word, and each two of them that stand close. */
function visitNear(kind: Kind, tags: string, { from, to }: Piece, visit: Visit): void {
  for (let one = from; one < to; one += 1) {
    const first = tags.charCodeAt(one);
    if (first === OTHER || first === FILLER) continue;
    const hash = hashOn(HASHES[kind], first);
    visit(hash, kind, tags, one, one);
    const last = Math.min(to, one + NEAR);
    for (let two = one + 1; two < last; two += 1) {
      const second = tags.charCodeAt(two);
      if (second !== OTHER && second !== FILLER) {
        visit(hashOn(hash, second), kind, tags, one, two);
      }
    }
  }
}

function visitCount(kind: Kind, tags: string, visit: Visit): void {
  let words = 0;
  for (let at = 0; at < tags.length; at += 1) if (tags.charCodeAt(at) === OTHER) words += 1;
  const from = Math.min(COUNTS.length - 1, words >> 1);
  visitRun(kind, COUNTS, { from, to: from + 1 }, visit);
}

/** Articles say as much once, unknown words as much twice. */
function shorten(tags: string): string {
  return tags.replace(/CC+/g, "C").replace(/xxx+/g, "xx");
}
