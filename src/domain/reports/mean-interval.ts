import type { Verdict } from "#domain/statistics/change-verdict.ts";
import { studentP, studentQuantile } from "#domain/statistics/student.ts";

/** Fewer values tell nothing of how they spread. */
export const VALUES_MIN = 5;

/**
 * The mean of some values, one of each prompt, with its 95 % interval and the chance of one as far from zero, by
 * Student's t: prompts are the sample, so what answers of one prompt have in common widens it. Null with fewer than five.
 */
export function meanInterval(values: readonly number[]): Verdict | null {
  const n = values.length;
  if (n < VALUES_MIN) return null;
  const value = mean(values);
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1);
  const error = Math.sqrt(variance / n);
  const half = studentQuantile(n - 1) * error;
  const p = value === 0 ? 1 : studentP(value / error, n - 1);
  return { value, low: value - half, high: value + half, p };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
