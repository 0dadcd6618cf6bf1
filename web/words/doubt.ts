/** A difference to the period before, with the 95 % interval that says whether it is more than noise. */
export type Difference = {
  value: number | null;
  low: number | null;
  high: number | null;
  significant: boolean | null;
  reason?: string | undefined;
};

type Interval = { low: number | null; high: number | null };

/** Whether all of an interval lies on one side of 0. */
export const leavesOutZero = ({ low, high }: Interval): boolean =>
  low !== null && high !== null && (low > 0 || high < 0);

/**
 * Why a difference is not called certain: its own interval holds 0, or it leaves out 0 and there are so many differences
 * that some do by chance (Benjamini and Hochberg, 1995).
 */
export const doubtOf = (interval: Interval): string =>
  leavesOutZero(interval) ? "may be chance among so many" : "noise";

/** What a change is called beside its number: more than noise or not, or why that is not known. */
export function verdictOf(change: Difference): string {
  if (change.significant === null) return change.reason ?? "not tested";
  if (change.significant) return "more than noise";
  return leavesOutZero(change) ? "may be chance" : "noise";
}
