import { AMONG_MANY, type Difference, isChanceAmongMany, leavesOutZero } from "./doubt.ts";
import { signed, unitless } from "./numbers.ts";

type Ends = { low: number | null; high: number | null };

/**
 * The 95 % interval of a change beside its number, which has its unit: +13.6 to +21.8, with a digit more where one that
 * leaves out 0 would read as if it did not; null: there is none.
 */
export function sayInterval(
  { low, high }: Ends,
  show: (value: number, digits?: number) => string,
): string | null {
  if (low === null || high === null) return null;
  const hidesIt = [low, high].some((end) => Number.parseFloat(show(end)) === 0);
  const digits = hidesIt && leavesOutZero({ low, high }) ? [2] : [];
  const [from, to] = [low, high].map((end) => unitless(signed(end, (one) => show(one, ...digits))));
  return `${from} to ${to}`;
}

/** What the interval of a change is that stands in brackets beside it; empty where there is none. */
export function sayBrackets(change: Omit<Difference, "value">): string {
  if (change.low === null) return "";
  const among = isChanceAmongMany(change) ? ` ${AMONG_MANY}` : "";
  return `In brackets: the 95\u00A0% interval of the change.${among}`;
}
