/** Seconds before the next try: full jitter under min(60, 2^attempt), never below the floor. */
export function computeBackoffSeconds(
  attempt: number,
  floor_seconds: number | null,
  random: () => number = Math.random,
): number {
  return Math.max(floor_seconds ?? 0, random() * Math.min(60, 2 ** attempt));
}
