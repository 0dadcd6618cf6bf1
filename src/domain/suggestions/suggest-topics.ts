import { suggestionKey } from "#domain/detection/find-candidates.ts";
import { isSubject, salientWords } from "./salient-words.ts";
import type { NewSuggestion } from "./suggest-prompts.ts";

/** A prompt without a topic. */
export type LoosePrompt = { prompt_id: number; text: string };

const PROMPTS_MIN = 3;
const SHARE_MAX = 0.6;
const RESULT_MAX = 20;
const PAIR_FROM = 0.75;

/**
 * Topics for prompts that have none, the largest first, at most 20. A topic is a telling word that at least three
 * of them share (and not nearly all), lengthened by its neighbour where three quarters share that too; each
 * prompt goes to the first topic it fits.
 */
export function suggestTopics(
  prompts: readonly LoosePrompt[],
  {
    known_names,
    decided_keys,
  }: { known_names: readonly string[]; decided_keys: ReadonlySet<string> },
): NewSuggestion[] {
  const taken = new Set([...known_names.map(suggestionKey), ...decided_keys]);
  let left = prompts.map(({ prompt_id, text }) => ({ prompt_id, text, words: salientWords(text) }));
  const most = Math.max(PROMPTS_MIN, Math.floor(prompts.length * SHARE_MAX));
  const made: NewSuggestion[] = [];
  const skipped = new Set<string>();
  while (made.length < RESULT_MAX) {
    const word = strongestWord(left, { most, skipped });
    if (word === null) break;
    const members = left.filter(({ words }) => words.includes(word));
    const name = nameOf(word, members);
    skipped.add(word);
    if (taken.has(suggestionKey(name)) || (!name.includes(" ") && !isSubject(word))) continue;
    taken.add(suggestionKey(name));
    left = left.filter((prompt) => !members.includes(prompt));
    made.push(toSuggestion(name, members));
  }
  return made;
}

type Read = LoosePrompt & { words: string[] };

function strongestWord(
  prompts: readonly Read[],
  { most, skipped }: { most: number; skipped: ReadonlySet<string> },
): string | null {
  const counts = new Map<string, number>();
  for (const { words } of prompts) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const [best] = [...counts]
    .filter(([word, count]) => count >= PROMPTS_MIN && count <= most && !skipped.has(word))
    .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
  return best?.[0] ?? null;
}

/** The word, or it and the word next to it that most of its prompts share, with a capital. */
function nameOf(word: string, members: readonly Read[]): string {
  const pairs = new Map<string, number>();
  for (const { words } of members) {
    const at = words.indexOf(word);
    for (const pair of [`${words[at - 1] ?? ""} ${word}`, `${word} ${words[at + 1] ?? ""}`]) {
      if (pair === pair.trim()) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  const [best] = [...pairs].sort(([, left], [, right]) => right - left);
  const name = best && best[1] >= members.length * PAIR_FROM ? best[0] : word;
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function toSuggestion(name: string, members: readonly Read[]): NewSuggestion {
  return {
    key: suggestionKey(name),
    text: name,
    domains: [],
    chat_count: 0,
    model_count: 0,
    examples: [],
    detail: { prompt_ids: members.map(({ prompt_id }) => prompt_id) },
    reason: `${members.length} prompts without a topic are about it, such as "${members[0]?.text.slice(0, 100)}".`,
    score: members.length,
  };
}
