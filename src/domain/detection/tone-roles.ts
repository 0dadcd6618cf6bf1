import type { Span } from "./clean-answer.ts";
import type { Sentence, Word } from "./tone-sentence.ts";

/**
 * What a sentence does with a name: speaks of it; holds something else against it; says that something is, or is not,
 * as good; names it as a shop, a partner or a source; or tells of people who leave it or come to it.
 */
export type Role = "subject" | "compared" | "equal" | "aside" | "left" | "reached" | "unmatched";
/** Names that a sentence speaks of together, from word `from` to `to`. */
export type Group = {
  names: readonly Span[];
  from: number;
  to: number;
  clause: number;
  role: Role;
};

/** How far before a name is looked, in characters. */
const REACH = 110;
// Between the turn and the name: "than what Sennheiser", "than the one on the Dell".
const LINK = String.raw`\s+(?:[\w'’-]+\s+){0,4}$`;
const NEAR_LINK = String.raw`\s+(?:(?:the|a|an|any|all|its|rival|most|even|both|other|what|that|those|of)\s+){0,3}$`;
const before = (source: string, link = NEAR_LINK) =>
  new RegExp(`(?<![\\w'])(?:${source})${link}`, "i");

const COMPARED = [
  before(
    "than|unlike|contrary to|(?:as )?opposed to|in contrast (?:to|with)|compared (?:to|with|against)|in comparison (?:to|with)|instead of|rather than",
    LINK,
  ),
  before(
    "better off (?:without|skipping|avoiding)|(?:better|stronger|cheaper|nicer|safer|smarter|superior) (?:\\w+ )?(?:alternatives?|replacements?|substitutes?) (?:to|for)|ahead of|above|superior to|inferior to|preferable to|behind|short of|match for|compete with|keep up with|comparison to|next to|versus|vs\\.?|overshadowed by|outdone by|replaced by|(?:can't|cannot|can not|could not|couldn't|doesn't|does not|don't) (?:quite |really )?(?:match|rival|touch|reach)",
  ),
  before(
    "beat|beats|beating|outperform(?:s|ed|ing)?|outshin(?:es?|ed|ing)|surpass(?:es|ed|ing)?|outclass(?:es|ed)?|outlast(?:s|ed)?|trump(?:s|ed)?|tops|topped|edges? out|edged out|overtakes?|overtook|defeats?|leaves? behind|betters?|bests",
  ),
];
const PREFERRED =
  /\b(?:pick|chose|choos|prefer|recommend|favou?r|take|opt|win|won|edge|advantage)\w*\b[^.;]{0,60}\s(?:over|to)\s+(?:the\s+)?$/i;
const EQUAL = /\bas\s+(?:[\w'’-]+\s+){1,6}as\s+(?:(?:the|a|an)\s+)?$/i;
const UNMATCHED =
  /\b(?:nothing|nobody|none|no|few|no one|hardly any(?:thing|one)?)\b[^.;]{0,60}(?:(?:come|comes|get|gets) (?:close|near|even close)(?: to)?|match(?:es)?|rivals?|beats?|touch(?:es)?|reach(?:es)?|compares? (?:to|with)|tops?|competes? with)\s+(?:(?:the|a|an)\s+)?$/i;
const COULD_DO_WORSE = /\bdo (?:a lot |much |far )?worse than\s+(?:the\s+)?$/i;
const LEFT =
  /\b(?:switch|mov|migrat|chang|defect|com)(?:e|es|ed|ing)?\s+(?:away\s+|over\s+)?from\s+(?:the\s+)?$/i;
const TRADE = String.raw`available|sold|sells?|buy|bought|buying|purchas\w*|order(?:ed|s)?|stock(?:ed|s)?|carried|carry|found|find (?:it|them|these|one)|offered|listed|book(?:ed|ing)?|pick(?:ed)? (?:it |them )?up|shop(?:s|ping)?|retail\w*|resellers?|stores?|marketplaces?|prices? (?:vary|from)|discounts?|deals?|check|checked|where to buy|rent(?:ed)?|stream(?:ed|s|ing)?|download(?:ed)?|ships?|shipped|delivered`;
const ASIDE = [
  new RegExp(
    `\\b(?:${TRADE})\\b[^.;:]{0,60}\\b(?:at|on|from|through|by|via|like|including)\\s+(?:(?:the|a|an|sites? like|stores? like|retailers? like|such as)\\s+){0,2}$`,
    "i",
  ),
  /\b(?:where to buy|retailers?|availability|available at|stores?|shops?|sellers?|seller|sources?|buy)\s*(?:\([^)]{0,30}\))?:\s*$/i,
  /\((?:e\.g\.,?|for example,?|such as|like|via|from|at|on|source:?|by)\s+(?:the\s+)?$/i,
  /\b(?:works?|working|integrat\w+|compatib\w+|pairs?|paired|connect(?:s|ed|ing)?|sync(?:s|ed|ing)?|links?|linked|interoperat\w+|controll?(?:ed|able|s)?|support(?:ed)?|pay|paid|payable|payments?|log(?:ging|ged)? in|sign(?:ing|ed)? in|built|powered|runs?|acquired|owned|manufactured|made|compared?|competes?|competed|competing|partner(?:s|ed|ing|ship)?|collaborat\w+|certified|tested|founded|licen[sc]ed|distributed|sponsored|operated|reviewed|imports?|exports?|cast)\b[^.;:,]{0,30}\b(?:with|by|to|via|for|from|through|in|on|into|against)\s+(?:(?:the|a|an|both|your)\s+){0,2}$/i,
  /\b(?:according to|as per|reports? by|data from|review(?:s|ed)? (?:by|on|in)|supports?|runs|uses|requires|subsidiary of|owner of|brand of|division of|part of)\s+(?:(?:the|a|an|both)\s+){0,2}$/i,
];
const BUILT_IN =
  /^[^.;,]{0,40}\b(?:built[- ]in|compatib\w+|integrations?|support|connectivity|certified|app store)\b/i;
const HAS = /\b(?:has|with|includes?|features?|offers?)\s+$/i;
const JOINS = /^(?:[\s,/&()+-]|\b(?:and|or|plus|the|both|as well as)\b|\b[A-Z0-9][\w'’-]*)*$/;

/** The names of a sentence, those that it speaks of together in one group, with what it does with them. */
export function groupNames(text: string, sentence: Sentence, names: readonly Span[]): Group[] {
  const groups: (Group & { names: Span[] })[] = [];
  for (const name of names) {
    const last = groups.at(-1);
    const last_name = last?.names.at(-1);
    const [from, to] = wordsOf(sentence.words, name);
    if (from < 0) continue;
    if (last && last_name && joins(text.slice(last_name.end, name.start), last)) {
      last.names.push(name);
      last.to = to;
      continue;
    }
    const so_far = text.slice(Math.max(sentence.start, name.start - REACH), name.start);
    const prefix = last_name ? so_far.slice(-(name.start - last_name.end)) : so_far;
    const suffix = text.slice(name.end, Math.min(sentence.end, name.end + 80));
    const role =
      last?.role === "left" && /^\s+to\s+(?:the\s+)?$/i.test(prefix)
        ? "reached"
        : roleOf(prefix, { so_far, suffix });
    groups.push({ names: [name], from, to, clause: sentence.clauses[from] ?? 0, role });
  }
  return groups;
}

function joins(between: string, { role }: Group): boolean {
  if (between.length > 60 || role === "left" || !JOINS.test(between)) return false;
  // "Unlike Acme, Globex is reliable"
  return role !== "compared" || !between.includes(",");
}

function roleOf(prefix: string, { so_far, suffix }: { so_far: string; suffix: string }): Role {
  if (UNMATCHED.test(so_far) || COULD_DO_WORSE.test(so_far)) return "unmatched";
  if (EQUAL.test(so_far)) return "equal";
  if (LEFT.test(prefix)) return "left";
  if (PREFERRED.test(so_far) || COMPARED.some((one) => one.test(prefix))) return "compared";
  if (ASIDE.some((one) => one.test(prefix))) return "aside";
  return HAS.test(prefix) && BUILT_IN.test(suffix) ? "aside" : "subject";
}

function wordsOf(words: readonly Word[], { start, end }: Span): [from: number, to: number] {
  const from = words.findIndex((word) => word.end > start);
  if (from < 0) return [-1, -1];
  let to = from;
  while (to < words.length && (words[to]?.start ?? end) < end) to += 1;
  return [from, to];
}
