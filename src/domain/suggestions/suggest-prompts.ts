import { setImmediate as breathe } from "node:timers/promises";
import { suggestionKey } from "#domain/detection/find-candidates.ts";
import { overlapOf, salientWords } from "./salient-words.ts";

/** A question met in answers or searched for by assistants, with how often. */
export type AskedText = {
  text: string;
  source: "search" | "answer";
  chat_count: number;
  model_count: number;
  examples: { chat_id: number; text: string }[];
};
export type NewSuggestion = Omit<AskedText, "source"> & {
  key: string;
  domains: string[];
  detail: Record<string, unknown>;
  reason: string;
  score: number;
};

/** A search is a habit when two answers make it; a whole question in an answer says something by itself. */
const CHATS_MIN = { search: 2, answer: 1 } as const;
/** A search that is a question, in eight languages: most are rows of words. */
const QUESTION_WORD =
  /^(?:what|which|who|whose|where|when|why|how|is|are|does|do|can|should|will|was|wer|wo|wann|warum|wie|welche[rsnm]?|ist|sind|kann|lohnt|gibt|quel(?:le)?s?|comment|pourquoi|combien|est-ce|qué|cuál(?:es)?|cómo|quién|dónde|quale|quali|come|perché|chi|wat|welk[e]?|hoe|waarom|wie|qual|quais|como|quem|onde|co|który|która|jak|czy|dlaczego)\s/iu;
const QUESTION = new RegExp(`\\?$|${QUESTION_WORD.source}`, "iu");
/** "Half board or all inclusive?" asks the reader to choose. */
const CHOICE = /(?:^|[ ,])(?:or|oder|ou) /iu;
const WORDS_MIN = 2;
const COVERED_FROM = 0.6;
const RESULT_MAX = 50;
/** Texts between two moments for others. */
const SLICE = 5;

type Given = { prompts: readonly string[]; decided_keys: ReadonlySet<string> };

/**
 * Whole questions worth tracking, the most asked first, at most 50: with at least two telling words, and sharing less than 60 % of them with every prompt and every better suggestion. Leaves the process free for requests between slices.
 */
export async function suggestPrompts(
  asked: readonly AskedText[],
  given: Given,
): Promise<NewSuggestion[]> {
  const steps = stepsToPrompts(asked, given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await breathe();
  }
}

/** The same in steps, between which others may have their turn. */
export function* stepsToPrompts(
  asked: readonly AskedText[],
  { prompts, decided_keys }: Given,
): Generator<undefined, NewSuggestion[]> {
  const covered = makeKnownQuestions(COVERED_FROM);
  for (const [index, text] of prompts.entries()) {
    if (index % SLICE === 0) yield;
    covered.add(salientWords(text));
  }
  const made: NewSuggestion[] = [];
  const strongest = asked.toSorted(
    (a, b) => b.chat_count - a.chat_count || (a.text < b.text ? -1 : 1),
  );
  for (const [index, one] of strongest.entries()) {
    if (made.length >= RESULT_MAX) break;
    if (index % SLICE === 0) yield;
    const words = salientWords(one.text);
    const key = suggestionKey(one.text);
    if (
      one.chat_count < CHATS_MIN[one.source] ||
      !isWhole(one.text) ||
      words.length < WORDS_MIN ||
      decided_keys.has(key)
    )
      continue;
    if (covered.hasLike(words)) continue;
    covered.add(words);
    const { source, ...counted } = one;
    const by = one.model_count > 1 ? `${one.model_count} assistants` : "one assistant";
    const count = one.chat_count.toLocaleString("en");
    const reason =
      source === "search"
        ? `Searched for by ${by} while giving ${count} answers; no prompt covers it.`
        : `Asked in ${count} answers of ${by}; no prompt covers it.`;
    made.push({ ...counted, key, domains: [], detail: {}, reason, score: one.chat_count });
  }
  return made;
}

/** Whether a text is a question that somebody could ask as it stands. */
function isWhole(text: string): boolean {
  return QUESTION.test(text) && (!CHOICE.test(text) || QUESTION_WORD.test(text));
}

/** Questions by their telling words, to find one that another overlaps without comparing it with all. */
function makeKnownQuestions(overlap_min: number) {
  const byWord = new Map<string, Set<string>[]>();
  const rarityOf = (word: string) => byWord.get(word)?.length ?? 0;
  return {
    add(words: readonly string[]): void {
      const known = new Set(words);
      for (const word of known) {
        const others = byWord.get(word);
        if (others) others.push(known);
        else byWord.set(word, [known]);
      }
    },
    /**
     * Whether one of them overlaps the words by so much. It must share that part of these words at the least, and so has one
     * of the rarest of them, all but one fewer than it must share.
     */
    hasLike(words: readonly string[]): boolean {
      const shared_min = Math.max(1, Math.ceil(words.length * overlap_min - 1e-9));
      const rarest = words
        .toSorted((a, b) => rarityOf(a) - rarityOf(b))
        .slice(0, words.length - shared_min + 1);
      const compared = new Set<Set<string>>();
      for (const word of rarest) {
        for (const known of byWord.get(word) ?? []) {
          if (compared.has(known)) continue;
          compared.add(known);
          if (overlapOf(words, known) >= overlap_min) return true;
        }
      }
      return false;
    },
  };
}
