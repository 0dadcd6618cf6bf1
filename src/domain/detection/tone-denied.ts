import type { Span } from "./clean-answer.ts";
import type { Word } from "./tone-sentence.ts";

const NO = String.raw`\b(?:no|never|not|without|little|scant|hardly any|zero|nor)\b|n't\b`;
const FOUND = "evidence|proof|indications?|signs?|hints?|grounds|basis|reasons?|data|reports?";
const SAY =
  "say|says|said|claim|claims|claimed|show|shows|showed|shown|suggest|suggests|suggested|indicate|indicates|prove|proves|proved|proven|report|reported|allege|alleged|state|stated|imply|implies|mean|means|meant|think|thinks|believe|believes|agree";
const FALSE =
  "false|wrong|untrue|unfounded|baseless|groundless|debunked|incorrect|mistaken|outdated|inaccurate|unproven|refuted|disproved|disproven|exaggerated|overblown|unsupported|nonsense|misleading|an? (?:myth|lie|misconception|hoax)|lies|myths";
const SAYING =
  "claims?|rumou?rs?|ideas?|notions?|beliefs?|allegations?|accusations?|reports?|assertions?|suggestions?|arguments?|perceptions?|assumptions?|theory|stories|story";
const WORTH = String.raw`(?:\s+(?:yet|at all|here|online|whatsoever))?`;
const TO_THINK = String.raw`\s+to\s+(?:think|believe|suggest|suspect|say|assume|fear|conclude|show|prove|indicate|support)`;

/** "no evidence that", "no reason to believe". */
const NOT_FOUND = new RegExp(
  String.raw`(?:${NO})(?:(?!\bonly\b)[^.;:,]){0,50}?\b(?:${FOUND})\b${WORTH}(${TO_THINK})?(\s+that\b)?`,
  "gi",
);
/** "nobody says that". */
const NOT_SAID = new RegExp(
  String.raw`(?:\b(?:no|nobody|none|nothing|never|neither|not)\b|n't\b)(?:(?!\bonly\b)[^.;:,]){0,40}?\b(?:${SAY})\s+that\b`,
  "gi",
);
/** "It is not true that", "a myth that". */
const UNTRUE = new RegExp(
  String.raw`(?:\bnot\s+(?:\w+\s+)?|\w+n't\s+(?:\w+\s+)?)(?:true|correct|accurate|the case|fair to say)\s+that\b|\b(?:is|'s|are)\s+(?:simply\s+|just\s+)?(?:${FALSE})\s+that\b|\b(?:myths?|misconceptions?)\s+that\b`,
  "gi",
);
/** "The claim that Acme is slow is wrong": up to the verdict on it. */
const REFUTED = new RegExp(
  String.raw`\b(?:${SAYING})\s+(?:that\b)(?:[^.;]){1,160}?\b(?:is|are|was|were|been|proved|turned out|proven)\s+(?:to be\s+)?(?:\w+ly\s+)?(?:${FALSE})\b`,
  "gi",
);
/** Where a denied clause ends, unless an "or" goes on. */
const END =
  /[.;:()–—]|,(?!\s*(?:or|nor)\b)|\b(?:but|yet|however|whereas|while|although|though|because|since|so)\b|\band\s+(?:it|they|its|their|the|most|many|some|customers|users|reviewers|owners)\b/i;
const MAY_DENY = /\b(?:that|to)\b|\b(?:evidence|proof|indications?|signs?|reasons?)\b/i;

/**
 * Pieces of a sentence that it denies or calls false: "no evidence that Acme is a scam", "the rumour that Acme is slow is
 * wrong". Judging words in them say nothing; "no doubt that" and "no surprise that" deny nothing.
 */
export function deniedIn(piece: string, start: number, words: readonly Word[]): Span[] {
  if (!MAY_DENY.test(piece)) return [];
  const spans: Span[] = [];
  const deny = (from: number) => {
    const end = piece.slice(from).search(END);
    spans.push({ start: start + from, end: start + (end < 0 ? piece.length : from + end) });
  };
  for (const { 0: match, 1: to_think, 2: that, index } of piece.matchAll(NOT_FOUND)) {
    const from = index + match.length;
    const next = words.find((word) => word.start >= start + from);
    if (that || to_think || next?.is_name) deny(from);
  }
  for (const pattern of [NOT_SAID, UNTRUE]) {
    for (const { 0: match, index } of piece.matchAll(pattern)) deny(index + match.length);
  }
  for (const { 0: match, index } of piece.matchAll(REFUTED)) {
    spans.push({ start: start + index, end: start + index + match.length });
  }
  return spans;
}
