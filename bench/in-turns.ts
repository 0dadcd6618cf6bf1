import type { Task } from "./growth-measures.ts";

/** Rounds of a slow task end after so long a time, but not before the fourth. */
const LONG_MS = 5_000;
const ROUNDS_MIN = 4;

/** Times the same task of several sizes, round after round in turns; returns the milliseconds of each by size. */
export async function timeInTurns(tasks: readonly Task[]): Promise<number[][]> {
  const times = tasks.map((): number[] => []);
  const most = Math.max(...tasks.map(({ rounds }) => rounds));
  const began = performance.now();
  for (let round = 0; round < most; round++) {
    if (round >= ROUNDS_MIN && performance.now() - began > LONG_MS * tasks.length) break;
    for (const [place, { prepare, ask, parts = 1 }] of tasks.entries()) {
      await prepare?.();
      const started = performance.now();
      await ask();
      const took = (performance.now() - started) / parts;
      if (round > 0 || most === 1) times[place]?.push(took);
    }
  }
  return times;
}

export function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[times.length >> 1] ?? Number.NaN;
}

/** The b of ms = a * n^b by least squares on logarithms; null for fewer than two points. */
export function exponentOf(points: readonly { n: number; ms: number }[]): number | null {
  if (points.length < 2) return null;
  const logs = points.map(({ n, ms }) => ({ x: Math.log(n), y: Math.log(ms) }));
  const mean = (of: "x" | "y") => logs.reduce((sum, one) => sum + one[of], 0) / logs.length;
  const [x, y] = [mean("x"), mean("y")];
  const product = logs.reduce((sum, one) => sum + (one.x - x) * (one.y - y), 0);
  return product / logs.reduce((sum, one) => sum + (one.x - x) ** 2, 0);
}
