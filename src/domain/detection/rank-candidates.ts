import { COMMON_WORDS } from "./common-words.ts";
import { suggestionKey } from "./find-candidates.ts";
import { foldKey } from "./fold-text.ts";

/** Sums of one candidate over the answers of a project; ask for the most frequent few thousand. */
export type CandidateTotals = {
  key: string;
  /** The spelling met most often. */
  name: string;
  chat_count: number;
  model_count: number;
  head_count: number;
  inner_count: number;
  /** Occurrences of the same word in lower case. */
  lower_count: number;
  examples: readonly { chat_id: number; text: string }[];
};

/** What a project's answers say together. */
export type CandidateAggregate = {
  answer_count: number;
  candidates: readonly CandidateTotals[];
  /** Registrable domains that the answers cite. */
  cited_domains: readonly string[];
};

/** What must not be suggested: every tracked name and alias, and the keys once rejected. */
export type KnownNames = {
  tracked_names: readonly string[];
  rejected_keys: ReadonlySet<string>;
};

/** An untracked name that looks like a brand, with what speaks for it. */
export type BrandCandidate = {
  key: string;
  name: string;
  domains: string[];
  chat_count: number;
  model_count: number;
  examples: { chat_id: number; text: string }[];
  reason: string;
  score: number;
};

const RESULT_LIMIT = 100;
const EXAMPLE_COUNT = 3;
const MIN_HEAD_RATE = 0.2;
const MIN_CAPITAL_RATE = 0.9;

/**
 * The likeliest untracked brands, best first, at most 100. Score: answers x (1 + share of
 * occurrences that open a structure), x 1.3 when several engines name it, x 1.3 when a cited
 * domain carries its name.
 */
export function rankCandidates(aggregate: CandidateAggregate, known: KnownNames): BrandCandidate[] {
  // Under 30 answers a brand named twice is already news, and three would hide most of them;
  // above, two can be chance.
  const min_chats = aggregate.answer_count < 30 ? 2 : 3;
  const tracked = new Set(known.tracked_names.map(suggestionKey));
  const domains = domainsByLabel(aggregate.cited_domains);
  const names = { domains, longest: longestByFirstWord(aggregate.candidates) };
  const by_key = new Map(aggregate.candidates.map((one) => [one.key, one]));
  const ranked: BrandCandidate[] = [];
  for (const one of aggregate.candidates) {
    if (one.chat_count < min_chats || !isPossible(one, domains) || !isMostlyCapital(one, by_key))
      continue;
    if (known.rejected_keys.has(one.key) || tracked.has(one.key)) continue;
    if (startsWithTracked(one.name, tracked)) continue;
    if (isCoveredByOther(one, by_key, names)) continue;
    ranked.push(toSuggestion(one, domains.get(one.key) ?? []));
  }
  return ranked
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, RESULT_LIMIT);
}

// Verbs, adverbs and qualities that begin sentences; sizes, grades and compounds ("80W", "AI-driven").
const WORD_SHAPE =
  /^\p{Lu}\p{Ll}+(?:ing|ed|ly|able|ible|ity|tions?|ments?|ness|izes?|ful|less)$|^\d+\p{Lu}{1,3}\b|^\p{Lu}{1,4}\d+$|^[\p{L}]+-\p{Ll}+$|^\p{Lu}{2,}s$/u;

function isPossible(one: CandidateTotals, domains: ReadonlyMap<string, string[]>): boolean {
  if (WORD_SHAPE.test(one.name) && !domains.has(one.key)) return false;
  const rate = headRate(one);
  const is_short_acronym = /^\p{Lu}{2,5}$/u.test(one.name);
  if (is_short_acronym) return rate >= 0.6;
  const is_word = COMMON_WORDS.has(foldKey(one.name));
  return rate >= (is_word ? 0.5 : MIN_HEAD_RATE);
}

/** A word that is also written small is a word; of two words the first decides. */
function isMostlyCapital(
  one: CandidateTotals,
  by_key: ReadonlyMap<string, CandidateTotals>,
): boolean {
  const first = by_key.get(suggestionKey(one.name.split(" ")[0] ?? "")) ?? one;
  const capital = first.head_count + first.inner_count;
  return capital >= MIN_CAPITAL_RATE * (capital + first.lower_count);
}

function headRate(one: CandidateTotals): number {
  return one.head_count / Math.max(1, one.head_count + one.inner_count);
}

function startsWithTracked(name: string, tracked: ReadonlySet<string>): boolean {
  const words = name.split(" ");
  return words.some((_, index) => tracked.has(suggestionKey(words.slice(0, index + 1).join(" "))));
}

type Names = {
  domains: ReadonlyMap<string, string[]>;
  /** For a first word, the answers of its most frequent continuation. */
  longest: ReadonlyMap<string, number>;
};

function longestByFirstWord(candidates: readonly CandidateTotals[]): Map<string, number> {
  const longest = new Map<string, number>();
  for (const { name, chat_count } of candidates) {
    const space = name.indexOf(" ");
    const first = name.slice(0, Math.max(0, space));
    if (space > 0) longest.set(first, Math.max(longest.get(first) ?? 0, chat_count));
  }
  return longest;
}

/** Of "Capital" and "Capital One" one is the name: the longer when it covers most of the answers. */
function isCoveredByOther(
  one: CandidateTotals,
  by_key: ReadonlyMap<string, CandidateTotals>,
  { domains, longest }: Names,
): boolean {
  const [first, second] = one.name.split(" ");
  if (second !== undefined && first !== undefined) {
    const shorter = by_key.get(suggestionKey(first));
    if (!shorter) return false;
    return domains.has(shorter.key) || one.chat_count < 0.75 * shorter.chat_count;
  }
  if (domains.has(one.key)) return false;
  return (longest.get(one.name) ?? 0) >= 0.75 * one.chat_count;
}

function toSuggestion(one: CandidateTotals, domains: string[]): BrandCandidate {
  const rate = headRate(one);
  const engines = one.model_count > 1 ? 1.3 : 1;
  const cited = domains.length > 0 ? 1.3 : 1;
  const score = one.chat_count * (1 + rate) * engines * cited;
  const reason = [
    `Named in ${one.chat_count.toLocaleString("en")} answers`,
    one.model_count > 1 ? `by ${one.model_count} models` : "by one model",
    domains.length > 0 ? `and ${domains[0]} is cited` : "",
  ];
  return {
    key: one.key,
    name: one.name,
    domains,
    chat_count: one.chat_count,
    model_count: one.model_count,
    examples: one.examples.slice(0, EXAMPLE_COUNT).map((example) => ({ ...example })),
    reason: `${reason.filter(Boolean).join(" ")}.`,
    score: Math.round(score * 1000) / 1000,
  };
}

function domainsByLabel(domains: readonly string[]): Map<string, string[]> {
  const by_label = new Map<string, string[]>();
  for (const domain of domains) {
    const label = suggestionKey(domain.split(".")[0] ?? "");
    const list = by_label.get(label) ?? [];
    if (label !== "" && list.length < 5) list.push(domain);
    by_label.set(label, list);
  }
  return by_label;
}
