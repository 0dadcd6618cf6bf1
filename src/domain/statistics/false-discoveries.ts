/** The share of false ones among the changes that a report calls significant. */
export const FALSE_SHARE = 0.05;

/**
 * The largest p that stands among many tests when at most 5 % of those that stand may be false: the last that is at most
 * its rank's part of 5 %; below 0: none does. Null: not tested, counts nowhere; `others`: so many more that found
 * nothing. Source: Benjamini and Hochberg 1995; it holds where tests depend on each other as brands of the same
 * answers do (`bench/verdicts.ts`).
 */
export function limitOf(tests: readonly (number | null)[], others = 0): number {
  const sorted = tests.filter((p) => p !== null).sort((left, right) => left - right);
  let limit = -1;
  for (const [index, p] of sorted.entries()) {
    if (p <= (FALSE_SHARE * (index + 1)) / (sorted.length + others)) limit = p;
  }
  return limit;
}

/** Which of many tests stand; null: not tested. */
export function standing(tests: readonly (number | null)[], others = 0): (boolean | null)[] {
  const limit = limitOf(tests, others);
  return tests.map((p) => (p === null ? null : p <= limit));
}
