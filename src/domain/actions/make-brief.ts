import { setImmediate as breathe } from "node:timers/promises";
import { isFunctionWord } from "#domain/detection/everyday-words.ts";
import { foldKey } from "#domain/detection/fold-text.ts";
import { salientWords } from "#domain/suggestions/salient-words.ts";
import type { WinningAnswer } from "./answer-queries.ts";
import { claimsIn, readSentences } from "./read-claims.ts";

/** What answers share that win where an action would change something; each with how many of them. */
export type Brief = {
  answer_count: number;
  /** Whose answers these are, those with most first. */
  prompts: { id: number; text: string; chat_count: number }[];
  /** The competitors that these answers name, those with most first. */
  competitors: { brand_id: number; chat_count: number }[];
  /** Sentences about competitors that say what others say in other words, most shared first. */
  claims: { text: string; brands: string[]; answer_id: number; chat_count: number }[];
  /** Telling words that these answers use more than answers to other prompts, and not by chance. */
  words: { word: string; chat_count: number; elsewhere_share: number }[];
  sources: { url: string; title: string | null; domain: string; chat_count: number }[];
};

/** Prompts of a brief. */
export const PROMPTS_MAX = 20;
const COMPETITORS_MAX = 10;
const CLAIMS_MAX = 5;
const WORDS_MAX = 12;
const SOURCES_MAX = 5;
/** A sentence of so few telling words claims nothing. */
const CLAIM_WORDS_MIN = 3;
const CLAIM_WORDS_MAX = 40;
const SENTENCE_MAX = 400;
/** Two sentences say the same where they share so many of the shorter one's words. */
const SAME = 0.6;
const SHARED_MIN = 2;
/** Hundreds of words are looked at: what is fewer standard errors ahead may be chance. */
const ERRORS_MIN = 3;
/** Sentences of an answer that may be claims: each is held against all others. */
const CLAIMS_OF_ANSWER_MAX = 30;

type Material = {
  answers: readonly WinningAnswer[];
  /** Texts about other things. */
  others: readonly string[];
  /** Names by brand, without the own one. */
  rivals: ReadonlyMap<number, string>;
  /** Other names: of the own brand, and of brands that nobody tracks. As words they tell nothing. */
  names?: readonly string[];
};

/** What winning answers share: claims about competitors, words and sources; lets others in while it reads. */
export async function makeBrief({ answers, others, rivals, names = [] }: Material): Promise<Brief> {
  // What was asked is in every answer.
  const asked = new Set(answers.map((one) => one.asked));
  const known = new Set([...rivals.values(), ...names, ...asked].flatMap(salientWords));
  const read = await eachInTurn(answers, (one) => ({
    ...one,
    sentences: readSentences(one.answer),
  }));
  return {
    answer_count: answers.length,
    prompts: promptsOf(answers),
    competitors: competitorsOf(answers, rivals),
    claims: await claimsOf(read, rivals),
    words: await wordsOf(read, { others, known }),
    sources: sourcesOf(answers),
  };
}

type Sentence = { text: string; answer_id: number; brands: string[]; words: ReadonlySet<string> };

/** An answer with its sentences, as people read them. */
type ReadAnswer = WinningAnswer & { sentences: string[] };

async function claimsOf(
  answers: readonly ReadAnswer[],
  rivals: ReadonlyMap<number, string>,
): Promise<Brief["claims"]> {
  const nameWords = new Set([...rivals.values()].flatMap(salientWords));
  const found = await eachInTurn(answers, ({ sentences, answer_id, brand_ids }) => {
    const names = brand_ids.flatMap((id) => rivals.get(id) ?? []);
    const keys = names.map((name) => [name, foldKey(name)] as const);
    const brandsIn = (text: string) => {
      const folded = foldKey(text);
      return keys.flatMap(([name, key]) => (folded.includes(key) ? name : []));
    };
    const isNamed = (text: string) => brandsIn(text).length > 0;
    const claims = sentences
      .filter(isNamed)
      .flatMap((sentence) => claimsIn(sentence, isNamed))
      .filter(isShort)
      .flatMap((text): Sentence[] => {
        const brands = brandsIn(text);
        if (brands.length === 0) return [];
        const words = new Set(salientWords(text).filter((word) => !nameWords.has(word)));
        const isTelling = words.size >= CLAIM_WORDS_MIN && words.size <= CLAIM_WORDS_MAX;
        return isTelling ? [{ text, answer_id, brands, words }] : [];
      });
    return claims.slice(0, CLAIMS_OF_ANSWER_MAX);
  });
  const sentences = found.flat();
  const findSame = sameFinder(sentences);
  const scored = await eachInTurn(sentences, (sentence) => {
    const same = findSame(sentence);
    return { sentence, same, chat_count: new Set(same.map((one) => one.answer_id)).size };
  });
  scored.sort(
    (a, b) => b.chat_count - a.chat_count || a.sentence.text.length - b.sentence.text.length,
  );
  const chosen: typeof scored = [];
  for (const one of scored) {
    if (chosen.length === CLAIMS_MAX || one.chat_count < SHARED_MIN) break;
    if (!chosen.some(({ sentence }) => isSame(sentence.words, one.sentence.words)))
      chosen.push(one);
  }
  return chosen.map(({ sentence: { text, answer_id }, same, chat_count }) => ({
    ...{ text, answer_id, chat_count },
    brands: [...new Set(same.flatMap(({ brands }) => brands))],
  }));
}

/** Finds, in their order, the sentences that say the same as one: counts words by where they stand, not pair by pair. */
function sameFinder(sentences: readonly Sentence[]): (sentence: Sentence) => Sentence[] {
  const places = new Map<string, number[]>();
  for (const [place, { words }] of sentences.entries())
    for (const word of words) {
      const those = places.get(word);
      if (those) those.push(place);
      else places.set(word, [place]);
    }
  return ({ words }) => {
    const shared = new Uint16Array(sentences.length);
    for (const word of words)
      for (const place of places.get(word) ?? []) shared[place] = (shared[place] ?? 0) + 1;
    return sentences.filter((other, place) =>
      isEnough(shared[place] ?? 0, words.size, other.words.size),
    );
  };
}

function isSame(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  let shared = 0;
  for (const word of left) if (right.has(word)) shared++;
  return isEnough(shared, left.size, right.size);
}

const isEnough = (shared: number, left: number, right: number) =>
  shared >= SAME * Math.min(left, right) && shared >= CLAIM_WORDS_MIN;

const isShort = (sentence: string) => sentence.length <= SENTENCE_MAX;

/** What is made of each, one after the other, so that requests get their turn. */
async function eachInTurn<One, Made>(
  all: readonly One[],
  make: (one: One) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of all) {
    made.push(make(one));
    await breathe();
  }
  return made;
}

async function wordsOf(
  answers: readonly ReadAnswer[],
  { others, known }: { others: readonly string[]; known: ReadonlySet<string> },
): Promise<Brief["words"]> {
  const here = await countWords(answers, ({ sentences }) => sentences);
  const there = await countWords(others, readSentences);
  const shareOf = (word: string) =>
    others.length === 0 ? 0 : (there.get(word) ?? 0) / others.length;
  const sizes = [answers.length, others.length] as const;
  return [...here]
    .filter(([word, count]) => count >= SHARED_MIN && !known.has(word) && tells(word))
    .map(([word, chat_count]) => ({ word, chat_count, elsewhere_share: shareOf(word) }))
    .map((one) => ({ ...one, errors: errorsAhead(one, sizes) }))
    .filter(({ errors }) => errors > ERRORS_MIN)
    .sort((a, b) => b.errors - a.errors || (a.word < b.word ? -1 : 1))
    .slice(0, WORDS_MAX)
    .map(({ errors: _, ...word }) => word);
}

/** Whether a word says something by itself: "brushless" does, "three", "now" and "ones" do not. */
const tells = (word: string) => !isFunctionWord(word, "en") && !/\d/.test(word);

/** By how many standard errors a word's share is above its share elsewhere; one answer with and without it is added to both. */
function errorsAhead(
  { chat_count, elsewhere_share }: { chat_count: number; elsewhere_share: number },
  [here, there]: readonly [number, number],
): number {
  const near = (chat_count + 1) / (here + 2);
  const far = (elsewhere_share * there + 1) / (there + 2);
  return (near - far) / Math.sqrt((near * (1 - near)) / here + (far * (1 - far)) / (there + 1));
}

/** In how many texts each telling word is. */
async function countWords<Text>(
  texts: readonly Text[],
  read: (text: Text) => string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const words = await eachInTurn(texts, (text) =>
    salientWords(read(text).filter(isShort).join(" ")),
  );
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function promptsOf(answers: readonly WinningAnswer[]): Brief["prompts"] {
  return [...Map.groupBy(answers, ({ prompt_id }) => prompt_id)]
    .map(([id, those]) => ({ id, text: those[0]?.asked ?? "", chat_count: those.length }))
    .sort((a, b) => b.chat_count - a.chat_count || a.id - b.id)
    .slice(0, PROMPTS_MAX);
}

function competitorsOf(
  answers: readonly WinningAnswer[],
  rivals: ReadonlyMap<number, string>,
): Brief["competitors"] {
  const named = answers.flatMap(({ brand_ids }) => brand_ids.filter((id) => rivals.has(id)));
  return [...Map.groupBy(named, (id) => id)]
    .map(([brand_id, those]) => ({ brand_id, chat_count: those.length }))
    .sort((a, b) => b.chat_count - a.chat_count || a.brand_id - b.brand_id)
    .slice(0, COMPETITORS_MAX);
}

function sourcesOf(answers: readonly WinningAnswer[]): Brief["sources"] {
  const pages = new Map(answers.flatMap((one) => one.pages).map((page) => [page.url, page]));
  return [...pages.values()]
    .map((page) => ({
      ...page,
      chat_count: answers.filter((one) => one.pages.some(({ url }) => url === page.url)).length,
    }))
    .sort((a, b) => b.chat_count - a.chat_count || (a.url < b.url ? -1 : 1))
    .slice(0, SOURCES_MAX);
}
