import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { addDays } from "#core/period.ts";
import { run } from "#core/run.ts";
import { insertBrand } from "#domain/brands/brand-queries.ts";
import type { CellTable, PeriodCells } from "#domain/sums/cell-table.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { makeRandom, normal, type Random, shareOf } from "../../../bench/seeded-worlds.ts";
import { addModel, addPrompt, putFact } from "../../../test/kit/facts.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { leadsOf } from "./brand-leads.ts";
import { judgeTogether } from "./compare.ts";
import { getBrandReport } from "./get-brand-report.ts";
import { dependenceIn } from "./pooled-dependence.ts";
import { readStatistics } from "./row-statistics.ts";

const [ONE, OTHER] = [1, 2];
const WORLD = { prompts: 30, models: 2, days: 7 };
type Answer = { one: boolean; other: boolean };

/** Answers by unit and cell as a period of cells; the one brand is named first where both are, in a tone of 0.4. */
function periodOf(units: readonly Answer[][]): PeriodCells {
  const entriesOf = (brand_id: number) =>
    units.map((answers) => {
      const named = answers.flatMap((answer, cell) => {
        const isNamed = brand_id === ONE ? answer.one : answer.other;
        const position = brand_id === OTHER && answer.one ? 2 : 1;
        return isNamed ? [{ cell, answers: 1, position, tone: brand_id * 100, toned: 1 }] : [];
      });
      const list = (name: "cell" | "answers" | "position" | "tone" | "toned") =>
        Int32Array.from(named, (one) => one[name]);
      return {
        ...{ first: 0, end: named.length, cell: list("cell"), answers: list("answers") },
        ...{ position: list("position"), tone: list("tone"), toned: list("toned") },
      };
    });
  const entries = new Map([ONE, OTHER].map((brand_id) => [brand_id, entriesOf(brand_id)]));
  const asked = units.map((answers) => Int32Array.from(answers, () => 1));
  const voices = units.map((answers) =>
    Int32Array.from(answers, ({ one, other }) => Number(one) + Number(other)),
  );
  const none = new Int32Array(0);
  const period: Partial<PeriodCells> = {
    ...{ units: units.length, cells: units[0]?.length ?? 0, isSingle: true, brands: [ONE, OTHER] },
    answersIn: (unit) => asked[unit] ?? none,
    voicesIn: (unit) => voices[unit] ?? none,
    eachUnit: (brand_id, visit) => {
      for (const [unit, found] of entries.get(brand_id)?.entries() ?? []) visit(unit, found);
    },
  };
  return period as PeriodCells;
}

type Chances = { one: number; other: number };

/** The chances of a world's cells: those of a prompt resemble each other, and so do those of the brands. */
function drawChances(random: Random): Chances[] {
  return Array.from({ length: WORLD.prompts }, () => {
    const [shared, one, other] = [normal(random), normal(random), normal(random)];
    return Array.from({ length: WORLD.models }, () => ({
      one: shareOf(shared + one + 0.4 * normal(random)),
      other: shareOf(shared + other - 0.5 + 0.4 * normal(random)),
    }));
  }).flat();
}

/** Answers of a period, of which today's repeats the day before's so often. */
function draw(random: Random, chances: readonly Chances[], repeats: number): Answer[][] {
  const units: Answer[][] = [];
  for (let day = 0; day < WORLD.days; day++) {
    units.push(
      chances.map(({ one, other }, cell) => {
        const last = units[day - 1]?.[cell];
        if (last && random() < repeats) return last;
        return { one: random() < one, other: random() < other };
      }),
    );
  }
  return units;
}

/** The leads of all prompts together, or of each, as a report tells them of such answers. */
async function leadsIn({ before, now }: Record<"before" | "now", Answer[][]>, isEach = false) {
  const size = WORLD.prompts * WORLD.models;
  const cells = Array.from({ length: size }, (_, index) => ({
    ...{ index, prompt_id: Math.floor(index / WORLD.models), model_id: index % WORLD.models },
  }));
  const table = { cells, before: periodOf(before), now: periodOf(now) } as unknown as CellTable;
  const of = (row: Record<string, unknown>) =>
    isEach ? cells.filter(({ prompt_id }) => prompt_id === row["prompt_id"]) : cells;
  const dependence = dependenceIn(table);
  const load = async () => ({ table, apart: 0, dependence, groups: [], cellsOf: of });
  const prompts = isEach ? Array.from({ length: WORLD.prompts }, (_, at) => at) : [0];
  const rows = prompts.map((prompt_id) => ({ brand_id: ONE, prompt_id }));
  const dimensions = isEach ? (["prompt_id"] as const) : [];
  const statisticsOf = await readStatistics({ key: null, load }, { rows, dimensions, over: OTHER });
  return rows.map((row) => leadsOf(statisticsOf(row), true));
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const leadIn = (chances: readonly Chances[]) => mean(chances.map(({ one, other }) => one - other));

test("both intervals of a difference between two brands hold the truth, where days repeat each other, too", async () => {
  const truth = leadIn(
    Array.from({ length: 200 }, (_, at) => drawChances(makeRandom(at + 9))).flat(),
  );
  for (const repeats of [0, 0.5]) {
    const random = makeRandom(5);
    const [worlds, held] = [200, { again: 0, questions: 0 }];
    for (let world = 0; world < worlds; world++) {
      const chances = drawChances(random);
      const answers = draw(random, chances, repeats);
      const [leads] = await leadsIn({ before: [], now: answers });
      assert(leads);
      const { low, high, questions_low, questions_high } = leads.visibility;
      const own = leadIn(chances);
      if ((low ?? 1) <= own && own <= (high ?? 0)) held.again++;
      if ((questions_low ?? 1) <= truth && truth <= (questions_high ?? 0)) held.questions++;
    }
    const [again, questions] = [held.again / worlds, held.questions / worlds];
    assert.ok(again > 0.92 && again < 0.99, `the same prompts, ${repeats}: ${again}`);
    // A prompt counts as six answers at most, which makes it wider.
    assert.ok(questions > 0.94, `questions like these, ${repeats}: ${questions}`);
  }
});

test("where no lead changed, hardly a report calls one of a prompt changed; one that turned round is found", async () => {
  const random = makeRandom(21);
  const [worlds, found] = [60, { wrong: 0, right: 0 }];
  for (let world = 0; world < worlds; world++) {
    const chances = drawChances(random);
    const [before, now] = [draw(random, chances, 0), draw(random, chances, 0)];
    const tested = async (day: Answer[][]) => {
      const changes = (await leadsIn({ before, now: day }, true)).map(
        ({ visibility }) => visibility.change,
      );
      assert(changes.every((change) => change !== undefined));
      judgeTogether(changes);
      return changes.map(({ significant }) => significant === true);
    };
    if ((await tested(now)).some(Boolean)) found.wrong++;
    for (const unit of [...before, ...now]) unit.splice(0, 2);
    const turn = (units: Answer[][], isOne: boolean) => {
      for (const unit of units) unit.unshift(...Array(2).fill({ one: isOne, other: !isOne }));
    };
    turn(before, false);
    turn(now, true);
    if ((await tested(now))[0]) found.right++;
  }
  assert.ok(found.wrong <= 0.08 * worlds, `${found.wrong} of ${worlds} call a change`);
  assert.ok(found.right > 0.95 * worlds, `${found.right} of ${worlds} find one`);
});

const LAST = "2026-01-30";
const DAYS = 8;

/** Two brands in ten prompts: both are named together, and the one by itself in the last prompt since a week. */
async function makeProject() {
  const world = await makeWorld({ now: () => new Date(`${LAST}T12:00:00Z`) });
  const { db, project } = world;
  const { project_id } = project;
  const model_id = await addModel(db, project_id, "a");
  const [one, other] = [
    await insertBrand(db, project, { name: "Globex" }),
    await insertBrand(db, project, { name: "Initech" }),
  ];
  const facts: { day: string; one: number; other: number }[] = [];
  for (let n = 0; n < 10; n++) {
    const prompt_id = await addPrompt(db, project_id, { text: `Which ${n}?` });
    for (let back = 2 * DAYS - 1; back >= 0; back--) {
      const day = addDays(LAST, -back);
      const isBoth = (n + back) % 2 === 0;
      const isOne = isBoth || (n === 9 && back < DAYS);
      const brands = [...(isOne ? [one] : []), ...(isBoth ? [other] : [])];
      const mentions = brands.map((brand_id, at) => ({
        ...{
          brand_id,
          position: at + 1,
          mention_count: 1,
          sentiment: brand_id === one ? 500 : 100,
        },
      }));
      facts.push({ day, one: Number(isOne), other: Number(isBoth) });
      await putFact(db, project_id, { day, model_id, prompt_id, mentions });
    }
  }
  await rebuildDirtyRollups(db, project);
  const id = (number: number) => encodeId("brd", number);
  return { world, facts, one: id(one), other: id(other) };
}

test("a report holds its brands against another one in the same answers, now and before, and by prompt", async () => {
  const { world, facts, one, other } = await makeProject();
  const from = addDays(LAST, 1 - DAYS);
  const ask = async (more: object = {}) =>
    await world.rest("POST", "/reports/brands", {
      ...{ date_from: from, date_to: LAST, other_brand_id: other, compare: "previous_period" },
      ...more,
    });
  const rowOf = (data: { brand: { id: string } }[], id: string) =>
    data.find(({ brand }) => brand.id === id) as never as Record<string, never>;
  const { body } = await ask();
  const row = rowOf(body.data, one) as never as Record<
    string,
    Record<string, Record<string, number>>
  >;
  const of = (isNow: boolean) => facts.filter(({ day }) => day >= from === isNow);
  const leadOf = (isNow: boolean) => mean(of(isNow).map((fact) => fact.one - fact.other));
  const close = (found: unknown, wanted: number, name: string) =>
    assert.ok(Math.abs(Number(found) - wanted) < 1e-9, `${name}: ${found}, not ${wanted}`);
  const { visibility, share_of_voice, position, sentiment } = row["lead"] ?? {};
  assert(visibility && share_of_voice && position && sentiment);
  close(visibility["value"], leadOf(true), "now");
  close(visibility["previous"], leadOf(false), "before");
  const voices = of(true).reduce((sum, fact) => sum + fact.one + fact.other, 0);
  close(share_of_voice["value"], (leadOf(true) * of(true).length) / voices, "share of voice");
  close(position["value"], -1, "position");
  close(sentiment["value"], 20, "tone");
  // Both are in the same answers: that they rise and fall together makes no difference between them.
  const width = (low: number | undefined, high: number | undefined) => Number(high) - Number(low);
  const alone = row as never as Record<string, number>;
  assert.ok(
    width(visibility["low"], visibility["high"]) <
      width(alone["visibility_low"], alone["visibility_high"]),
  );
  assert.equal(rowOf(body.data, other)["lead"], null);
  const byPrompt = await ask({ dimensions: ["prompt_id"] });
  type Each = { lead: { visibility: { change: { value: number; p: number | null } } } | null };
  const changes = byPrompt.body.data.flatMap(({ lead }: Each) => lead?.visibility.change ?? []);
  // The project's own brand is held against it, too; a single prompt's change is tested.
  const moved = changes.filter(({ value }: { value: number }) => Math.abs(value) > 1e-9);
  assert.equal(moved.length, 1);
  close(moved[0].value, 0.5, "one prompt");
  assert.ok(moved[0].p > 0 && moved[0].p < 0.3, moved[0].p);
  // Once nobody waits for the answer, no further brand is held against it.
  const context = { ...world.context(), isGone: () => true };
  const left = { date_from: from, date_to: LAST, other_brand_id: one };
  await assert.rejects(run(getBrandReport, context, left), { code: "CALLER_GONE" });
  assert.equal((await ask({ compare: undefined, dimensions: ["week"] })).status, 400);
  assert.equal((await ask({ other_brand_id: encodeId("brd", 999_999) })).status, 404);
});
