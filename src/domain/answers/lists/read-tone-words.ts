import type { Database } from "#core/database.ts";
import type { Evidence } from "#domain/detection/brand-rules.ts";
import type { Span } from "#domain/detection/clean-answer.ts";
import { detectAnswers } from "#domain/detection/detect-answers.ts";
import type { Tenant } from "#domain/projects/project-queries.ts";
import { loadReader } from "../ingest/read-answers.ts";

type ReadAnswer = {
  answer: string;
  removed_spans: readonly Span[];
  detection: "complete" | "partial";
  mentions: readonly { brand_id: number; sentiment: number | null; is_judged: boolean }[];
};

/**
 * The words that made the estimates of tone in an answer, by brand. They are found by reading it again, so a brand has
 * some only where today's rules come to the tone that is stored; one that was not read to its end has none.
 */
export async function readToneWords(
  db: Database,
  tenant: Tenant,
  { answer, removed_spans, detection, mentions }: ReadAnswer,
): Promise<Map<number, Evidence[]>> {
  const estimated = mentions.filter((one) => one.sentiment !== null && !one.is_judged);
  if (estimated.length === 0 || detection === "partial") return new Map();
  const { detector } = await loadReader(db, tenant);
  const [found] = await detectAnswers(detector, [{ answer, removed_spans, is_traced: true }]);
  return new Map(
    estimated.flatMap(({ brand_id, sentiment }) => {
      const again = found?.mentions.find((one) => one.brand_id === brand_id);
      if (again?.sentiment == null || Math.round(again.sentiment * 1000) !== sentiment) return [];
      const words = again.tone_words ?? [];
      return [
        [brand_id, words.map(({ start, end }) => ({ start, end, text: answer.slice(start, end) }))],
      ];
    }),
  );
}
