import { signed } from "./numbers.ts";

/** A difference to the period before, with the 95 % interval that says whether it is more than chance. */
export type Difference = {
  value: number | null;
  low: number | null;
  high: number | null;
  significant: boolean | null;
  reason?: string | undefined;
};

const TOO_LITTLE: Record<string, string> = {
  "too few days": "too few days to compare",
  "not enough data": "too little data to compare",
};

/** Why a change is not shown, though its number is known: a day against weeks says nothing. Null: it is shown, or there is none. */
export const whyUnshown = (
  change: Pick<Difference, "significant" | "reason"> | null | undefined,
): string | null =>
  change?.significant === null ? (TOO_LITTLE[change.reason ?? ""] ?? null) : null;

type Interval = { low: number | null; high: number | null };

/** Whether all of an interval lies on one side of 0. */
export const leavesOutZero = ({ low, high }: Interval): boolean =>
  low !== null && high !== null && (low > 0 || high < 0);

/** Whether a change is more than chance by itself, as its interval says, and yet may be chance: many are compared together. */
export const isChanceAmongMany = (change: Omit<Difference, "value">): boolean =>
  change.significant === false && leavesOutZero(change);

/** What such a change is, in a hint. */
export const AMONG_MANY =
  "By itself this is more than chance, but among so many changes some are so by chance.";

/** What a change is called beside its number: more than chance or not, alone or among all, or why that is not known. */
export function verdictOf(change: Omit<Difference, "value">): string {
  const { significant, reason } = change;
  if (significant === null) return `not tested${reason ? `: ${reason}` : ""}`;
  if (isChanceAmongMany(change)) return "may be chance among so many";
  return significant ? "more than chance" : "may be chance";
}

/** Whether a change is not the difference of the two numbers beside it, beyond digits: other answers count in it. */
export const isOther = (change: number, from: number, to: number) =>
  Math.abs(to - from - change) > 0.0005;

/**
 * A difference as the numbers on both sides of it are shown, so that all three add up; as it is where it is not theirs.
 * `show`: how these read, which may be in hundredths; `end`: what the later one is shown as, if not so.
 */
export function asShown<Change extends { value: number | null; significant?: boolean | null }>(
  change: Change,
  [from, to]: readonly (number | null | undefined)[],
  show: (value: number) => string,
  end?: number,
): Change {
  if (change.value === null || typeof from !== "number" || typeof to !== "number") return change;
  if (isOther(change.value, from, to)) return change;
  const read = (value: number) => Number.parseFloat(show(value)) / Number.parseFloat(show(1));
  const value = (end ?? read(to)) - read(from);
  // What is certain and smaller than the last digit is not nothing.
  return value === 0 && change.significant ? change : { ...change, value };
}

type Show = (value: number, digits?: number) => string;

/** Whether a change reads as none and is not certain: nothing moved that could be chance. */
export const readsAsNone = (
  { value, significant }: Pick<Difference, "value" | "significant">,
  show: Show,
): boolean => value !== null && !significant && Number.parseFloat(show(value)) === 0;

/** A change with its sign; a certain one that is smaller than the last digit, with a digit more. */
export const saySigned = (
  { value, significant }: { value: number; significant: boolean | null },
  show: Show,
): string =>
  signed(value, significant && Number.parseFloat(show(value)) === 0 ? (one) => show(one, 2) : show);
