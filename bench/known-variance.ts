import { inflation } from "#domain/statistics/dependence.ts";
import { levelOf, makeRandom, normal, type Random, same, shareOf } from "./seeded-worlds.ts";

/**
 * What no test can pass: how often one that is told the true variance finds a change, 30 prompts asked of 4 models:
 * `node bench/known-variance.ts 1500` (worlds). The product's own figures: bench/verdicts.ts, bench/visibility-alarms.ts.
 */
const WORLDS = Number(process.argv[2] ?? 500);
const [PROMPTS, MODELS, WEEK] = [30, 4, 7];
/** Standard normal quantiles: of a test at 5 %, and of a daily look at 1/300. */
const Z = { test: 1.959964, look: 2.935199 } as const;

/** The shares of all prompts and models. */
function drawShares(random: Random, { level, models }: { level: number; models: number }) {
  return Array.from({ length: PROMPTS }, () => {
    const prompt = level + 2 * normal(random);
    return Array.from({ length: MODELS }, (_, model) =>
      shareOf(prompt + (model / (MODELS - 1) - 0.5) * models + 0.5 * normal(random)),
    );
  }).flat();
}

/** By day, in how many answers the brand is named; today's answer is yesterday's with `repeats`. */
function drawDays(
  random: Random,
  shares: readonly number[],
  {
    days,
    repeats,
    rise,
  }: { days: number; repeats: number; rise: (share: number, day: number) => number },
): Float64Array {
  const named = new Float64Array(days);
  for (const share of shares) {
    let last = 0;
    for (let day = 0; day < days; day++) {
      const fresh = random() < rise(share, day) ? 1 : 0;
      last = day > 0 && random() < repeats ? last : fresh;
      named[day] = (named[day] ?? 0) + last;
    }
  }
  return named;
}

const spreadOf = (shares: readonly number[]) =>
  shares.reduce((sum, share) => sum + share * (1 - share), 0);
const sumOf = (days: Float64Array, first: number, count: number) =>
  days.subarray(first, first + count).reduce((sum, one) => sum + one, 0);

/** A week against the week before, of a brand that goes from 2 to 4.8 %. */
function findRare(name: string, rise: (share: number) => number, level: number): void {
  const random = makeRandom(9);
  let found = 0;
  for (let world = 0; world < WORLDS; world++) {
    const shares = drawShares(random, { level, models: 1 });
    const moved = (share: number, day: number) => (day < WEEK ? share : rise(share));
    const days = drawDays(random, shares, { days: 2 * WEEK, repeats: 0, rise: moved });
    const error = Math.sqrt(WEEK * (spreadOf(shares) + spreadOf(shares.map(rise))));
    if (Math.abs(sumOf(days, WEEK, WEEK) - sumOf(days, 0, WEEK)) > Z.test * error) found++;
  }
  console.log(`2 to 4.8 %, ${name}: found in ${share(found)}`);
}

/** Daily looks in the 8 days after each share rises by 10 points. */
function tellRise(repeats: number): void {
  const random = makeRandom(5);
  const [four, since] = [4 * WEEK, 5 * WEEK];
  let [known, exact, begun] = [0, 0, 0];
  for (let world = 0; world < WORLDS; world++) {
    const shares = drawShares(random, { level: -0.5, models: 0 });
    const [mean, spread] = [shares.reduce((sum, one) => sum + one, 0), spreadOf(shares)];
    const rise = (share: number, day: number) => share + (day >= since ? 0.1 : 0);
    const days = drawDays(random, shares, { days: since + 8, repeats, rise });
    const told = { known: false, exact: false, begun: false };
    let fresh = 0;
    for (let day = since; day < since + 8; day++) {
      const now = sumOf(days, day + 1 - WEEK, WEEK) / WEEK;
      const before = sumOf(days, day + 1 - WEEK - four, four) / four;
      const own = (spread * inflation(repeats, WEEK)) / WEEK;
      const old = (spread * inflation(repeats, four)) / four;
      told.known ||= Math.abs(now - before) > Z.look * Math.sqrt(own + old);
      told.exact ||= Math.abs(now - mean) > Z.look * Math.sqrt(own);
      // What each day says that the day before did not.
      fresh += (days[day] ?? 0) - mean - repeats * ((days[day - 1] ?? 0) - mean);
      const all = (day - since + 1) * spread * (1 - repeats ** 2);
      told.begun ||= Math.abs(fresh) > Z.look * Math.sqrt(all);
    }
    known += Number(told.known);
    exact += Number(told.exact);
    begun += Number(told.begun);
  }
  console.log(
    `+10 points within 8 days, repeats ${repeats}: ${share(known)}; who knows what was before: ${share(exact)}; and the day it began: ${share(begun)}`,
  );
}

const share = (count: number) => `${((100 * count) / WORLDS).toFixed(0)} %`;

function main(): void {
  const base = { prompts: PROMPTS, models: MODELS, days: WEEK, repeats: 0, shock: 0, move: same };
  const level = levelOf(0.02, base);
  const more = levelOf(0.048, base) - level;
  const logit = (share: number) => Math.log(share / (1 - share));
  findRare("as much in logits", (one) => shareOf(logit(one) + more), level);
  findRare("as many points", (one) => Math.min(1, one + 0.028), level);
  for (const repeats of [0, 0.3, 0.6]) tellRise(repeats);
}

main();
