import { type CellSums, spreadOf } from "./cell-sums.ts";
import type { Untold, Verdict } from "./change-verdict.ts";
import { correlationOfMeans, inflation, UNKNOWN_DEPENDENCE } from "./dependence.ts";
import { type Ends, endsOfShare } from "./row-intervals.ts";
import { studentP, studentQuantile } from "./student.ts";

type Periods<Of> = { before: Of; now: Of };
type Share = Ends & { share: number; freedom: number; units: number };

/** How strongly units depend on each other in each period, null: unknown, and how many lie between the two. */
export type Dependent = { dependence: Periods<number | null>; apart: number };

/**
 * How a share differs between two periods over some cells that have answers in both, each with the same weight in both,
 * its answers; judged by how answers to the same prompts vary, where there are too few prompts to tell from these. From
 * the intervals of both shares and how these depend on each other (Newcombe 1998, method 10; Zou and Donner 2008).
 */
export function changeAgain(
  cells: Periods<CellSums>,
  chosen: readonly number[],
  { dependence: known, apart }: Dependent,
): Verdict | Untold {
  const dependence = {
    before: known.before ?? UNKNOWN_DEPENDENCE,
    now: known.now ?? UNKNOWN_DEPENDENCE,
  };
  const weightOf = (at: number) => (cells.before.answers[at] ?? 0) + (cells.now.answers[at] ?? 0);
  const all = chosen.reduce((sum, at) => sum + weightOf(at), 0);
  const of = (when: "before" | "now") =>
    shareOf(cells[when], chosen, {
      dependence: dependence[when],
      partOf: (at) => weightOf(at) / all,
    });
  const [before, now] = [of("before"), of("now")];
  if (!before || !now) return "not enough data";
  const value = now.share - before.share;
  const least = Math.min(dependence.before, dependence.now);
  const correlation = correlationOfMeans(least, { before: before.units, now: now.units, apart });
  const both = (one: number, other: number) =>
    Math.sqrt(one ** 2 + other ** 2 - 2 * correlation * one * other);
  const down = both(now.share - now.low, before.high - before.share);
  const up = both(now.high - now.share, before.share - before.low);
  const freedom = Math.min(before.freedom, now.freedom);
  // The end towards zero is as many errors away as Student's t says.
  const error = (value > 0 ? down : up) / studentQuantile(freedom);
  const p = value === 0 ? 1 : studentP(value / error, freedom);
  return { value, low: value - down, high: value + up, p };
}

type Weights = { dependence: number; partOf: (at: number) => number };

/** The weighted share of a period, with its interval; null where no cell has two units. */
function shareOf(
  cells: CellSums,
  chosen: readonly number[],
  { dependence, partOf }: Weights,
): Share | null {
  let [share, variance, known, freedom, thin, mean] = [0, 0, 0, 0, 0, 0];
  for (const at of chosen) {
    const answers = cells.answers[at] ?? 0;
    const units = cells.units[at] ?? 0;
    const part = partOf(at);
    const own = (cells.part[at] ?? 0) / answers;
    const grown = inflation(dependence, units);
    share += part * own;
    thin += (part ** 2 * grown) / answers;
    mean += part * units;
    if (units < 2) continue;
    known += part;
    freedom += units / grown - 1;
    const spread = (spreadOf(cells, at, own) * units * grown) / (units - grown);
    variance += (part / answers) ** 2 * spread;
  }
  if (known === 0) return null;
  const spread = { variance: variance / known, freedom: Math.max(1, freedom) };
  const ends = endsOfShare(share, spread, { worth: 1 / thin });
  return { share, freedom: spread.freedom, units: mean, ...ends };
}
