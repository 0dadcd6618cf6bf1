import { createHash } from "node:crypto";
import type { BrandRules } from "./brand-rules.ts";
import type { AnswerToRead, Detection } from "./detect-answer.ts";
import type { AnswerWords } from "./find-candidates.ts";
import { createTextPool } from "./text-pool.ts";

// One for the process, as the threads that read files are: all callers share them, and no one sets them up.
const pool = createTextPool();

/** The tracked brands of one project as threads know them: by the hash of their rules. */
export type Detector = { rules: readonly BrandRules[]; key: string };

/** Makes ready a project's brands for `detectAnswers`. */
export function createDetector(rules: readonly BrandRules[]): Detector {
  return { rules, key: createHash("sha256").update(JSON.stringify(rules)).digest("base64") };
}

/**
 * What answers say of brands, in their order: names, aliases, domains in prose and the brands' own expressions, with
 * tone. Read by other threads within bounds; `cut` says why an answer was not read to its end, and what was found
 * until then is there.
 */
export async function detectAnswers(
  { rules, key }: Detector,
  answers: readonly AnswerToRead[],
): Promise<Detection[]> {
  if (rules.length === 0) return answers.map(() => ({ mentions: [], cut: null }));
  const lengths = answers.map(({ answer }) => answer.length);
  const read = await pool.read({ kind: "detect", key, rules }, answers, lengths);
  return read.map((one) =>
    "lost" in one ? { mentions: [], cut: one.lost } : (one.result as Detection),
  );
}

/** Names in answers that could be brands, and their words, in the answers' order; null for one that could not be read. */
export async function findCandidates(
  answers: readonly Pick<AnswerToRead, "answer" | "removed_spans">[],
): Promise<(AnswerWords | null)[]> {
  const texts = answers.map(({ answer, removed_spans = [] }) => ({ answer, removed_spans }));
  const lengths = texts.map(({ answer }) => answer.length);
  const read = await pool.read({ kind: "candidates" }, texts, lengths);
  return read.map((one) => ("lost" in one ? null : (one.result as AnswerWords)));
}

/** Ends the threads that read texts; a text that comes later starts new ones. */
export function closeTextThreads(): Promise<void> {
  return pool.close();
}
