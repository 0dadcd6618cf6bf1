import type { Difference } from "../../words/doubt.ts";

/** A share of answers that moved, of a brand, a prompt, a site or a page. */
export type Mover = {
  id: string;
  name: string;
  before: number;
  now: number;
  /** Answers behind both, that count. */
  counts: { before: number; now: number };
  change: Difference | null;
};
/** In each list, the first to be shown first. */
export type Moved = Record<"up" | "down" | "fresh" | "lost", Mover[]>;

/**
 * What went up and down, with what is more than chance first, what is new and what is gone. Without a verdict there may
 * be a change: it comes last. Up and down go by the change that is shown.
 */
export function sortMovers(movers: readonly Mover[]): Moved {
  const by = (sign: 1 | -1) =>
    movers
      .filter((one) => one.before > 0 && one.now > 0 && sign * movedBy(one) > 0)
      .toSorted((a, b) => rank(b) - rank(a) || sign * (movedBy(b) - movedBy(a)));
  const once = (of: "before" | "now") => {
    const other = of === "now" ? "before" : "now";
    return movers
      .filter((one) => one[of] > 0 && one[other] === 0)
      .toSorted((a, b) => b[of] - a[of]);
  };
  return { up: by(1), down: by(-1), fresh: once("now"), lost: once("before") };
}

const movedBy = ({ before, now, change }: Mover) => change?.value ?? now - before;
const rank = ({ change }: Mover) =>
  change?.significant ? 2 : change?.significant === false ? 1 : 0;
