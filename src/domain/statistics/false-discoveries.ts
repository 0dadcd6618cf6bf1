/** The share of false ones among the changes that a report calls significant. */
export const FALSE_SHARE = 0.05;

/**
 * Which of many tests stand when at most 5 % of those that stand may be false: the tests up to the last whose p is at
 * most its rank's part of 5 %. Null: not tested, counts nowhere. Source: Benjamini and Hochberg 1995; it holds where
 * tests depend on each other as brands of the same answers do (`bench/verdicts.ts`).
 */
export function standing(tests: readonly (number | null)[]): (boolean | null)[] {
  const sorted = tests.filter((p) => p !== null).sort((left, right) => left - right);
  let limit = -1;
  for (const [index, p] of sorted.entries()) {
    if (p <= (FALSE_SHARE * (index + 1)) / sorted.length) limit = p;
  }
  return tests.map((p) => (p === null ? null : p <= limit));
}
