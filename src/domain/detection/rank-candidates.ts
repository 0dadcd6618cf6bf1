import { sayDay, sayShare } from "#domain/words/say.ts";
import { isFirstName, type Language } from "./everyday-words.ts";
import { suggestionKey } from "./find-candidates.ts";
import { isKnownLabel } from "./known-domains.ts";
import { headRate, isEverydayName, isLikeName, isProduct } from "./like-name.ts";
import { compileBrands, findMentions } from "./match-brands.ts";

/** Sums of one candidate over the answers of a project; ask for the most frequent few thousand. */
export type CandidateTotals = {
  key: string;
  /** The spelling met most often. */
  name: string;
  /** The first day of an answer that names it, as YYYY-MM-DD. */
  first_day: string;
  chat_count: number;
  model_count: number;
  head_count: number;
  inner_count: number;
  alone_count: number;
  bare_count: number;
  row_count: number;
  noun_count: number;
  /** Occurrences of the same word in lower case. */
  lower_count: number;
  examples: readonly { chat_id: number; text: string }[];
};

/** What a project's answers say together. */
export type CandidateAggregate = {
  answer_count: number;
  /** Languages of the answers, English always. */
  languages: readonly Language[];
  /** Whether most answers are in German, which capitalises nouns. */
  is_german: boolean;
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
  /** The first day of an answer that names it, as YYYY-MM-DD. */
  first_day: string;
  chat_count: number;
  model_count: number;
  examples: { chat_id: number; text: string }[];
  reason: string;
  score: number;
};

const RESULT_LIMIT = 100;
const EXAMPLE_COUNT = 3;
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
  const tracked = trackedKeys(known.tracked_names);
  const domains = domainsByLabel(aggregate.cited_domains);
  const isProductOf = (name: string) => isProduct(name, aggregate.languages);
  const isWord = (name: string) =>
    isEverydayName(name, aggregate) && !isKnownLabel(suggestionKey(name));
  const continuations = continuationsOf(aggregate.candidates);
  const names = { domains, continuations, isProductOf, isWord };
  const by_key = new Map(aggregate.candidates.map((one) => [one.key, one]));
  const isAlone = (word: string) => (by_key.get(suggestionKey(word))?.alone_count ?? 0) > 0;
  const ranked: BrandCandidate[] = [];
  for (const one of aggregate.candidates) {
    if (one.chat_count < min_chats || !isMostlyCapital(one, by_key)) continue;
    if (known.rejected_keys.has(one.key) || tracked.parts.has(one.key)) continue;
    if (hasTrackedWord(one.name, tracked.whole)) continue;
    const isCited = domains.has(one.key);
    const hasModels = continuations.get(one.key)?.some(isModel) ?? false;
    if (!isLikeName(one, { ...aggregate, isCited, hasModels, isAlone })) continue;
    if (isCoveredByOther(one, by_key, names)) continue;
    if (!matchesItsExamples(one)) continue;
    ranked.push(toSuggestion(one, aggregate.answer_count, domains.get(one.key) ?? []));
  }
  return ranked
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, RESULT_LIMIT);
}

/** Tracked names, and these with every part of theirs: "De" and "Longhi" of "De'Longhi". */
function trackedKeys(names: readonly string[]) {
  const whole = new Set(names.map(suggestionKey));
  const parts = new Set(whole);
  for (const name of names) {
    const words = name.split(/[\s\-'’.&+/]+/).filter(Boolean);
    for (const [at, word] of words.entries()) {
      parts.add(suggestionKey(word));
      parts.add(suggestionKey(words.slice(0, at + 1).join("")));
    }
  }
  return { whole, parts };
}

/** A brand made of the suggestion is found where the suggestion was. */
function matchesItsExamples({ name, examples }: CandidateTotals): boolean {
  const rules = { domains: [], regex: null, exclude_phrases: [] };
  const aliases = [{ text: name, case_sensitive: false }];
  const matcher = compileBrands([{ brand_id: 1, name, aliases, ...rules }]);
  return examples.every(({ text }) => findMentions(matcher, text).length > 0);
}

/** A word that is also written small is a word; of two words the first decides. */
function isMostlyCapital(
  one: CandidateTotals,
  by_key: ReadonlyMap<string, CandidateTotals>,
): boolean {
  // A name that makers write small is met in lists and labels only.
  if (/^[\p{Ll}\d]/u.test(one.name)) return true;
  const first = by_key.get(suggestionKey(one.name.split(" ")[0] ?? "")) ?? one;
  const capital = first.head_count + first.inner_count;
  return capital >= MIN_CAPITAL_RATE * (capital + first.lower_count);
}

/** Whether any word of a name is a tracked one: "Acme Pro" is a product, "the new Acme" a phrase. */
function hasTrackedWord(name: string, tracked: ReadonlySet<string>): boolean {
  const words = name.split(/[ -]/);
  return (
    words.some((_, at) => tracked.has(suggestionKey(words.slice(0, at + 1).join(" ")))) ||
    words.some((word) => tracked.has(suggestionKey(word)))
  );
}

type Names = {
  isProductOf: (name: string) => boolean;
  isWord: (name: string) => boolean;
  domains: ReadonlyMap<string, string[]>;
  continuations: ReadonlyMap<string, Continuation[]>;
};

type Continuation = Pick<CandidateTotals, "name" | "chat_count">;

/** For the key of a first word, what follows it, the most frequent first. */
function continuationsOf(candidates: readonly CandidateTotals[]): Map<string, Continuation[]> {
  const endOf = ({ name }: Continuation) => name.search(/[ -]/);
  const found = Map.groupBy<string, Continuation>(
    candidates.filter((one) => endOf(one) > 0),
    (one) => suggestionKey(one.name.slice(0, endOf(one))),
  );
  for (const list of found.values()) list.sort((a, b) => b.chat_count - a.chat_count);
  return found;
}

/** "Acme HL-2350", in two answers or more. */
const isModel = ({ name, chat_count }: Continuation) =>
  chat_count >= 2 && / (?=\S*\d)\p{Lu}[\p{Lu}\d-]+$/u.test(name);

/** Of "Capital" and "Capital One" one is the name: the longer when the shorter hardly comes without it. */
function isCoveredByOther(
  one: CandidateTotals,
  by_key: ReadonlyMap<string, CandidateTotals>,
  { domains, continuations, isProductOf, isWord }: Names,
): boolean {
  const [first = "", second] = one.name.split(" ");
  const isHyphened = (word: string) => word.includes("-") && !isFirstName(word) && !isWord(word);
  // "Acme Alpha" and "Acme Beta" are of Acme, unless that is a word.
  const isMakerOfSeveral = ({ key, name }: CandidateTotals) =>
    (continuations.get(key) ?? []).filter((other) => other.chat_count >= 2).length > 1 &&
    !isWord(name);
  // "The Acme" is Acme, unless nobody calls it so.
  if (first === "The") return (by_key.get(suggestionKey(second ?? ""))?.alone_count ?? 0) > 0;
  if (second !== undefined) {
    const shorter = by_key.get(suggestionKey(first));
    if (!shorter) return false;
    // "Gore-Tex Pro" is of Gore-Tex, "Jean-Paul Gaultier" is whole.
    if (isHyphened(first)) return true;
    if (isMakerOfSeveral(shorter)) return true;
    const isWhole = isOnlyWith(shorter, one.chat_count, isWord);
    return domains.has(shorter.key) || !isWhole || isProductOf(one.name);
  }
  if (domains.has(one.key) || isHyphened(first)) return false;
  if (isMakerOfSeveral(one)) return false;
  const { name = "", chat_count = 0 } = continuations.get(one.key)?.[0] ?? {};
  return isOnlyWith(one, chat_count, isWord) && !(name.includes(" ") && isProductOf(name));
}

/** Whether a first word comes with one and the same second word in most answers, and never alone unless it is a word. */
const isOnlyWith = (
  shorter: CandidateTotals,
  longer_count: number,
  isWord: (name: string) => boolean,
) =>
  longer_count >= 0.75 * shorter.chat_count && (shorter.alone_count === 0 || isWord(shorter.name));

const some = (count: number) => count.toLocaleString("en");

function toSuggestion(one: CandidateTotals, read: number, domains: string[]): BrandCandidate {
  const rate = headRate(one);
  const engines = one.model_count > 1 ? 1.3 : 1;
  const cited = domains.length > 0 ? 1.3 : 1;
  const score = one.chat_count * (1 + rate) * engines * cited;
  const reason = [
    `Named in ${some(one.chat_count)} of the newest ${some(read)} answers (${sayShare(one.chat_count / read)}),`,
    `the earliest on ${sayDay(one.first_day)},`,
    one.model_count > 1 ? `by ${one.model_count} assistants` : "by one assistant",
    domains.length > 0 ? `and ${domains[0]} is cited` : "",
  ];
  return {
    key: one.key,
    name: one.name,
    domains,
    first_day: one.first_day,
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
