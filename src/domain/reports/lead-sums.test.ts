import assert from "node:assert/strict";
import { test } from "node:test";
import type { CellTable, PeriodCells } from "#domain/sums/cell-table.ts";
import { makeRandom, type Random } from "../../../bench/seeded-worlds.ts";
import { naiveLead } from "../../../test/kit/naive-leads.ts";
import { Leads, saidOf } from "./lead-sums.ts";
import { dependenceIn } from "./pooled-dependence.ts";
import { readStatistics } from "./row-statistics.ts";
import { baseOf, groupOf, RATIOS } from "./row-sums.ts";

const BRANDS = 20;
const COUNTS = ["answers", "position", "tone", "toned"] as const;
const TERMS = {
  visibility: { part: "answers", whole: "all" },
  share_of_voice: { part: "answers", whole: "voices" },
  position: { part: "position", whole: "answers" },
  sentiment: { part: "tone", whole: "toned" },
} as const;

/** A period of some cells in some units, of which a few have answers that name some brands. */
function drawPeriod(
  random: Random,
  { cells, units, every = 1 }: { cells: number; units: number; every?: number },
) {
  const read = { answersIn: 0, brands: 0 };
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const answers = Array.from({ length: units }, (_, unit) =>
    Int32Array.from({ length: cells }, () =>
      unit % every === 0 && random() < 0.3 ? 1 + upTo(2) : 0,
    ),
  );
  const said = new Map<number, Record<(typeof COUNTS)[number], number>[][]>();
  for (let brand = 1; brand <= BRANDS; brand++) {
    const chance = random();
    const of = answers.map((counts) =>
      Array.from(counts, (count) => {
        const named = random() < chance ? upTo(count) : 0;
        const toned = upTo(named);
        const tone = toned > 0 ? upTo(2_000) - 1_000 : 0;
        return { answers: named, position: named + (named > 0 ? upTo(9) : 0), tone, toned };
      }),
    );
    said.set(brand, of);
  }
  const voices = answers.map((counts, unit) =>
    Int32Array.from(counts, (_, cell) =>
      [...said.values()].reduce((sum, of) => sum + (of[unit]?.[cell]?.answers ?? 0), 0),
    ),
  );
  const period: Partial<PeriodCells> = {
    ...{ units, cells, isSingle: false, brands: [...said.keys()] },
    answersIn: (unit) => {
      read.answersIn++;
      return answers[unit] ?? new Int32Array(0);
    },
    voicesIn: (unit) => voices[unit] ?? new Int32Array(0),
    eachUnit: (brand_id, visit) => {
      read.brands++;
      for (const [unit, each] of (said.get(brand_id) ?? []).entries()) {
        const named = each.flatMap((one, cell) => (one.answers > 0 ? [{ ...one, cell }] : []));
        const list = (name: "cell" | (typeof COUNTS)[number]) =>
          Int32Array.from(named, (one) => one[name]);
        visit(unit, {
          ...{ first: 0, end: named.length, cell: list("cell"), answers: list("answers") },
          ...{ position: list("position"), tone: list("tone"), toned: list("toned") },
        });
      }
    },
  };
  return { period: period as PeriodCells, said, read };
}

test("leads in some cells are to the last bit what all cells of all units add up to, one after the other", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = makeRandom(seed);
    const [cells, units] = [1 + Math.floor(random() * 30), 1 + Math.floor(random() * 8)];
    const { period, said } = drawPeriod(random, { cells, units });
    const all = Array.from({ length: cells }, (_, index) => ({
      ...{ index, prompt_id: Math.floor(index / 3), model_id: index % 3 },
    }));
    const group = groupOf(seed % 3 === 0 ? all : all.filter(() => random() < 0.6), cells);
    const over = saidOf(period, 1);
    const leads = new Leads(period, group, { base: baseOf(period, group), ratios: RATIOS, over });
    for (let brand = 2; brand <= 5; brand++) {
      const found = leads.sumsOf(saidOf(period, brand));
      const saidAt = (id: number) => (count: (typeof COUNTS)[number], cell: number, unit: number) =>
        said.get(id)?.[unit]?.[cell]?.[count] ?? 0;
      const named = { period, cells: group.index, one: saidAt(brand), other: saidAt(1) };
      for (const ratio of RATIOS) {
        const wanted = naiveLead(named, { ratio: TERMS[ratio], model: group.model });
        for (const kind of ["cells", "units"] as const) {
          for (const [name, values] of Object.entries(wanted[kind])) {
            const numbers = found[ratio][kind][name as "part"];
            assert.deepEqual([...numbers], values, `${seed} ${brand} ${ratio} ${kind} ${name}`);
          }
        }
      }
    }
  }
});

test("what all brands of a report are held against is read once, however many they are", async () => {
  const { period, read } = drawPeriod(makeRandom(3), { cells: 24, units: 6 });
  const cells = Array.from({ length: 24 }, (_, index) => ({
    ...{ index, prompt_id: index, model_id: 1 },
  }));
  const table = { cells, now: period, before: period } as unknown as CellTable;
  const dependence = dependenceIn(table);
  const load = async () => ({ table, apart: 0, dependence, groups: [], cellsOf: () => cells });
  const readsOf = async (brands: number) => {
    read.answersIn = 0;
    const rows = Array.from({ length: brands }, (_, at) => ({ brand_id: 2 + at }));
    await readStatistics({ key: null, load }, { rows, dimensions: [], over: 1 });
    return read.answersIn;
  };
  // How neighbours depend on each other is read once for all reports.
  await readsOf(1);
  assert.equal(await readsOf(BRANDS - 1), await readsOf(1));
});

test("where no prompt is asked on two days that follow each other, no brand is read to tell how such days depend", () => {
  const cells = Array.from({ length: 24 }, (_, index) => ({
    ...{ index, prompt_id: index, model_id: 1 },
  }));
  for (const every of [1, 2]) {
    const { period, read } = drawPeriod(makeRandom(5), { cells: 24, units: 20, every });
    const dependence = dependenceIn({ cells, now: period, before: period } as unknown as CellTable);
    assert.equal(dependence("now") === null, every === 2);
    assert.equal(read.brands > 0, every === 1);
  }
});
