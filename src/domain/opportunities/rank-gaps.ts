import { newcombe, wilson } from "#domain/reports/intervals.ts";
import type { PromptGap, SourceGap } from "./opportunity-queries.ts";

/** A gap with its difference of shares (null: the own brand is never named) and the score it is ranked by. */
export type Gap =
  | {
      kind: "source";
      id: number;
      name: string;
      score: number;
      gap: SourceGap;
      difference: { value: number; low: number; high: number } | null;
    }
  | { kind: "prompt"; id: number; name: string; score: number; gap: PromptGap };

/**
 * Gaps, the largest first. The score is a count of answers times the cautious end of a 95 % interval: of the
 * difference of shares for a source (its own share while the own brand is never named), of the share that names
 * competitors for a prompt. Sources whose difference may be none are left out.
 */
export function rankGaps(sources: readonly SourceGap[], prompts: readonly PromptGap[]): Gap[] {
  const gaps: Gap[] = prompts.map((gap) => ({
    kind: "prompt",
    id: gap.prompt_id,
    name: gap.text,
    score: gap.competitor_count * (wilson(gap.competitor_count, gap.answer_count)?.low ?? 0),
    gap,
  }));
  for (const gap of sources) {
    const { missing_count, missing_total, named_count, named_total } = gap;
    const interval = newcombe({
      before: named_count,
      before_total: named_total,
      now: missing_count,
      now_total: missing_total,
    });
    const low = interval?.low ?? wilson(missing_count, missing_total)?.low ?? 0;
    if (low <= 0) continue;
    const value = missing_count / missing_total - named_count / named_total;
    const difference = interval && { value, ...interval };
    const score = missing_count * low;
    gaps.push({ kind: "source", id: gap.domain_id, name: gap.domain, score, gap, difference });
  }
  return gaps.sort(
    (a, b) =>
      b.score - a.score ||
      (a.kind === b.kind ? 0 : a.kind < b.kind ? -1 : 1) ||
      (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id),
  );
}
