import type { Span } from "./clean-answer.ts";
import type { Word } from "./tone-sentence.ts";

const FOUND = "evidence|proof|indications?|signs?|hints?";
const THINK =
  "think|believe|suggest|suspect|say|assume|fear|conclude|show|prove|indicate|support(?: the claim)?";
const SAID =
  "say|says|said|claim|claims|claimed|show|shows|showed|shown|suggest|suggests|suggested|prove|proves|proved|proven|allege|alleged|demonstrate|demonstrated|mean|means|meant";
/** "that it is", not "that is": what the noun says, not what it is like. */
const THAT = String.raw`that\b(?!\s+(?:is|are|was|were|has|have|had|can|could|will|would|may|might)\b)`;
const CLEAR =
  "real|clear|credible|reliable|hard|solid|good|strong|public|independent|scientific|conclusive|direct|concrete|obvious|particular";

/** "no evidence that", "no reason to believe": nothing stands between but what evidence is like. */
const NOT_FOUND = new RegExp(
  String.raw`(?:\b(?:no|zero|little|scant|hardly any)|(?:\b(?:not|never)|n't)(?:\s+(?:see|seen|find|found|have|had|know of|aware of|come across))?(?:\s+any)?)\s+(?:(?:${CLEAR})\s+)?(?:(?:${FOUND})(?:\s+(?:yet|at all|here|online|whatsoever))?(\s+to\s+(?:${THINK}))?|reasons?(\s+to\s+(?:${THINK})))\b(\s+${THAT})?`,
  "gi",
);
const DENIED = [
  // "Nobody says that", "no test has shown that"
  String.raw`\b(?:nobody|no one|none of (?:the|these|our|my) \w+|no (?:stud(?:y|ies)|tests?|testers?|trials?|research|experts?|reviews?|reviewers?))(?:\s+(?:has|have|can|could|would|ever|actually)){0,2}\s+(?:${SAID})\s+${THAT}`,
  // "They never said that", "it is not proven that", "I don't think that"
  String.raw`(?:\b(?:never|not)|n't)(?:\s+(?:been|ever|yet|actually|really|necessarily|conclusively)){0,2}\s+(?:${SAID}|agree)\s+${THAT}`,
  String.raw`\b(?:do|does|did)(?:n't|\s+not)(?:\s+(?:actually|really))?\s+(?:think|believe)\s+${THAT}`,
  String.raw`(?:\bnot|n't)(?:\s+(?:actually|really|quite|even|necessarily|entirely))?\s+(?:true|correct|accurate|the case|fair to say)\s+${THAT}`,
  String.raw`\bit(?:'s|\s+is|\s+was)\s+(?:simply\s+|just\s+)?(?:false|untrue|an?\s+(?:lie|hoax))\s+${THAT}`,
  // "The myth that", "rumours that", but "no myth that", "the rumour that ... is true"
  String.raw`(?<!\b(?:no|not)\s(?:an?\s|just an?\s|the\s)?|n't\s(?:an?\s|just an?\s|the\s)?)\b(?:myths?|misconceptions?|rumou?rs?|(?:false|baseless|unfounded|groundless|debunked|refuted|unproven)\s+(?:claims?|allegations?|accusations?|beliefs?))\s+${THAT}(?!\s+(?:[\w'’-]+\s+){1,3}(?:makes?|made|spreads?|tells?|told)\b)(?![^.;]{0,160}(?<!\bnot |n't )\b(?:true|correct|confirmed)\b)`,
].map((source) => new RegExp(source, "gi"));
/** "The claim that Acme is slow is false": a clause of its own, up to the verdict on it. */
const REFUTED = new RegExp(
  String.raw`\b(?:claims?|allegations?|accusations?|assertions?|notions?|beliefs?)\s+${THAT}(?:(?!\b(?:and|but|yet|though|although|while)\b)[^.;,]){1,80}?\b(?:is|are|was|were|has|have|can|can't|does|doesn't)\b(?:(?!\b(?:and|but|yet|though|although|while)\b)[^.;,]){1,80}?\b(?:is|are|was|were|been)\s+(?:\w+ly\s+)?(?:false|untrue|unfounded|baseless|groundless|debunked|refuted|disproved|disproven|a myth|a lie)\b`,
  "gi",
);
/** Where a denied clause ends, unless an "or" goes on. */
const END =
  /[.;:()–—]|,(?!\s*(?:or|nor)\b)|\b(?:but|yet|however|whereas|while|although|though|because|since|so)\b|\band\s+(?:(?:it|they|its|their|the|most|many|some|customers|users|reviewers|owners)\b|(?:[\w'-]+\s+){1,3}(?:is|are|was|were|has|have)\b)/i;
const MAY_DENY = /\bthat\b|\b(?:evidence|proof|indications?|signs?|hints?|reasons?)\b/i;

/**
 * Pieces of a sentence that it denies or calls false right before them: "no evidence that Acme is a scam", "the rumour
 * that Acme is slow". Judging words in them say nothing; "no doubt that" and "no lack of evidence that" deny nothing.
 */
export function deniedIn(piece: string, start: number, words: readonly Word[]): Span[] {
  if (!MAY_DENY.test(piece)) return [];
  const spans: Span[] = [];
  const deny = (from: number) => {
    const end = piece.slice(from).search(END);
    spans.push({ start: start + from, end: start + (end < 0 ? piece.length : from + end) });
  };
  for (const { 0: match, 1: to_think, 2: reason, 3: that, index } of piece.matchAll(NOT_FOUND)) {
    const from = index + match.length;
    const next = words.find((word) => word.start >= start + from);
    if (that || to_think || reason || next?.is_name) deny(from);
  }
  for (const pattern of DENIED) {
    for (const { 0: match, index } of piece.matchAll(pattern)) deny(index + match.length);
  }
  for (const { 0: match, index } of piece.matchAll(REFUTED)) {
    spans.push({ start: start + index, end: start + index + match.length });
  }
  return spans;
}
