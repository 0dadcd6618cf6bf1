import * as z from "zod";
import { Change, type ChangeValue, plainChange, testedChange } from "./compare.ts";
import type { PeriodSpread, Statistics } from "./row-statistics.ts";
import { RATIOS, type Ratio } from "./row-sums.ts";
import { meanEnds, SINGLE_TONE, shareEnds, singlePlace } from "./share-ends.ts";

const share = z.number().nullable();

/** How much larger a number of one brand is than that of another, in the same answers. */
const Lead = z
  .object({
    value: share.describe("The row's number less that of other_brand_id; null: not defined."),
    low: share.describe("95 % interval if the same prompts were asked again."),
    high: share,
    questions_low: share.describe("95 % interval for questions like these."),
    questions_high: share.describe("Its upper end."),
    previous: share.optional().describe("The difference in the days compared with."),
    change: Change.optional().describe("Of the difference; all of a report are judged together."),
  })
  .meta({ id: "Lead" });
type LeadValue = z.output<typeof Lead>;

/** The numbers that brands are held against each other by; of position and tone, no change is tested. */
export const BrandLead = z
  .object({ visibility: Lead, share_of_voice: Lead, position: Lead, sentiment: Lead })
  .describe("How the row's numbers differ from those of other_brand_id in the same answers.");
export type BrandLeads = z.output<typeof BrandLead>;

const SHARES: readonly Ratio[] = ["visibility", "share_of_voice"];
const NONE = { dimensions: [] };

/** The leads of a row, from its statistics over another brand. */
export function leadsOf(statistics: Statistics, isCompared: boolean): BrandLeads {
  const leads = RATIOS.map((ratio) => [ratio, leadOf(ratio, statistics, isCompared)]);
  return Object.fromEntries(leads) as BrandLeads;
}

function leadOf(
  ratio: Ratio,
  { now, before, verdicts }: Statistics,
  isCompared: boolean,
): LeadValue {
  const scale = ratio === "sentiment" ? 50 : 1;
  const numberOf = (spread: PeriodSpread | null) => (spread ? scale * spread.ratio : null);
  const [value, previous] = [numberOf(now[ratio]), numberOf(before[ratio])];
  const { low, high, questions_low, questions_high } = endsOf(ratio, now[ratio]);
  const scaled = (end: number | null) => (end === null ? null : scale * end);
  return {
    ...{ value, low: scaled(low), high: scaled(high) },
    ...{ questions_low: scaled(questions_low), questions_high: scaled(questions_high) },
    ...(isCompared && {
      previous,
      change: changeOf(ratio, { now: value, before: previous, verdicts }),
    }),
  };
}

/** Of position and tone a difference is linear nearly, which tells its interval but not what cells weigh the same. */
function changeOf(
  ratio: Ratio,
  { verdicts, now, before }: Pick<Statistics, "verdicts"> & Record<"now" | "before", number | null>,
): ChangeValue {
  return SHARES.includes(ratio)
    ? testedChange(verdicts[ratio], { now, before })
    : plainChange(now, before);
}

/** Shares differ by -1 to 1 as one share is from 0 to 1. */
function endsOf(ratio: Ratio, spread: PeriodSpread | null) {
  const part = { ratio: spread?.ratio ?? null, whole: spread?.whole ?? 0 };
  if (!SHARES.includes(ratio) || !spread) {
    // Of two brands, the one at least first in its answers.
    const places = singlePlace(1 + Math.abs(part.ratio ?? 0)) + singlePlace(1);
    const single = ratio === "sentiment" ? 2 * SINGLE_TONE : places;
    return meanEnds({ ...part, single }, spread, NONE);
  }
  const halved = (one: PeriodSpread["again"]) => one && { ...one, variance: one.variance / 4 };
  const half = { ...spread, again: halved(spread.again), questions: halved(spread.questions) };
  const ends = shareEnds({ ...part, ratio: (1 + spread.ratio) / 2 }, half, NONE);
  const full = (end: number | null) => (end === null ? null : 2 * end - 1);
  return {
    ...{ low: full(ends.low), high: full(ends.high) },
    ...{ questions_low: full(ends.questions_low), questions_high: full(ends.questions_high) },
  };
}
