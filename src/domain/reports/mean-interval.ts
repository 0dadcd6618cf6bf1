import { type Difference, Z } from "./intervals.ts";

/** Fewer values tell nothing of how they spread. */
export const VALUES_MIN = 5;

/**
 * The mean of some values, one of each prompt, with its 95 % interval by Student's t: prompts are the sample, so what
 * answers of one prompt have in common widens it. Null with fewer than five.
 */
export function meanInterval(values: readonly number[]): Difference | null {
  const n = values.length;
  if (n < VALUES_MIN) return null;
  const value = mean(values);
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const half = studentT(n - 1) * Math.sqrt(variance / n);
  return { value, low: value - half, high: value + half };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

/** The 97.5 % point of Student's t, right to 0.005 from four degrees of freedom. Source: Abramowitz and Stegun 26.7.5. */
function studentT(freedom: number): number {
  const terms = [
    (Z ** 3 + Z) / 4,
    (5 * Z ** 5 + 16 * Z ** 3 + 3 * Z) / 96,
    (3 * Z ** 7 + 19 * Z ** 5 + 17 * Z ** 3 - 15 * Z) / 384,
  ];
  return terms.reduce((sum, term, power) => sum + term / freedom ** (power + 1), Z);
}
