import assert from "node:assert/strict";
import { test } from "node:test";
import { CellTable } from "#domain/sums/cell-table.ts";
import { type Counts, readCells, writeCells } from "#domain/sums/packed-cells.ts";
import { makeRandom, normal, type Random, shareOf } from "../../../bench/seeded-worlds.ts";
import { SINGLE_DAYS_MAX } from "./cell-periods.ts";
import { dependenceIn } from "./pooled-dependence.ts";
import { readStatistics } from "./row-statistics.ts";
import { manyEnds, toldByPart } from "./share-ends.ts";

const [WORLDS, SOURCES, PROMPTS, PART, DAYS] = [150, 6, 300, 30, 28];

/**
 * `spread` of prompts in logits; today's answer `repeats` yesterday's; good and bad `days` of all prompts; answers of a day;
 * `every` so many days is asked; the last `range` of the days that tell are those of the report.
 */
type World = Record<"spread" | "repeats" | "days" | "samples" | "every" | "range", number>;

/** Of each source the answers of the range that use it, and of how many they would be in the long run; and the cells of a part. */
function drawWorld(random: Random, { spread, repeats, days, samples, every, range }: World) {
  const [used, truth] = [Array<number>(SOURCES).fill(0), Array<number>(SOURCES).fill(0)];
  const all = Array.from(
    { length: DAYS * every },
    (): Counts => ({ answers: new Map(), brands: new Map() }),
  );
  const units = all.filter((_, day) => day % every === 0);
  const moods = units.map(() => (random() < 0.5 ? 1 - days : 1 + days));
  for (let prompt = 1; prompt <= PROMPTS; prompt++) {
    for (let source = 0; source < SOURCES; source++) {
      const chance = Math.min(0.7, shareOf(-1.5 + spread * normal(random)));
      truth[source] = (truth[source] ?? 0) + chance / PROMPTS;
      let last = 0;
      for (const [day, { answers, brands }] of units.entries()) {
        // All answers of one day are alike.
        if (day === 0 || random() >= repeats)
          last = random() < chance * (moods[day] ?? 1) ? samples : 0;
        if (day >= DAYS - range) used[source] = (used[source] ?? 0) + last;
        if (prompt > PART) continue;
        answers.set(prompt, samples);
        if (last === 0) continue;
        const named = brands.get(source) ?? new Map<number, number>();
        brands.set(source, named.set(prompt, last));
      }
    }
  }
  const table = new CellTable({ before: 0, now: SINGLE_DAYS_MAX });
  for (const [unit, counts] of all.slice(-SINGLE_DAYS_MAX).entries()) {
    if (counts.answers.size === 0) continue;
    const packed = readCells(writeCells(counts));
    table.add(table.now, { of: { model_id: 1 }, unit, packed, keeps: () => true });
  }
  return { used, truth, table };
}

/** How many of the intervals hold the truth, by how wide they are on average. */
async function measure(world: World) {
  const random = makeRandom(7);
  const whole = PROMPTS * world.range * world.samples;
  let [held, width] = [0, 0];
  for (let at = 0; at < WORLDS; at++) {
    const { used, truth, table } = drawWorld(random, world);
    const { cells } = table;
    const loaded = { table, apart: 0, dependence: dependenceIn(table), groups: [] };
    const rows = used.map((_, brand_id) => ({ brand_id }));
    const statistics = await readStatistics(
      { key: null, load: async () => ({ ...loaded, cellsOf: () => cells }) },
      { rows, dimensions: [], ratios: ["visibility"] as const },
    );
    const told = toldByPart(rows.flatMap((row) => statistics(row).now.visibility ?? []));
    for (const [source, count] of used.entries()) {
      const ends = manyEnds({ ratio: count / whole, whole }, { ...told, days: world.range });
      const [low, high] = [Number(ends.low), Number(ends.high)];
      const share = truth[source] ?? 0;
      if (low <= share && share <= high) held++;
      width += (high - low) / (WORLDS * SOURCES);
    }
  }
  return { held: held / (WORLDS * SOURCES), width };
}

const ALONE = { spread: 1.5, repeats: 0, days: 0, samples: 1, every: 1, range: DAYS };

for (const world of [
  ALONE,
  { ...ALONE, spread: 0 },
  { ...ALONE, repeats: 0.6 },
  { ...ALONE, repeats: 0.6, spread: 0 },
  { ...ALONE, repeats: 0.9, spread: 0 },
  { ...ALONE, days: 0.4 },
  { ...ALONE, days: 0.4, spread: 0 },
  { ...ALONE, days: 0.4, every: 2 },
  { ...ALONE, days: 0.4, range: 13 },
  { ...ALONE, repeats: 0.6, range: 13 },
  { ...ALONE, samples: 3, spread: 0 },
])
  test(`shares of many answers of which a part is counted keep their coverage: ${JSON.stringify(world)}`, async (t) => {
    const { held, width } = await measure(world);
    t.diagnostic(`held ${held.toFixed(3)}, wide ${width.toFixed(4)}`);
    assert.ok(held >= 0.92, `${held}`);
    assert.ok(width < 0.2, `${width}`);
  });
