import type { Span } from "./clean-answer.ts";
import { scoreSentence } from "./score-sentence.ts";
import { TONE_WORDS } from "./tone-words.ts";

const SPAN_LIMIT = 20;
const SEGMENT_LIMIT = 400;
const ENGLISH = new Set(
  "the and is are of to for with that this you it in on from have has can best which its".split(
    " ",
  ),
);
const FOREIGN = new Set(
  "der die und ist nicht ein eine les des est une pour avec dans el los las una para por que il di che sono della het een van voor zijn uma não são com os das".split(
    " ",
  ),
);

/**
 * Estimates tone towards brands of one cleaned answer, from -1 to 1: the mean over the clauses that name one at the
 * given places, the first 20. Null when the language is not English or nothing is named. An estimate from word lists
 * (own lexicon, then VADER, Hutto and Gilbert 2014), not a judgement. A place is judged once, whatever number of
 * brands it names.
 */
export function makeToneScorer(
  text: string,
  language: string | null = guessLanguage(text),
): (spans: readonly Span[]) => number | null {
  const known = new Map<string, number>();
  const scoreAt = (span: Span): number => {
    const key = `${span.start} ${span.end}`;
    const score = known.get(key) ?? scoreSegment(segmentOf(text, span));
    known.set(key, score);
    return score;
  };
  return (spans) => {
    if (language === null || !/^en\b/i.test(language)) return null;
    const used = spans.slice(0, SPAN_LIMIT);
    if (used.length === 0) return null;
    const sum = used.reduce((total, span) => total + scoreAt(span), 0);
    return Math.round((sum / used.length) * 1000) / 1000;
  };
}

/** "en" for English prose, null for anything else; judged by its short words. */
export function guessLanguage(text: string): "en" | null {
  const words = text.slice(0, 4_000).match(/\p{L}+/gu) ?? [];
  const counts = { letters: 0, latin: 0, english: 0, foreign: 0 };
  for (const word of words) {
    counts.letters += word.length;
    counts.latin += /^[a-z]+$/i.test(word)
      ? word.length
      : (word.match(/\p{sc=Latin}/gu)?.length ?? 0);
    if (word.length > 5) continue;
    const lower = word.toLowerCase();
    if (ENGLISH.has(lower)) counts.english += 1;
    else if (FOREIGN.has(lower)) counts.foreign += 1;
  }
  const { letters, latin, english, foreign } = counts;
  if (letters === 0 || latin / letters < 0.7) return null;
  if (words.length < 12) return foreign > english ? null : "en";
  return english >= words.length * 0.05 && english > foreign * 1.5 ? "en" : null;
}

/** The clause that holds the span: a sentence, a line or a cell, cut where the thought turns. */
function segmentOf(text: string, span: Span): string {
  const left = text.slice(Math.max(0, span.start - SEGMENT_LIMIT), span.start);
  const right = text.slice(span.end, span.end + SEGMENT_LIMIT);
  // Scraped answers glue sentences together: "options.Acme".
  const starts = [
    ...left.matchAll(/[.!?](?=\s|\p{Lu})\s*|[\n|;]|,? (?:but|however|whereas|while|although) /gu),
  ];
  const last = starts.at(-1);
  const begin = last ? last.index + last[0].length : 0;
  const end = right.search(
    /[.!?](?=\s|\p{Lu}|$)|\n|[|;]|,? (?:but|however|whereas|while|although) /u,
  );
  const name = text.slice(span.start, span.end);
  // The name is replaced: "Best Buy" is not praise.
  return `${left.slice(begin)} Name ${end < 0 ? right : right.slice(0, end)}`.replaceAll(
    name,
    "Name",
  );
}

function scoreSegment(segment: string): number {
  const own = scoreByLexicon(segment.toLowerCase());
  if (own !== null) return own;
  return Math.max(-1, Math.min(1, scoreSentence(segment)));
}

function scoreByLexicon(segment: string): number | null {
  const words = segment.match(/[\p{L}'-]+/gu) ?? [];
  let sum = 0;
  let hits = 0;
  for (const [index, word] of words.entries()) {
    const value = TONE_WORDS.get(word);
    if (value === undefined) continue;
    const before = words.slice(Math.max(0, index - 3), index).join(" ");
    const is_negated = /(?:\bnot|n't|\bnever|\bno|\bwithout|\bhardly|\bless)\b/.test(before);
    sum += is_negated ? -0.7 * value : value;
    hits += 1;
  }
  if (hits === 0) return null;
  return Math.max(-1, Math.min(1, sum / Math.sqrt(hits)));
}
