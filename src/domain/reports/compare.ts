import * as z from "zod";
import type { Verdict } from "#domain/statistics/change-verdict.ts";
import { limitOf } from "#domain/statistics/false-discoveries.ts";
import type { BrandRow } from "./brand-rows.ts";
import { REASONS, type Reason, type Verdicts } from "./row-statistics.ts";
import { RATIOS } from "./row-sums.ts";

/** A change of a number since the period before, with the interval of the difference where one is defined. */
export const Change = z
  .object({
    value: z
      .number()
      .nullable()
      .describe(
        "Now less before, of the prompts and models asked in both where there is an interval; null: not defined.",
      ),
    low: z.number().nullable().describe("95 % interval of the difference; null: none is defined."),
    high: z.number().nullable(),
    p: z
      .number()
      .nullable()
      .describe("The chance of a difference as large where nothing changed; null: unknown."),
    significant: z
      .boolean()
      .nullable()
      .describe(
        "More than chance: of all that a report calls so, at most 5 % are chance; null: unknown.",
      ),
    reason: z.enum(REASONS).optional(),
  })
  .meta({ id: "Change" });
export type ChangeValue = z.output<typeof Change>;

/** A change that is not tested; `reason`: why not. */
export function plainChange(
  now: number | null,
  before: number | null,
  reason?: Reason,
): ChangeValue {
  const value = now === null || before === null ? null : now - before;
  return { value, low: null, high: null, p: null, significant: null, ...(reason && { reason }) };
}

/** A change with its verdict, before it is held against the others of its report; `scale`: of the number shown. */
export function testedChange(
  verdict: Verdict | Reason,
  { now, before, scale = 1 }: { now: number | null; before: number | null; scale?: number },
): ChangeValue {
  if (typeof verdict === "string") return plainChange(now, before, verdict);
  const { value, low, high, p } = verdict;
  return { value: scale * value, low: scale * low, high: scale * high, p, significant: null };
}

/** Says of all changes of a report which are more than chance: at most 5 % of those that it calls so are chance. */
export function judgeTogether(changes: readonly ChangeValue[]): void {
  judgeBy(changes, limitOf(changes.map(({ p }) => p)));
}

/** The same among the tests of more rows than are shown; `limit`: the largest p that stands there. */
export function judgeBy(changes: readonly ChangeValue[], limit: number): void {
  for (const change of changes) change.significant = change.p === null ? null : change.p <= limit;
}

/** What a test found, for those that it is held against. */
export const chanceOf = (verdict: Verdict | Reason): number | null =>
  typeof verdict === "string" ? null : verdict.p;

/** The numbers of the brand report that are compared. */
export const BrandChange = z.object({
  visibility: Change,
  share_of_voice: Change,
  position: Change,
  sentiment: Change,
  mention_count: Change,
});
export type BrandChanges = Record<keyof typeof BrandChange.shape, ChangeValue>;

/** What a brand's row changed since the period before, before it is judged together with the others. */
export function brandChange(now: BrandRow, before: BrandRow, verdicts: Verdicts): BrandChanges {
  const tested = Object.fromEntries(
    RATIOS.map((name) => {
      const scale = name === "sentiment" ? 50 : 1;
      return [name, testedChange(verdicts[name], { now: now[name], before: before[name], scale })];
    }),
  ) as Omit<BrandChanges, "mention_count">;
  return { ...tested, mention_count: plainChange(now.mention_count, before.mention_count) };
}
