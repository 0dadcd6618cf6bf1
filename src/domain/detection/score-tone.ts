import type { Span } from "./clean-answer.ts";
import { guessLanguage } from "./guess-language.ts";
import { type Piece, splitSentences } from "./split-sentences.ts";
import { groupNames } from "./tone-roles.ts";
import { readSentence } from "./tone-sentence.ts";
import { giveHits, type Judged } from "./tone-targets.ts";

const SPAN_LIMIT = 20;
const TOPIC_SENTENCES = 6;
const TITLE_SENTENCES = 30;
const TOPIC_WEIGHT = 0.8;
/** A sentence that begins so has left what was spoken of. */
const ELSEWHERE =
  /^\W*(?:other|another|others|alternativ|most|some|many|competitors|rivals|elsewhere|if you|let me|you should|before|when (?:choosing|buying)|generally|in general|overall|in conclusion|ultimately|both|these|those|by contrast|in contrast|meanwhile|as for)\b/i;

const RETURN = /\b(?:it|its|they|their|them)\b/i;
const leaves = (sentence: string) => ELSEWHERE.test(sentence) && !RETURN.test(sentence);

/** What is being spoken of, at the level of its line, and how many more sentences may go on about it. */
type Topic = { judged: Judged[]; level: number; left: number; is_title: boolean };

/**
 * Estimates tone towards brands of one cleaned answer, from -1 to 1: the mean over the places that name one, the first
 * 20, that say something good or bad of it. Null where none does, or the language is not English. `names` are all
 * places that name tracked brands. An estimate from word lists and the build of sentences, not a judgement: each
 * judging word is given to what its clause speaks of, comparisons to both sides.
 */
export function makeToneScorer(
  text: string,
  names: readonly Span[],
  language: string | null = guessLanguage(text),
): (spans: readonly Span[]) => number | null {
  let known: Map<string, Judged[]> | undefined;
  return (spans) => {
    if (language === null || !/^en\b/i.test(language)) return null;
    known ??= judgeNames(text, names);
    const scores = spans.slice(0, SPAN_LIMIT).flatMap((span) => meanOf(known?.get(keyOf(span))));
    if (scores.length === 0) return null;
    const sum = scores.reduce((total, score) => total + score, 0);
    return Math.round((sum / scores.length) * 1000) / 1000;
  };
}

/**
 * Where the words stand that made the estimate of some of the names, in the order of the text, pieces that overlap as
 * one. Empty where there is no estimate.
 */
export function makeToneTracer(
  text: string,
  names: readonly Span[],
): (spans: readonly Span[]) => Span[] {
  const language = guessLanguage(text);
  const isEnglish = language !== null && /^en\b/i.test(language);
  const known: ReadonlyMap<string, Judged[]> = isEnglish ? judgeNames(text, names) : new Map();
  return (spans) => piecesOf(known, spans);
}

function piecesOf(known: ReadonlyMap<string, Judged[]>, spans: readonly Span[]): Span[] {
  const pieces = spans
    .slice(0, SPAN_LIMIT)
    .flatMap((span) => (known.get(keyOf(span)) ?? []).map(({ words }) => words()))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const apart: Span[] = [];
  for (const piece of pieces) {
    const last = apart.at(-1);
    if (last && piece.start <= last.end) last.end = Math.max(last.end, piece.end);
    else apart.push({ ...piece });
  }
  return apart;
}

const keyOf = ({ start, end }: Span) => `${start} ${end}`;

function meanOf(judged: readonly Judged[] = []): number[] {
  const weight = judged.reduce((sum, one) => sum + one.weight, 0);
  if (weight === 0) return [];
  return [
    Math.max(
      -1,
      Math.min(1, judged.reduce((sum, one) => sum + one.value * one.weight, 0) / weight),
    ),
  ];
}

/** What the text says of each of the names, by place. */
function judgeNames(text: string, given: readonly Span[]): Map<string, Judged[]> {
  const names = [...new Map(given.map((span) => [keyOf(span), span])).values()];
  names.sort((a, b) => a.start - b.start || b.end - a.end);
  const known = new Map<string, Judged[]>();
  let topic: Topic | null = null;
  let next = 0;
  for (const piece of splitSentences(text, names)) {
    const first = next;
    while ((names[next]?.start ?? Number.POSITIVE_INFINITY) < piece.end) next += 1;
    topic = goesOn(topic, piece) ? topic : null;
    if (first === next && (!topic || topic.left === 0)) continue;
    const inside = names.slice(first, next);
    const sentence = readSentence(text, piece, inside);
    if (
      first === next &&
      (sentence.words.length === 0 || leaves(text.slice(piece.start, piece.end)))
    ) {
      if (sentence.words.length > 0 && !topic?.is_title) topic = null;
      continue;
    }
    const groups = groupNames(text, sentence, inside);
    const opinions = giveHits(text, sentence, {
      groups,
      is_under_title: topic?.is_title === true && piece.level > topic.level,
      is_paragraph: piece.is_paragraph,
    });
    if (topic && topic.left > 0) {
      topic.judged.push(
        ...opinions.topic.map((one) => ({ ...one, weight: one.weight * TOPIC_WEIGHT })),
      );
      topic.left -= 1;
    }
    for (const [index, group] of groups.entries()) {
      for (const name of group.names) known.set(keyOf(name), opinions.groups[index] ?? []);
    }
    const subjects = groups.flatMap(({ role }, index) => (role === "subject" ? [index] : []));
    const [only] = subjects;
    if (subjects.length === 1 && only !== undefined) {
      const judged = opinions.groups[only] ?? [];
      const is_title = piece.level < 9;
      const left = is_title ? TITLE_SENTENCES : TOPIC_SENTENCES;
      topic = { judged, level: piece.level, left, is_title };
    } else if (subjects.length > 1) topic = null;
  }
  return known;
}

/** Whether a sentence may go on about the topic: it is in the same line, or in the lines under a title. */
function goesOn(topic: Topic | null, { level, opens_line }: Piece): boolean {
  if (!topic) return false;
  return !opens_line || (topic.is_title && level > topic.level);
}
