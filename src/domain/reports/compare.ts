import * as z from "zod";
import { addDays, daysBetween } from "#core/period.ts";
import type { BrandRow } from "./brand-rows.ts";
import { ANSWERS_MIN, type Counts, type Difference, newcombe, stratified } from "./intervals.ts";
import { type RatioCounts, ratioDifference, sumUp } from "./ratio-interval.ts";

/** A change of a number since the period before, with the interval of the difference where one is defined. */
export const Change = z
  .object({
    value: z
      .number()
      .nullable()
      .describe(
        "Now less before, of the prompts and models asked in both where the interval is computed from them; null: not defined.",
      ),
    low: z.number().nullable().describe("95 % interval of the difference; null: none is defined."),
    high: z.number().nullable(),
    significant: z
      .boolean()
      .nullable()
      .describe("True when the interval excludes zero; null: unknown."),
    reason: z.enum(["not enough data"]).optional(),
  })
  .meta({ id: "Change" });
export type ChangeValue = z.output<typeof Change>;

/** The same number of days, ending the day before. */
export function previousPeriod<Range extends { date_from: string; date_to: string }>(
  query: Range,
): Range {
  const days = daysBetween(query.date_from, query.date_to);
  return {
    ...query,
    date_from: addDays(query.date_from, -days),
    date_to: addDays(query.date_from, -1),
  };
}

/** A change without an interval. */
export function plainChange(now: number | null, before: number | null): ChangeValue {
  const value = now === null || before === null ? null : now - before;
  return { value, low: null, high: null, significant: null };
}

const NOT_ENOUGH = { low: null, high: null, significant: null, reason: "not enough data" } as const;

const judged = (found: Difference): ChangeValue => ({
  ...found,
  significant: found.low > 0 || found.high < 0,
});

/** The change of a share: computed from the cells both periods have, else from the sums. */
export function shareChange(total: Counts, fine: Difference | null): ChangeValue {
  const { before, before_total, now, now_total } = total;
  if (before_total === 0 || now_total === 0) return { ...NOT_ENOUGH, value: null };
  if (fine) return judged(fine);
  const value = now / now_total - before / before_total;
  const coarse = newcombe(total);
  if (!coarse || Math.min(before_total, now_total) < ANSWERS_MIN) return { ...NOT_ENOUGH, value };
  return judged({ value, ...coarse });
}

/** The change of a share of voice, computed from the cells both periods have, else from all cells taken as one. */
function voiceChange(now: BrandRow, before: BrandRow, cells: readonly RatioCounts[]): ChangeValue {
  const fine = ratioDifference(cells);
  if (fine) return judged(fine);
  const { value } = plainChange(now.share_of_voice, before.share_of_voice);
  const isFew = Math.min(before.visibility_total, now.visibility_total) < ANSWERS_MIN;
  const coarse = isFew ? null : ratioDifference([sumUp(cells)]);
  return coarse ? judged(coarse) : { ...NOT_ENOUGH, value };
}

/** The numbers of the brand report that are compared. */
export const BrandChange = z.object({
  visibility: Change,
  share_of_voice: Change,
  position: Change,
  sentiment: Change,
  mention_count: Change,
});

/** What a brand's row changed since the period before. */
export function brandChange(
  now: BrandRow,
  before: BrandRow,
  cells: readonly RatioCounts[],
): Record<keyof typeof BrandChange.shape, ChangeValue> {
  const visibility = shareChange(
    {
      before: before.visibility_count,
      before_total: before.visibility_total,
      now: now.visibility_count,
      now_total: now.visibility_total,
    },
    stratified(cells),
  );
  return {
    visibility,
    share_of_voice: voiceChange(now, before, cells),
    position: plainChange(now.position, before.position),
    sentiment: plainChange(now.sentiment, before.sentiment),
    mention_count: plainChange(now.mention_count, before.mention_count),
  };
}
