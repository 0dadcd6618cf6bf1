import type { BrandRules, Mention } from "./brand-rules.ts";
import { type CleanAnswer, cleanAnswer, type Span } from "./clean-answer.ts";
import { countMentions } from "./count-mentions.ts";
import { isSpent, newEffort } from "./effort.ts";
import { compileBrands, findNames, type Matcher, withoutHidden } from "./match-brands.ts";
import {
  compileExpressions,
  type Expression,
  type Matched,
  runExpressions,
} from "./run-expressions.ts";
import { makeToneScorer, makeToneTracer } from "./score-tone.ts";

export type AnswerToRead = {
  answer: string;
  /** Citation annotations in the answer to leave out, UTF-16 offsets. */
  removed_spans?: readonly Span[];
  /** A question, as prompts are: no words of it say that a name is unknown. */
  is_question?: boolean;
  /** Whether the words that made each tone are wanted. */
  is_traced?: boolean;
};

/**
 * A mention with its estimated tone, -1 to 1, or null where it is not estimated; `tone_words` where they were asked for:
 * where the first of the words stand that made it, in the original Markdown.
 */
export type ScoredMention = Mention & { sentiment: number | null; tone_words?: Span[] };

/** Most pieces of words that are told of a tone. */
export const TONE_WORDS_LIMIT = 6;

/**
 * Why an answer was not read to its end: it names too much, an expression took too long or matched too often, the
 * reading stood still and was ended, or it failed.
 */
export type Cut = "effort" | "expression" | "time" | "failure";

/** What was found in an answer; `cut` is null when that is all there is. */
export type Detection = { mentions: ScoredMention[]; cut: Cut | null };

/** Tracked brands compiled, their names and their own expressions. */
export type Compiled = { matcher: Matcher; expressions: Expression[] };

/** Compiles brands for `detectInAnswers`. */
export function compileRules(brands: readonly BrandRules[]): Compiled {
  return { matcher: compileBrands(brands), expressions: compileExpressions(brands) };
}

/** What answers say of brands, in their order; `onText` hears which one is being read. For worker threads. */
export function detectInAnswers(
  { matcher, expressions }: Compiled,
  answers: readonly AnswerToRead[],
  onText: (index: number) => void = () => {},
): Detection[] {
  const cleaned = answers.map(({ answer, removed_spans }, index) => {
    onText(index);
    return cleanAnswer(answer, removed_spans);
  });
  const matched = runExpressions(
    expressions,
    cleaned.map(({ text }) => text),
    onText,
  );
  return answers.map(({ answer, is_question = false, is_traced = false }, index) => {
    onText(index);
    const clean = cleaned[index] ?? cleanAnswer(answer);
    return detect(matcher, { clean, answer, is_question, is_traced, matched: matched[index] });
  });
}

type ToRead = {
  clean: CleanAnswer;
  answer: string;
  is_question: boolean;
  is_traced: boolean;
  matched: Matched | undefined;
};

function detect(
  matcher: Matcher,
  { clean, answer, is_question, is_traced, matched }: ToRead,
): Detection {
  const effort = newEffort();
  const names = findNames(matcher, clean.text, effort, { is_question });
  const patterns = withoutHidden(matcher, matched?.patterns ?? [], { text: clean.text, effort });
  const found = countMentions({ names, patterns }, { clean, markdown: answer, effort });
  const cut = isSpent(effort) ? "effort" : matched?.is_cut ? "expression" : null;
  if (found.length === 0) return { mentions: [], cut };
  const named = [...names, ...patterns];
  const scoreTone = makeToneScorer(clean.text, named);
  const findWords = is_traced ? makeToneTracer(clean.text, named) : null;
  const mentions = found.map(({ spans, ...mention }) => ({
    ...mention,
    sentiment: scoreTone(spans),
    ...(findWords && {
      tone_words: findWords(spans).slice(0, TONE_WORDS_LIMIT).map(clean.toOriginalSpan),
    }),
  }));
  return { mentions, cut };
}
