import { parseArgs } from "node:util";
import { type CellSums, emptyCells } from "#domain/statistics/cell-sums.ts";
import { changeVerdict } from "#domain/statistics/change-verdict.ts";
import {
  correlationOfMeans,
  dependenceOf,
  type Neighbours,
} from "#domain/statistics/dependence.ts";
import { standing } from "#domain/statistics/false-discoveries.ts";
import { spreadAgain } from "#domain/statistics/row-intervals.ts";
import { headOf } from "./measure/report.ts";
import { keepSimulation } from "./measure/simulations.ts";
import { add, makeRandom, normal, type Random, shareOf } from "./seeded-worlds.ts";

/**
 * How many looks at a report of 40 brands show a change where nothing changes: 30 prompts asked of 5 models daily for a
 * month, each day's seven days held against the seven before. `node bench/daily-looks.ts --months 200`;
 * `--keep` keeps the table for docs/accuracy.md.
 */
const { values } = parseArgs({
  options: {
    months: { type: "string", default: "40" },
    keep: { type: "boolean", default: false },
  },
});
const MONTHS = Number(values.months);
const [BRANDS, PROMPTS, MODELS, WEEK, DAYS] = [40, 30, 5, 7, 44];
const CELLS = PROMPTS * MODELS;

/** By brand, cell and day: the place, 0 where it is not named, and the tone. */
type Month = { places: Int8Array; tones: Float32Array };
const at = (brand: number, cell: number, day: number) => (brand * CELLS + cell) * DAYS + day;

function drawMonth(random: Random, repeats: number): Month {
  const month = {
    places: new Int8Array(BRANDS * CELLS * DAYS),
    tones: new Float32Array(BRANDS * CELLS * DAYS),
  };
  // From brands that half of the answers name to those that one in a hundred does.
  const levels = Array.from({ length: BRANDS }, (_, brand) => -0.2 - (6 * brand) / BRANDS);
  for (let prompt = 0; prompt < PROMPTS; prompt++) {
    const effects = levels.map((level) => level + 2 * normal(random));
    for (let model = 0; model < MODELS; model++) {
      const shares = effects.map((effect) => shareOf(effect + 0.5 * normal(random)));
      const cell = prompt * MODELS + model;
      for (let day = 0; day < DAYS; day++) {
        if (day > 0 && random() < repeats) copyDay(month, cell, day);
        else drawDay(random, month, { shares, cell, day });
      }
    }
  }
  return month;
}

function copyDay({ places, tones }: Month, cell: number, day: number): void {
  for (let brand = 0; brand < BRANDS; brand++) {
    places[at(brand, cell, day)] = places[at(brand, cell, day - 1)] ?? 0;
    tones[at(brand, cell, day)] = tones[at(brand, cell, day - 1)] ?? 0;
  }
}

function drawDay(
  random: Random,
  { places, tones }: Month,
  { shares, cell, day }: { shares: readonly number[]; cell: number; day: number },
): void {
  const named = shares
    .flatMap((share, brand) =>
      random() < share ? [{ brand, key: random() + brand / BRANDS }] : [],
    )
    .sort((left, right) => left.key - right.key);
  for (const [index, { brand }] of named.entries()) {
    places[at(brand, cell, day)] = index + 1;
    tones[at(brand, cell, day)] = 0.3 + 0.4 * normal(random);
  }
}

const METRICS = ["visibility", "share_of_voice", "position", "tone"] as const;
type Sums = Record<(typeof METRICS)[number], CellSums>;

/** A week's sums of a brand; `voices`: brands named by cell and day. */
function weekOf({ places, tones }: Month, voices: Int32Array, brand: number, first: number): Sums {
  const sums = Object.fromEntries(METRICS.map((name) => [name, emptyCells(CELLS)])) as Sums;
  for (let cell = 0; cell < CELLS; cell++) {
    for (let day = first; day < first + WEEK; day++) {
      const place = places[at(brand, cell, day)] ?? 0;
      const named = place > 0 ? 1 : 0;
      const count = (of: CellSums, part: number, whole: number) => {
        add(of.answers, cell, 1);
        add(of.part, cell, part);
        add(of.whole, cell, whole);
        add(of.units, cell, 1);
        add(of.part2, cell, part * part);
        add(of.product, cell, part * whole);
        add(of.whole2, cell, whole * whole);
      };
      count(sums.visibility, named, 1);
      count(sums.share_of_voice, named, voices[cell * DAYS + day] ?? 0);
      count(sums.position, place, named);
      count(sums.tone, tones[at(brand, cell, day)] ?? 0, named);
    }
  }
  return sums;
}

function voicesOf({ places }: Month): Int32Array {
  const voices = new Int32Array(CELLS * DAYS);
  for (let index = 0; index < places.length; index++) {
    if (places[index]) voices[index % (CELLS * DAYS)] = (voices[index % (CELLS * DAYS)] ?? 0) + 1;
  }
  return voices;
}

const OVERALL = Int32Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / MODELS));

const EACH = Int32Array.from({ length: PROMPTS }, (_, prompt) => prompt);

/** What neighbouring days of a week have in common, over all brands; of all cells and of each model's. */
function neighboursOf({ places }: Month, first: number): { all: Neighbours; models: Neighbours[] } {
  const none = () => ({ products: 0, pairs: 0, squares: 0, units: 0, cells: 0 });
  const [all, models] = [none(), Array.from({ length: MODELS }, none)];
  for (let brand = 0; brand < BRANDS; brand++) {
    for (let cell = 0; cell < CELLS; cell++) {
      const start = at(brand, cell, first);
      let [named, both] = [0, 0];
      for (let day = start; day < start + WEEK; day++) {
        if (places[day]) named++;
        if (day > start && places[day] && places[day - 1]) both++;
      }
      if (named === 0 || named === WEEK) continue;
      const mean = named / WEEK;
      const ends = Math.sign(places[start] ?? 0) + Math.sign(places[start + WEEK - 1] ?? 0);
      for (const sum of [all, models[cell % MODELS] ?? all]) {
        sum.cells++;
        sum.units += WEEK;
        sum.pairs += WEEK - 1;
        sum.squares += named - named * mean;
        sum.products += both - mean * (2 * named - ends) + mean * mean * (WEEK - 1);
      }
    }
  }
  return { all, models };
}

/** The cells of one model. */
function ofModel(sums: CellSums, model: number): CellSums {
  const pick = (numbers: Float64Array) => numbers.filter((_, cell) => cell % MODELS === model);
  return Object.fromEntries(
    Object.entries(sums).map(([name, numbers]) => [name, pick(numbers)]),
  ) as CellSums;
}

type Compared = {
  old: CellSums | undefined;
  fresh: CellSums | undefined;
  /** The model that these are of; undefined: all. */
  model?: number;
};
type Tests = { overall: (number | null)[]; byModel: (number | null)[] };

/** The p of every number of every row that each day's look shows: by brand, and by brand and model. */
function looksOf(month: Month): Tests[] {
  const voices = voicesOf(month);
  const depends = Array.from({ length: DAYS - WEEK + 1 }, (_, first) => {
    const { all, models } = neighboursOf(month, first);
    return { all: dependenceOf(all), models: models.map(dependenceOf) };
  });
  const looks = Array.from({ length: DAYS }, (): Tests => ({ overall: [], byModel: [] }));
  for (let brand = 0; brand < BRANDS; brand++) {
    const weeks = Array.from({ length: DAYS - WEEK + 1 }, (_, first) => {
      const sums = weekOf(month, voices, brand, first);
      const split = METRICS.map((metric) =>
        Array.from({ length: MODELS }, (_, model) => ofModel(sums[metric], model)),
      );
      return { sums, split };
    });
    for (let day = 2 * WEEK - 1; day < DAYS; day++) {
      const [before, now] = [weeks[day - 2 * WEEK + 1], weeks[day - WEEK + 1]];
      if (!before || !now) continue;
      const [earlier, later] = [depends[day - 2 * WEEK + 1], depends[day - WEEK + 1]];
      const test = (prompt: Int32Array, { old, fresh, model }: Compared) => {
        if (!old || !fresh) return null;
        const [of, after] = [earlier, later].map((one) => {
          return (model === undefined ? one?.all : one?.models[model]) ?? null;
        });
        const spread = (cells: CellSums, dependence: number | null | undefined) =>
          typeof dependence === "number" ? spreadAgain(cells, { dependence }) : null;
        const [first, second] = [spread(old, of), spread(fresh, after)];
        const least = Math.min(of ?? 0, after ?? 0);
        const correlation = correlationOfMeans(least, { before: WEEK, now: WEEK });
        const again = first && second && { before: first, now: second, correlation };
        const found = changeVerdict({ prompt, prompts: PROMPTS, before: old, now: fresh, again });
        return typeof found === "string" ? null : found.p;
      };
      for (const [index, metric] of METRICS.entries()) {
        looks[day]?.overall.push(
          test(OVERALL, { old: before.sums[metric], fresh: now.sums[metric] }),
        );
        for (let model = 0; model < MODELS; model++) {
          const [old, fresh] = [before.split[index]?.[model], now.split[index]?.[model]];
          looks[day]?.byModel.push(test(EACH, { old, fresh, model }));
        }
      }
    }
  }
  return looks.slice(2 * WEEK - 1);
}

const flags = (tests: readonly (number | null)[]) => standing(tests).filter(Boolean).length;

const HEAD = ["repeats", "report", "rows flagged a look", "looks with any, %"];
const rows: string[][] = [];

function main(): void {
  console.log(`\n${MONTHS} months of daily looks at ${BRANDS} brands, nothing changes\n`);
  console.log(headOf(HEAD));
  const random = makeRandom(11);
  for (const repeats of [0, 0.3, 0.6]) {
    const counts = {
      overall: { looks: 0, flagged: 0, any: 0 },
      byModel: { looks: 0, flagged: 0, any: 0 },
    };
    for (let round = 0; round < MONTHS; round++) {
      const month = drawMonth(random, repeats);
      for (const found of looksOf(month)) {
        for (const name of ["overall", "byModel"] as const) {
          const flagged = flags(found[name]);
          counts[name].looks++;
          counts[name].flagged += flagged;
          if (flagged > 0) counts[name].any++;
        }
      }
    }
    for (const [name, { looks, flagged, any }] of Object.entries(counts)) {
      const row = [
        `${repeats}`,
        name,
        (flagged / looks).toFixed(3),
        ((100 * any) / looks).toFixed(1),
      ];
      rows.push(row);
      console.log(`| ${row.join(" | ")} |`);
    }
  }
}

main();
if (values.keep) {
  keepSimulation({
    title: "Daily looks at what changed",
    says: `${MONTHS} months of daily looks at ${BRANDS} brands in ${MODELS} models where nothing changes, by how often an answer repeats the day before's.`,
    head: HEAD,
    rows,
  });
}
