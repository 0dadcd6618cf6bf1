/**
 * What neighbouring units of cells have in common, added up over any cells: each unit is `off` its cell's mean.
 * `products` of neighbours, `pairs` of them; `squares`, `units`, and the `cells` that these are of.
 */
export type Neighbours = {
  products: number;
  pairs: number;
  squares: number;
  units: number;
  cells: number;
};

/**
 * How strongly units depend on each other where their answers are too few to tell: taken for independent, up to 64 % of
 * simulated splits of a few prompts over two weeks called a part changed by chance; taken so, none did.
 */
export const UNKNOWN_DEPENDENCE = 0.8;
const DEPENDENCE_MAX = 0.97;
/** With fewer units per cell, what they have in common cannot be told from their mean. */
export const UNITS_MIN = 3;
/** With fewer pairs of neighbours, in cells that vary, chance decides. */
const PAIRS_MIN = 120;

/**
 * How strongly a unit depends on the one before, 0 to 0.97: the correlation of neighbours, when that of units `k` apart
 * is its k-th power, as when today's answer repeats yesterday's with some probability. Means of short series hide part
 * of it, which is put back. Null with fewer than three units per cell or 120 pairs.
 */
export function dependenceOf(neighbours: Neighbours): number | null {
  const { products, pairs, squares, units, cells } = neighbours;
  const length = units / cells;
  if (!(length >= UNITS_MIN) || pairs < PAIRS_MIN || squares <= 0) return null;
  // A little more, as chance may hide it: too narrow an interval is the worse mistake.
  const seen = products / pairs / (squares / units) + 0.5 / Math.sqrt(pairs);
  let [low, high] = [0, DEPENDENCE_MAX];
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (expected(middle, length) < seen) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The mean product of neighbours, each off the mean of its `length` units, by their mean square. */
function expected(dependence: number, length: number): number {
  const mean = inflation(dependence, length) / length;
  // What the first and the last unit have in common with the mean is less than what those between do.
  const first = (1 - dependence ** length) / (length * (1 - dependence));
  const between = (length * mean - first) / (length - 1);
  return (dependence - 2 * between + mean) / (1 - mean);
}

/**
 * How the means of two runs of units correlate, the second `apart` units after the end of the first: what the first days
 * of a week repeat of the last days of the week before is no reason to expect that the two weeks differ.
 */
export function correlationOfMeans(
  dependence: number,
  { before, now, apart = 0 }: { before: number; now: number; apart?: number },
): number {
  const reach = (units: number) => (1 - dependence ** units) / (1 - dependence);
  const spread = (units: number) => units * inflation(dependence, units);
  const shared = dependence ** (apart + 1) * reach(before) * reach(now);
  return shared / Math.sqrt(spread(before) * spread(now));
}

/** How many times the variance of a mean of `units` grows by a dependence: its independent answers are so many fewer. */
export function inflation(dependence: number, units: number): number {
  if (dependence === 0 || units <= 1) return 1;
  const rest = 1 - dependence;
  return 1 + ((2 * dependence) / rest) * (1 - (1 - dependence ** units) / (units * rest));
}
