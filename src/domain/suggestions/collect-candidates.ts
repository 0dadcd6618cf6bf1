import { setImmediate as breathe } from "node:timers/promises";
import { createCandidateCounter } from "#domain/detection/count-candidates.ts";
import { findCandidates } from "#domain/detection/detect-answers.ts";
import { suggestionKey } from "#domain/detection/find-candidates.ts";
import type { CandidateAggregate } from "#domain/detection/rank-candidates.ts";
import type { AskedText } from "./suggest-prompts.ts";
import type { AnswerToCount } from "./suggest-queries.ts";

/** What many answers show together: names that may be brands, and questions. */
export type Collected = Omit<CandidateAggregate, "cited_domains"> & { questions: AskedText[] };

const QUESTIONS_MAX = 20_000;
const EXAMPLES_MAX = 3;
const SLICE = 50;

/** Reads answers as they come, in slices that leave the process free for requests; memory is bounded. */
export async function collectCandidates(pages: AsyncIterable<AnswerToCount[]>): Promise<Collected> {
  const counter = createCandidateCounter();
  const questions = new Map<string, AskedText & { models: Set<number> }>();
  let read = 0;
  for await (const page of pages) {
    const words = await findCandidates(page);
    for (const [index, answer] of page.entries()) {
      const found = words[index];
      if (found) counter.add(answer, found);
      for (const text of new Set(found?.questions)) addQuestion(questions, text, answer);
      if (++read % SLICE === 0) await breathe();
    }
  }
  const asked = [...questions.values()].map(({ models, ...one }) => ({
    ...one,
    model_count: models.size,
  }));
  return { ...counter.totals(), questions: asked };
}

function addQuestion(
  questions: Map<string, AskedText & { models: Set<number> }>,
  text: string,
  { chat_id, model_id }: AnswerToCount,
): void {
  const key = suggestionKey(text);
  const known = questions.get(key);
  if (!known && questions.size >= QUESTIONS_MAX) return;
  const counted = { source: "answer", chat_count: 0, model_count: 0, examples: [] } as const;
  const entry = known ?? { ...counted, text, examples: [], models: new Set<number>() };
  questions.set(key, entry);
  entry.chat_count += 1;
  entry.models.add(model_id);
  if (entry.examples.length < EXAMPLES_MAX) entry.examples.push({ chat_id, text });
}
