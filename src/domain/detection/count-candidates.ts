import type { Language } from "./everyday-words.ts";
import { type AnswerWords, isTelling } from "./find-candidates.ts";
import type { CandidateAggregate, CandidateTotals } from "./rank-candidates.ts";

/** Where candidates were found. */
export type CountedAnswer = { chat_id: number; model_id: number; day: string };

type Entry = CandidateTotals & { models: Set<number>; spellings: Map<string, number> };

const ENTRY_LIMIT = 20_000;
const WORD_LIMIT = 100_000;
const SPELLING_LIMIT = 5;
const EXAMPLE_COUNT = 3;
/** Answers in a language from which on its words are words of the project. */
const LANGUAGE_SHARE = 0.1;

/**
 * Sums the candidates of any number of answers, added one by one; memory stays bounded (20,000
 * names, 100,000 words: when full, names met in one answer only make room).
 */
export function createCandidateCounter() {
  const entries = new Map<string, Entry>();
  const lower_words = new Map<string, number>();
  const languages = new Map<Language, number>();
  let answer_count = 0;

  const add = ({ chat_id, model_id, day }: CountedAnswer, words: AnswerWords): void => {
    answer_count += 1;
    if (words.language) languages.set(words.language, (languages.get(words.language) ?? 0) + 1);
    for (const [word, count] of words.lower_words) {
      if (lower_words.size < WORD_LIMIT || lower_words.has(word)) {
        lower_words.set(word, (lower_words.get(word) ?? 0) + count);
      }
    }
    for (const one of words.candidates) {
      const entry = entries.get(one.key) ?? newEntry(one, day);
      entries.set(one.key, entry);
      entry.chat_count += 1;
      entry.models.add(model_id);
      if (day < entry.first_day) entry.first_day = day;
      entry.head_count += one.head_count;
      entry.inner_count += one.inner_count;
      entry.alone_count += one.alone_count;
      entry.bare_count += one.bare_count;
      entry.row_count += one.row_count;
      entry.noun_count += one.noun_count;
      if (entry.spellings.size < SPELLING_LIMIT || entry.spellings.has(one.name)) {
        entry.spellings.set(one.name, (entry.spellings.get(one.name) ?? 0) + 1);
      }
      entry.examples = withExample(entry.examples, { chat_id, text: one.example });
    }
    if (entries.size > ENTRY_LIMIT) dropRare(entries);
  };

  const totals = (): Omit<CandidateAggregate, "cited_domains"> => ({
    answer_count,
    // English words stand in the headings and tables of every language.
    languages: [
      "en",
      ...[...languages].flatMap(([language, count]) =>
        language !== "en" && count >= LANGUAGE_SHARE * answer_count ? [language] : [],
      ),
    ],
    is_german: (languages.get("de") ?? 0) > answer_count / 2,
    candidates: [...entries.values()].map(({ models, spellings, ...sums }) => ({
      ...sums,
      name: spellingOf(spellings),
      model_count: models.size,
      lower_count: lower_words.get(sums.key) ?? 0,
    })),
  });

  return { add, totals };
}

/** The first passages; one that tells something takes the place of a heading or a cell. */
function withExample(examples: Entry["examples"], next: Entry["examples"][number]) {
  if (examples.length < EXAMPLE_COUNT) return [...examples, next];
  const bare = examples.findIndex(({ text }) => !isTelling(text));
  return bare < 0 || !isTelling(next.text) ? examples : examples.with(bare, next);
}

function newEntry({ key, name }: AnswerWords["candidates"][number], first_day: string): Entry {
  return {
    key,
    name,
    first_day,
    chat_count: 0,
    model_count: 0,
    head_count: 0,
    inner_count: 0,
    alone_count: 0,
    bare_count: 0,
    row_count: 0,
    noun_count: 0,
    lower_count: 0,
    examples: [],
    models: new Set(),
    spellings: new Map(),
  };
}

function dropRare(entries: Map<string, Entry>): void {
  for (let least = 1; entries.size > ENTRY_LIMIT / 2; least += 1) {
    for (const [key, entry] of entries) if (entry.chat_count <= least) entries.delete(key);
  }
}

/** The spelling met most often, with its hyphen where any has one: "Gore Tex" is "Gore-Tex". */
function spellingOf(spellings: ReadonlyMap<string, number>): string {
  const names = [...spellings].sort(([, a], [, b]) => b - a).map(([name]) => name);
  const [first = ""] = names;
  if (!first.includes(" ")) return first;
  return names.find((name) => name.includes("-") && name.replaceAll("-", " ") === first) ?? first;
}
