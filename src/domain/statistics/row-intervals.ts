import { type CellSums, type PromptsOfCells, type RatioSpread, ratioSpread } from "./cell-sums.ts";
import { PROMPTS_MIN } from "./change-verdict.ts";
import { inflation } from "./dependence.ts";
import { studentQuantile } from "./student.ts";
import { zeros } from "./zeros.ts";

/** The variance of a ratio, and the degrees of freedom it is known with. */
export type Spread = { variance: number; freedom: number };

/**
 * How a ratio would spread if the same prompts were asked again: answers of a cell spread around its own mean, more so
 * the more neighbours depend on each other; `shared`: the variance that days add, `known`: the spread of these cells.
 * Null where no cell has two units.
 */
export function spreadAgain(
  cells: CellSums,
  {
    dependence,
    shared = 0,
    known = ratioSpread(cells),
  }: { dependence: number; shared?: number; known?: RatioSpread | null },
): Spread | null {
  if (!known) return null;
  const { all, spread, cells: counts, answers, whole, wholes } = known;
  let [sum, told, every, freedom, counted] = [0, 0, answers[1] ?? 0, 0, 0];
  for (let units = 2; units < spread.length; units++) {
    if (!counts[units]) continue;
    every += answers[units] ?? 0;
    told += answers[units] ?? 0;
    const grown = inflation(dependence, units);
    freedom += (counts[units] ?? 0) * (units / grown - 1);
    // What has a whole in few answers, as a place of a rare brand, is known from these alone.
    counted += (whole[units] ?? 0) / grown - (wholes[units] ?? 0);
    // A cell's own mean takes part of the spread with it, the more so the more units depend on each other.
    sum += ((spread[units] ?? 0) * units * grown) / (units - grown);
  }
  if (told === 0) return null;
  const variance = ((sum / all ** 2) * every) / told + shared;
  return { variance, freedom: Math.max(1, Math.min(freedom, counted)) };
}

/**
 * How a ratio would spread over other prompts like these: each prompt is one observation. Null with fewer than five,
 * or where one holds most of the whole. Source: the linearised ratio with the cluster-robust variance of Liang and
 * Zeger 1986, as the jackknife (CR3) of Bell and McCaffrey 2002.
 */
export function spreadOfQuestions(
  cells: CellSums,
  of: PromptsOfCells,
  known: Pick<RatioSpread, "ratio" | "all"> | null = ratioSpread(cells),
): Spread | null {
  if (!known) return null;
  const { ratio, all } = known;
  const off = zeros(of.prompts);
  const wholes = zeros(of.prompts);
  const asked = new Uint8Array(of.prompts);
  for (let at = 0; at < cells.answers.length; at++) {
    const to = of.prompt[at] ?? 0;
    const whole = cells.whole[at] ?? 0;
    if ((cells.answers[at] ?? 0) > 0) asked[to] = 1;
    off[to] = (off[to] ?? 0) + (cells.part[at] ?? 0) - ratio * whole;
    wholes[to] = (wholes[to] ?? 0) + whole;
  }
  let [squares, even, count] = [0, 0, 0];
  for (let at = 0; at < of.prompts; at++) {
    count += asked[at] ?? 0;
    const part = (wholes[at] ?? 0) / all;
    even += part ** 2;
    // A prompt draws the ratio to itself by its part of the whole.
    if (part < 1) squares += ((off[at] ?? 0) / (1 - part)) ** 2;
  }
  // A few prompts that hold most of the whole are a few observations.
  const worth = Math.min(count, 1 / even);
  if (count < PROMPTS_MIN || worth < 2) return null;
  return { variance: ((squares / all ** 2) * (count - 1)) / count, freedom: worth - 1 };
}

export type Ends = { low: number; high: number };

/** A spread of which nothing is known; with so many degrees of freedom Student's t is the normal distribution. */
const UNKNOWN_SPREAD: Spread = { variance: 0, freedom: 1_000_000 };
/** For so many degrees of freedom counts what all answers spread by, whichever cell they are of. */
const TOGETHER = 4;

/**
 * The ends of a share's 95 % interval if the same prompts were asked again. Few answers, or such that repeat each other,
 * may all be alike in a cell by chance, and seem to spread by nothing: so the spread within cells, which `spread` is
 * of, is moderated by `together`, the variance by the spread of all answers, which is no less. `worth`: as many
 * independent answers as there are.
 */
export function endsForAgain(
  share: number,
  spread: Spread | null,
  { worth, together = (share * (1 - share)) / worth }: { worth: number; together?: number },
): Ends {
  if (!spread) return endsOfShare(share, UNKNOWN_SPREAD, { worth });
  const freedom = spread.freedom + TOGETHER;
  const variance = (spread.freedom * spread.variance + TOGETHER * together) / freedom;
  return endsOfShare(share, { variance, freedom }, { worth });
}

/** A prompt tells at most as much of questions like it as so many independent answers would. */
const ANSWERS_OF_PROMPT = 6;

/**
 * The ends of a share's 95 % interval from its spread: Wilson's, with as many answers as independent ones of that
 * spread would be; always within 0 to 1. `worth`: as many as they are worth where nothing spreads; `most`: at most.
 */
export function endsOfShare(
  share: number,
  spread: Spread,
  { worth, most = Number.POSITIVE_INFINITY }: { worth: number; most?: number },
): Ends {
  const t = studentQuantile(spread.freedom);
  const room = share * (1 - share);
  const n = Math.min(most, spread.variance > 0 && room > 0 ? room / spread.variance : worth);
  const square = t * t;
  const center = (share + square / (2 * n)) / (1 + square / n);
  const half = (t / (1 + square / n)) * Math.sqrt(room / n + square / (4 * n * n));
  // Rounding must not put the share outside.
  return {
    low: Math.max(0, Math.min(share, center - half)),
    high: Math.min(1, Math.max(share, center + half)),
  };
}

/**
 * The ends of a share's interval for questions like these. A few prompts may all miss the rare ones that name a brand,
 * so `prompts` are never taken for more than six answers each; `each`: what an answer adds to the whole.
 */
export function endsForQuestions(
  share: number,
  spread: Spread,
  { prompts, each }: { prompts: number; each: number },
): Ends {
  return endsOfShare(share, spread, { worth: prompts, most: ANSWERS_OF_PROMPT * prompts * each });
}

/**
 * The ends of a mean's 95 % interval from its spread. Few answers may all be alike by chance and seem to spread by nothing:
 * so it is moderated, as that of a share is, by what as many independent answers (`worth`) would spread by, of each of
 * which nothing is known but its variance (`single`).
 */
export function endsOfMean(
  mean: number,
  spread: Spread,
  { worth, single }: { worth: number; single: number },
): Ends {
  const freedom = spread.freedom + TOGETHER;
  const variance = (spread.freedom * spread.variance + (TOGETHER * single) / worth) / freedom;
  const half = studentQuantile(freedom) * Math.sqrt(variance);
  return { low: mean - half, high: mean + half };
}

/**
 * The same for questions like these: of each prompt that counts six answers tell something at most, and it is never
 * narrower than what prompts spread by, since a few of them may have answers that all repeat each other.
 */
export function endsOfMeanForQuestions(
  mean: number,
  spread: Spread,
  { worth, single }: { worth: number; single: number },
): Ends {
  const answers = Math.min(worth, ANSWERS_OF_PROMPT * (spread.freedom + 1));
  const { high } = endsOfMean(mean, spread, { worth: answers, single });
  const half = Math.max(high - mean, studentQuantile(spread.freedom) * Math.sqrt(spread.variance));
  return { low: mean - half, high: mean + half };
}

/** As many independent answers as have a whole: those of another cell are, however its days depend on each other. */
export function independentAnswers({ whole, wholes }: RatioSpread, dependence: number): number {
  let sum = 0;
  for (let units = 1; units < whole.length; units++) {
    const all = whole[units] ?? 0;
    sum += Math.max(Math.min(all, wholes[units] ?? 0), all / inflation(dependence, units));
  }
  return sum;
}

/**
 * What a part of many answers tells of all of them. `dependence`: of neighbouring days; null: unknown. `within`: how many
 * times as much the answers of a prompt and day spread together as independent ones; `shared`: what one day adds for
 * all prompts. Both by the variance of one answer.
 */
export type ToldByPart = { dependence: number | null; within: number; shared: number };

/**
 * As many independent answers as `answers` of some days are worth, of which only a part is counted by prompt and day. At
 * least: that prompts differ takes nothing off what answers spread by, and unknown days are all alike.
 */
export function worthOfMany(
  { answers, days }: { answers: number; days: number },
  { dependence, within, shared }: ToldByPart,
): number {
  const grown = dependence === null ? days : inflation(dependence, days);
  return 1 / ((Math.max(1, within) * grown) / answers + shared / days);
}
