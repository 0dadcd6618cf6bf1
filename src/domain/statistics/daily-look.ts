import type { Verdict } from "./change-verdict.ts";

/**
 * The chance that one look takes noise for a change. Looks may depend on each other in any way: the expected number of
 * false ones among n is at most n / 300, because expectations add up. So one look a day says so falsely once in ten
 * months at most, for as long as anybody looks.
 */
const FALSE_LOOK = 1 / 300;

/** True for a change that a daily look may tell. */
export function isNews(verdict: Verdict | string): verdict is Verdict {
  return typeof verdict !== "string" && verdict.p <= FALSE_LOOK;
}
