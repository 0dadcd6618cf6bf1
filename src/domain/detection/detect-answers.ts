import type { RegexRunner } from "./brand-regex.ts";
import type { BrandRules, Mention } from "./brand-rules.ts";
import type { Span } from "./clean-answer.ts";
import { cleanAnswer } from "./clean-answer.ts";
import type { Matcher } from "./match-brands.ts";
import { compileBrands, findHits, toMentions } from "./match-brands.ts";
import { guessLanguage, scoreTone } from "./score-tone.ts";

/** The tracked brands of one project, compiled; make a new one when a brand changes. */
export type Detector = { brands: readonly BrandRules[]; matcher: Matcher };

export type AnswerToRead = {
  answer: string;
  /** Citation annotations in the answer to leave out, UTF-16 offsets. */
  removed_spans?: readonly Span[];
};

/** A mention with its estimated tone, -1 to 1, or null where it is not estimated. */
export type ScoredMention = Mention & { sentiment: number | null };

export type Detection = {
  mentions: ScoredMention[][];
  /** Expressions that ran out of time, by index of the answer; they found nothing there. */
  timed_out: { brand_id: number; answer_index: number }[];
};

/** Compiles a project's brands for `detectAnswers`. */
export function createDetector(brands: readonly BrandRules[]): Detector {
  return { brands, matcher: compileBrands(brands) };
}

/**
 * Mentions of every answer, in the answers' order: aliases, domains in prose and the brands' own
 * expressions, with tone. The runner is used only when some brand has an expression.
 */
export async function detectAnswers(
  detector: Detector,
  answers: readonly AnswerToRead[],
  runner: RegexRunner,
): Promise<Detection> {
  const cleaned = answers.map(({ answer, removed_spans }) => cleanAnswer(answer, removed_spans));
  const texts = cleaned.map(({ text }) => text);
  const { hits: regex_hits, timed_out } = await runner.run(detector.brands, texts);
  const mentions = cleaned.map((clean, index) => {
    const hits = findHits(detector.matcher, clean.text, regex_hits[index]);
    const found = toMentions(hits, clean, answers[index]?.answer ?? "");
    if (found.length === 0) return [];
    const language = guessLanguage(clean.text);
    return found.map((mention): ScoredMention => {
      const spans = hits.filter((hit) => hit.brand_id === mention.brand_id);
      return { ...mention, sentiment: scoreTone(clean.text, spans, language) };
    });
  });
  return {
    mentions,
    timed_out: timed_out.map(({ brand_id, text_index }) => ({
      brand_id,
      answer_index: text_index,
    })),
  };
}
