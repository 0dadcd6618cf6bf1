import { parseArgs } from "node:util";
import { SINGLE_TONE, singlePlace } from "#domain/reports/share-ends.ts";
import { ratioSpread } from "#domain/statistics/cell-sums.ts";
import { changeVerdict } from "#domain/statistics/change-verdict.ts";
import {
  correlationOfMeans,
  dependenceOf,
  inflation,
  type Neighbours,
} from "#domain/statistics/dependence.ts";
import {
  type Ends,
  endsForAgain,
  endsForQuestions,
  endsOfMean,
  endsOfMeanForQuestions,
  independentAnswers,
  spreadAgain,
  spreadOfQuestions,
} from "#domain/statistics/row-intervals.ts";
import { keepSimulation } from "./measure/simulations.ts";
import {
  type Drawn,
  drawWorld,
  levelOf,
  METRIC_NAMES,
  METRICS,
  type Metric,
  makeRandom,
  OTHERS,
  type Period,
  same,
  shareOf,
  truthOf,
  type World,
} from "./seeded-worlds.ts";

/**
 * How often the product's own verdicts and intervals are wrong where the truth is known:
 * `node bench/verdicts.ts --worlds 1000`. Percent of worlds. `--only` names a part of the worlds' names; `--keep` keeps the table for docs/accuracy.md.
 */
const { values } = parseArgs({
  options: {
    worlds: { type: "string", default: "400" },
    only: { type: "string", default: "" },
    keep: { type: "boolean", default: false },
  },
});
const WORLDS = Number(values.worlds);

/** What neighbouring days have in common, over all cells and brands of a period. */
function neighboursOf({ seen }: Period, { days, prompts, models }: World): Neighbours {
  const sum = { products: 0, pairs: 0, squares: 0, units: 0, cells: 0 };
  for (let cell = 0; cell < prompts * models; cell++) {
    for (let brand = -1; brand < OTHERS; brand++) {
      let [named, both, ends] = [0, 0, 0];
      let last = 0;
      for (let at = cell * days; at < (cell + 1) * days; at++) {
        const has = brand < 0 ? (seen.named[at] ?? 0) : ((seen.others[at] ?? 0) >> brand) & 1;
        named += has;
        if (at > cell * days) both += has & last;
        else ends += has;
        last = has;
      }
      ends += last;
      if (named === 0 || named === days) continue;
      const mean = named / days;
      sum.cells++;
      sum.units += days;
      sum.pairs += days - 1;
      sum.squares += named - named * mean;
      sum.products += both - mean * (2 * named - ends) + mean * mean * (days - 1);
    }
  }
  return sum;
}

const sumOf = (numbers: Float64Array) => numbers.reduce((all, one) => all + one, 0);
const isShare = (metric: Metric) => metric === "visibility" || metric === "share_of_voice";

/** How a ratio of a period would spread if the same prompts were asked again, and the dependence that it is told with. */
function againOf(period: Period, metric: Metric, neighbours: Neighbours) {
  const known = dependenceOf(neighbours);
  const dependence = known ?? 0;
  const again = known === null ? null : spreadAgain(period.cells[metric], { dependence });
  return { again, dependence };
}
type Again = Record<"before" | "now", ReturnType<typeof againOf>>;

/** How the ratios of both periods, one right after the other, correlate. */
function correlationOf({ before, now }: Again, { days }: World): number {
  const least = Math.min(before.dependence, now.dependence);
  return correlationOfMeans(least, { before: days, now: days });
}

/** Both intervals of the period now; null where none is told. */
function intervalsOf(
  drawn: Drawn,
  metric: Metric,
  { world, told }: { world: World; told: Again },
): Record<"again" | "questions", Ends | null> {
  const { now, prompt } = drawn;
  const cells = now.cells[metric];
  const [whole, ratio] = [sumOf(cells.whole), sumOf(cells.part) / sumOf(cells.whole)];
  const { dependence } = told.now;
  const shared = now.days[metric].variance;
  const again = told.now.again && {
    ...told.now.again,
    variance: told.now.again.variance + shared,
  };
  const questions = spreadOfQuestions(cells, { prompt, prompts: world.prompts });
  if (!isShare(metric)) {
    const known = ratioSpread(cells);
    const worth = known ? independentAnswers(known, dependence) : 0;
    const single = metric === "tone" ? SINGLE_TONE : singlePlace(ratio);
    return {
      again: again && endsOfMean(ratio, again, { worth, single }),
      questions: questions && endsOfMeanForQuestions(ratio, questions, { worth, single }),
    };
  }
  const count = world.prompts * world.models;
  const worth = again ? whole / inflation(dependence, world.days) : count;
  const each = whole / (count * world.days);
  return {
    again: endsForAgain(ratio, again, { worth }),
    questions: questions && endsForQuestions(ratio, questions, { prompts: world.prompts, each }),
  };
}

function ratioOf(expected: Drawn["expected"], metric: Metric): number {
  const [part, whole] = METRICS[metric];
  return expected[part] / (whole === "asked" ? 1 : expected[whole]);
}

type Tally = {
  told: number;
  flagged: number;
  again: number;
  questions: number;
  shown: number;
  asked: number;
};

/** Draws a world many times and counts flags and what the intervals cover. */
function tally(world: World, seed: number): Record<Metric, Tally> {
  const random = makeRandom(seed);
  const truth = truthOf(world.models, world.level);
  const counts = Object.fromEntries(
    METRIC_NAMES.map((name) => [
      name,
      { told: 0, flagged: 0, again: 0, questions: 0, shown: 0, asked: 0 },
    ]),
  ) as Record<Metric, Tally>;
  for (let round = 0; round < WORLDS; round++) {
    const drawn = drawWorld(random, world);
    const neighbours = {
      before: neighboursOf(drawn.before, world),
      now: neighboursOf(drawn.now, world),
    };
    for (const metric of METRIC_NAMES) {
      const count = counts[metric];
      const told = {
        before: againOf(drawn.before, metric, neighbours.before),
        now: againOf(drawn.now, metric, neighbours.now),
      };
      const [before, now] = [told.before.again, told.now.again];
      const verdict = changeVerdict({
        ...{ prompt: drawn.prompt, prompts: world.prompts },
        ...{ before: drawn.before.cells[metric], now: drawn.now.cells[metric] },
        days: { before: drawn.before.days[metric], now: drawn.now.days[metric] },
        again: before && now && { before, now, correlation: correlationOf(told, world) },
      });
      if (typeof verdict !== "string") count.told++;
      if (typeof verdict !== "string" && verdict.p < 0.05) count.flagged++;
      const { again, questions } = intervalsOf(drawn, metric, { world, told });
      const holds = (ends: Ends | null, value: number) =>
        ends !== null && ends.low <= value && value <= ends.high;
      if (again) count.shown++;
      if (questions) count.asked++;
      if (holds(again, ratioOf(drawn.expected, metric))) count.again++;
      if (holds(questions, ratioOf(truth, metric))) count.questions++;
    }
  }
  return counts;
}

const rows: string[][] = [];
const percent = (count: number, of: number) => (of === 0 ? "-" : ((100 * count) / of).toFixed(1));

function show(name: string, world: World, seed: number): void {
  if (!name.includes(values.only)) return;
  const counts = tally(world, seed);
  const cells = METRIC_NAMES.map((metric) => {
    const { told, flagged, again, shown, questions, asked } = counts[metric];
    return `${percent(flagged, told)} / ${percent(again, shown)} / ${percent(questions, asked)}`;
  });
  rows.push([name, ...cells]);
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

const COMMON = { level: -1, move: same, shock: 0 };

function main(): void {
  console.log(
    `\n${WORLDS} worlds each: false flags / same prompts again / questions like these, %\n`,
  );
  console.log(
    `| world | ${METRIC_NAMES.join(" | ")} |\n|---|${"---|".repeat(METRIC_NAMES.length)}`,
  );
  let seed = 1;
  for (const prompts of [10, 30, 100]) {
    for (const models of [1, 4, 5]) {
      for (const days of [7, 30]) {
        for (const repeats of [0, 0.3, 0.6, 0.9]) {
          const world = { ...COMMON, prompts, models, days, repeats };
          show(`${prompts} x ${models} x ${days}, repeats ${repeats}`, world, seed++);
        }
      }
    }
  }
  for (const [prompts, models, days] of [
    [30, 4, 14],
    [30, 4, 30],
    [100, 5, 30],
  ] as const) {
    const world = { ...COMMON, prompts, models, days, repeats: 0, shock: 0.3 };
    show(`${prompts} x ${models} x ${days}, shocks`, world, seed++);
  }
  for (const prompts of [30, 100]) {
    const base = { ...COMMON, prompts, models: 4, days: 7, repeats: 0 };
    const world = { ...base, level: levelOf(0.02, base) };
    show(`${prompts} x 4 x 7, rare`, world, seed++);
    const logit = (share: number) => Math.log(share / (1 - share));
    const target = levelOf(0.048, base) - world.level;
    show(
      `${prompts} x 4 x 7, rare moved logit`,
      { ...world, move: (s) => shareOf(logit(s) + target) },
      seed++,
    );
    show(
      `${prompts} x 4 x 7, rare moved add`,
      { ...world, move: (s) => Math.min(1, s + 0.028) },
      seed++,
    );
    show(`${prompts} x 4 x 7, moved add`, { ...base, move: (s) => Math.min(1, s + 0.1) }, seed++);
  }
}

main();
if (values.keep) {
  keepSimulation({
    title: "Verdicts on two periods, and intervals",
    says: `${WORLDS} worlds of each kind (prompts x models x days, and how often an answer repeats the day before's): worlds where p of the change is below 0.05 / where the interval for the same prompts asked again holds the truth / where the one for questions like these does, in percent. Nothing changes, except in worlds called moved, where the third number holds the interval against the truth before the move and says nothing.`,
    head: ["world", ...METRIC_NAMES],
    rows,
  });
}
