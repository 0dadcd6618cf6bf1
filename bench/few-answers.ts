import { parseArgs } from "node:util";
import { compareSite } from "#domain/opportunities/compare-brands.ts";
import type { SiteRival } from "#domain/opportunities/rival-queries.ts";
import { type Dependence, readDependence } from "#domain/reports/pooled-dependence.ts";
import { readStatistics } from "#domain/reports/row-statistics.ts";
import { baseOf, groupOf, Room, sumsOf } from "#domain/reports/row-sums.ts";
import { shareEnds } from "#domain/reports/share-ends.ts";
import { changeAgain } from "#domain/statistics/change-again.ts";
import type { Verdict } from "#domain/statistics/change-verdict.ts";
import { CellTable } from "#domain/sums/cell-table.ts";
import { type Counts, readCells, writeCells } from "#domain/sums/packed-cells.ts";
import { makeRandom, normal, type Random, shareOf } from "./seeded-worlds.ts";

/**
 * How often the intervals of reports on few answers are wrong where the truth is known: one assistant's answers to one,
 * three or six prompts of 30, all of them or those that it searched for. `node bench/few-answers.ts --worlds 1000`.
 */
const { values } = parseArgs({
  options: {
    worlds: { type: "string", default: "400" },
    only: { type: "string", default: "" },
  },
});
const WORLDS = Number(values.worlds);
const PROMPTS = 30;
const SPREAD = 2;
/** The number that is asked about, and how many more there are: brands, or uses of sources. */
const [ONE, RIVAL, OTHERS] = [1, 2, 5];

type World = {
  prompts: number;
  days: number;
  repeats: number;
  /** The mean of prompts' shares in logits: brands are named often, sources used rarely. */
  level: number;
  /** Only answers that were searched for; half of them are, and name other brands. */
  searched: boolean;
};

/** Which of the brands an answer names, and whether it searched. */
type Answer = { named: boolean[]; searched: boolean };
/** By brand, the chance that an answer of a prompt names it where it does not search, and where it does. */
type Chances = [number, number][];

const drawPrompt = (random: Random, { level }: World): Chances =>
  Array.from({ length: ONE + OTHERS }, () => {
    const own = level + SPREAD * normal(random);
    return [shareOf(own), shareOf(own + normal(random))];
  });

function drawAnswer(random: Random, chances: Chances): Answer {
  const searched = random() < 0.5;
  return { searched, named: chances.map((of) => random() < of[searched ? 1 : 0]) };
}

/** Two periods of a prompt, one right after the other. */
function drawDays(random: Random, chances: Chances, { days, repeats }: World): Answer[] {
  const all: Answer[] = [];
  for (let day = 0; day < 2 * days; day++) {
    const last = all[day - 1];
    all.push(last && random() < repeats ? last : drawAnswer(random, chances));
  }
  return all;
}

type Keeps = (prompt: number, answer: Answer) => boolean;

/** The answers that a filter keeps, as reports count them. */
function tableOf(drawn: readonly Answer[][], { days }: World, keeps: Keeps): CellTable {
  const table = new CellTable({ before: days, now: days });
  for (let day = 0; day < 2 * days; day++) {
    const counts: Counts = { answers: new Map(), brands: new Map() };
    for (const [prompt, answers] of drawn.entries()) {
      const answer = answers[day];
      if (!answer || !keeps(prompt, answer)) continue;
      counts.answers.set(prompt, 1);
      for (const [brand, isNamed] of answer.named.entries()) {
        if (!isNamed) continue;
        const named = counts.brands.get(brand + ONE) ?? new Map();
        counts.brands.set(brand + ONE, named.set(prompt, 1));
      }
    }
    if (counts.answers.size === 0) continue;
    const packed = readCells(writeCells(counts));
    const [period, unit] = day < days ? [table.before, day] : [table.now, day - days];
    table.add(period, { of: { model_id: 1 }, unit, packed, keeps: () => true });
  }
  return table;
}

type Said = { low: number; high: number };
type Told = { share: Said; change: Verdict | string; gap: Said | undefined };

/** What reports on a table say of the one brand, with or without the answers that filters leave out. */
async function report(
  table: CellTable,
  all: CellTable | null,
  answers: SiteRival["answers"],
): Promise<Told | null> {
  const periods = (["before", "now"] as const).map((name) => ({ name, units: table[name].units }));
  const dependence = await readDependence(table, {
    periods,
    readAll: all && (async () => all),
  });
  const { cells } = table;
  const loaded = { table, apart: 0, dependence, groups: [], cellsOf: () => cells };
  const wanted = { rows: [{ brand_id: ONE }], dimensions: [], ratios: ["visibility"] as const };
  const statistics = await readStatistics({ key: null, load: async () => loaded }, wanted);
  const { now, verdicts } = statistics({ brand_id: ONE });
  if (!now.visibility) return null;
  const { ratio, whole } = now.visibility;
  const { low, high } = shareEnds({ ratio, whole }, now.visibility, { dimensions: [] });
  const known = dependence("now") ?? 0;
  const { visibility } = verdicts;
  return {
    share: { low: low ?? 0, high: high ?? 1 },
    change: typeof visibility === "string" ? partOf(table, dependence) : visibility,
    gap: compareSite(
      { brand_id: RIVAL, count: 0, total: answers.length, answers },
      { dependence: known },
    )?.difference,
  };
}

/** The change of a part of too few prompts. */
function partOf(table: CellTable, dependenceIn: Dependence): Verdict | string {
  const group = groupOf(table.cells, table.cells.length);
  const sums = (when: "before" | "now") => {
    const base = baseOf(table[when], group);
    const room = new Room(group.cells.length, base.model.length);
    return sumsOf(table[when], group, { base, brand_id: ONE, room }).visibility.cells;
  };
  const cells = { before: sums("before"), now: sums("now") };
  const chosen = [...group.cells.keys()].filter(
    (at) => cells.before.answers[at] && cells.now.answers[at],
  );
  if (chosen.length === 0) return "not enough data";
  const dependence = { before: dependenceIn("before") ?? 0, now: dependenceIn("now") ?? 0 };
  return changeAgain(cells, chosen, { dependence, apart: 0 });
}

type Drawn = { drawn: readonly Answer[][]; prompts: readonly Chances[]; keeps: Keeps };

/** What the kept answers of the period now would say on average of a brand. */
function truthOf({ drawn, prompts, keeps }: Drawn, world: World, brand_id: number): number {
  let [sum, count] = [0, 0];
  for (const [prompt, answers] of drawn.entries()) {
    const kept = answers.slice(world.days).filter((answer) => keeps(prompt, answer)).length;
    const [without = 0, searching = 0] = prompts[prompt]?.[brand_id - ONE] ?? [];
    sum += kept * (world.searched ? searching : (without + searching) / 2);
    count += kept;
  }
  return sum / count;
}

/** Of intervals or tests, how many there are, and of how many the interval holds the truth or the test is wrong. */
class Count {
  of = 0;
  held = 0;
  width = 0;
  wrong = 0;

  interval({ low, high }: Said, truth: number): void {
    this.of++;
    this.width += high - low;
    // What is counted without an error is not lost by rounding.
    if (low - 1e-9 <= truth && truth <= high + 1e-9) this.held++;
  }

  test({ p }: Verdict): void {
    this.of++;
    if (p < 0.05) this.wrong++;
  }
}
const counts = () => ({ share: new Count(), change: new Count(), gap: new Count() });

async function tally(world: World, seed: number) {
  const random = makeRandom(seed);
  const found = { own: counts(), all: counts() };
  const keeps: Keeps = (prompt, { searched }) =>
    prompt < world.prompts && (searched || !world.searched);
  for (let round = 0; round < WORLDS; round++) {
    const prompts = Array.from({ length: PROMPTS }, () => drawPrompt(random, world));
    const drawn = prompts.map((chances) => drawDays(random, chances, world));
    const truth = truthOf({ drawn, prompts, keeps }, world, ONE);
    const gap = truthOf({ drawn, prompts, keeps }, world, RIVAL) - truth;
    const answers = drawn.flatMap((all, prompt) =>
      all.slice(world.days).flatMap((answer, day): SiteRival["answers"] => {
        const [one, rival] = [ONE, RIVAL].map((id) => Number(answer.named[id - ONE]));
        return keeps(prompt, answer) ? [[day, 1, prompt, (rival ?? 0) - (one ?? 0)]] : [];
      }),
    );
    for (const side of ["own", "all"] as const) {
      const all = side === "all" ? tableOf(drawn, world, () => true) : null;
      const said = await report(tableOf(drawn, world, keeps), all, answers);
      if (!said) continue;
      found[side].share.interval(said.share, truth);
      if (typeof said.change !== "string") found[side].change.test(said.change);
      if (said.gap) found[side].gap.interval(said.gap, gap);
    }
  }
  return found;
}

const percent = (count: number, of: number) => (of === 0 ? "–" : ((100 * count) / of).toFixed(1));

async function show(name: string, world: World, seed: number): Promise<void> {
  if (!name.includes(values.only)) return;
  const { own, all } = await tally(world, seed);
  const cells = [own, all].flatMap(({ share, change, gap }) => [
    `${percent(share.held, share.of)} (${percent(share.width, share.of)})`,
    percent(change.wrong, change.of),
    `${percent(gap.held, gap.of)} (${percent(gap.width, gap.of)})`,
  ]);
  console.log(`| ${name} | ${cells.join(" | ")} |`);
}

/** The share's interval: how many hold the truth, and how wide they are; changes and gaps alike; told alone, and with all answers. */
const HEAD = ["world", "share", "change", "gap", "share, all", "change, all", "gap, all"];
console.log(`| ${HEAD.join(" | ")} |\n|${"---|".repeat(HEAD.length)}`);
let seed = 1;
for (const [kind, rest] of [
  ["brand", { level: -1, searched: false }],
  ["brand, searched", { level: -1, searched: true }],
  ["source", { level: -3, searched: false }],
] as const) {
  for (const prompts of [1, 3, 6]) {
    for (const days of [7, 28]) {
      for (const repeats of [0, 0.3, 0.6, 0.9]) {
        const name = `${kind}, ${prompts} x ${days}, repeats ${repeats}`;
        await show(name, { ...rest, prompts, days, repeats }, seed++);
      }
    }
  }
}
