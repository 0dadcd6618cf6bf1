/** Standard deviations to either side that hold 95 %. */
const Z = 1.959963984540054;

/** A 95 % interval, or null where there is nothing to tell it from. */
export type Interval = { low: number; high: number };

/**
 * Wilson's interval of `count` in `total` at 95 %, always within 0 to 1, even of a count that is out of bounds; null
 * without a total. Source: Wilson 1927, without correction.
 */
export function wilson(count: number, total: number): Interval | null {
  if (total <= 0) return null;
  const share = Math.min(1, Math.max(0, count / total));
  const square = Z * Z;
  const center = (share + square / (2 * total)) / (1 + square / total);
  const half =
    (Z / (1 + square / total)) *
    Math.sqrt((share * (1 - share)) / total + square / (4 * total * total));
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
}
