import { addDays, daysBetween } from "#core/period.ts";
import { newsPeriods } from "#domain/reports/news-periods.ts";
import {
  type CellSums,
  emptyCells,
  sharedVariance,
  type UnitSums,
} from "#domain/statistics/cell-sums.ts";
import { changeVerdict } from "#domain/statistics/change-verdict.ts";
import { isNews } from "#domain/statistics/daily-look.ts";
import {
  correlationOfMeans,
  dependenceOf,
  type Neighbours,
} from "#domain/statistics/dependence.ts";
import { spreadAgain } from "#domain/statistics/row-intervals.ts";
import { add, makeRandom, normal, type Random, shareOf } from "./seeded-worlds.ts";

/**
 * How often visibility.changed is told where nothing changes, and how soon where each prompt's share rises by 10 points:
 * looked at daily for two months, one answer a day. `node bench/visibility-alarms.ts 200` (months, 100 unless given).
 */
const MONTHS = Number(process.argv[2] ?? 100);
/** Looks begin once four weeks lie before; the shares rise after another two months in which chance may tell something. */
const [FIRST, MONTH, DAYS] = [34, 30, 104];
const RISE_DAY = FIRST + 2 * MONTH;
const TOLD_WITHIN = 8;
const START = "2026-01-01";

type World = { prompts: number; models: number; repeats: number; shock: number; rise: number };
/** By prompt and model, prompt after prompt: whether each day's answer names the brand. */
type Hits = Uint8Array[];

/** Prompts' shares spread with a standard deviation of 2 in logits; today's answer is yesterday's with `repeats`. */
function drawHits(random: Random, { prompts, models, repeats, shock, rise }: World): Hits {
  const shocks = Array.from({ length: models * DAYS }, () => shock * normal(random));
  return Array.from({ length: prompts }, () => {
    const prompt = -0.5 + 2 * normal(random);
    return Array.from({ length: models }, (_, model) => {
      const level = prompt + 0.5 * normal(random);
      const days = new Uint8Array(DAYS);
      for (let day = 0; day < DAYS; day++) {
        const share = shareOf(level + (shocks[model * DAYS + day] ?? 0));
        const named = random() < share + (day >= RISE_DAY ? rise : 0) ? 1 : 0;
        days[day] = day > 0 && random() < repeats ? (days[day - 1] ?? 0) : named;
      }
      return days;
    });
  }).flat();
}

function sumUp(hits: Hits, models: number, range: { date_from: string; date_to: string }) {
  const first = daysBetween(START, range.date_from) - 1;
  const units = daysBetween(range.date_from, range.date_to);
  const cells: CellSums = emptyCells(hits.length);
  const byDay = new Float64Array(models * units);
  for (const [cell, days] of hits.entries()) {
    for (let unit = 0; unit < units; unit++) {
      const named = days[first + unit] ?? 0;
      add(cells.part, cell, named);
      add(byDay, (cell % models) * units + unit, named);
    }
    const part = cells.part[cell] ?? 0;
    // A day is one answer: it is its own square.
    for (const sums of [cells.answers, cells.units, cells.whole, cells.whole2])
      add(sums, cell, units);
    add(cells.part2, cell, part);
    add(cells.product, cell, part);
  }
  const known = dependenceOf(neighboursOf(hits, first, units));
  const again = known === null ? null : spreadAgain(cells, { dependence: known });
  const answers = new Float64Array(byDay.length).fill(hits.length / models);
  const model = Int32Array.from(byDay, (_, at) => Math.floor(at / units));
  const days: UnitSums = { model, units, answers, part: byDay, whole: answers };
  return { cells, again, known: known ?? 0, units, days: sharedVariance(cells, days) };
}

/** What neighbouring days have in common. */
function neighboursOf(hits: Hits, first: number, units: number): Neighbours {
  const sum = { products: 0, pairs: 0, squares: 0, units: 0, cells: 0 };
  for (const days of hits) {
    let [named, both] = [0, 0];
    for (let day = first; day < first + units; day++) {
      named += days[day] ?? 0;
      if (day > first) both += (days[day] ?? 0) & (days[day - 1] ?? 0);
    }
    if (named === 0 || named === units) continue;
    const mean = named / units;
    const ends = (days[first] ?? 0) + (days[first + units - 1] ?? 0);
    sum.cells++;
    sum.units += units;
    sum.pairs += units - 1;
    sum.squares += named - named * mean;
    sum.products += both - mean * (2 * named - ends) + mean * mean * (units - 1);
  }
  return sum;
}

/** The days on which a change is told, looked at daily as the product does. */
function tellDays(hits: Hits, { prompts, models }: World): number[] {
  const prompt = Int32Array.from(hits, (_, at) => Math.floor(at / models));
  const told: number[] = [];
  for (let day = FIRST; day < DAYS; day++) {
    const since = told.length > 0 ? addDays(START, (told.at(-1) ?? 0) + 1) : START;
    const periods = newsPeriods(addDays(START, day), since);
    if (!periods) continue;
    const before = sumUp(hits, models, periods.before);
    const now = sumUp(hits, models, periods.now);
    const days = { before: before.days, now: now.days };
    const correlation = correlationOfMeans(Math.min(before.known, now.known), {
      ...{ before: before.units, now: now.units },
    });
    const again = before.again &&
      now.again && { before: before.again, now: now.again, correlation };
    const of = { prompt, prompts, before: before.cells, now: now.cells, days, again };
    if (isNews(changeVerdict(of))) told.push(day);
  }
  return told;
}

function main(): void {
  console.log("prompts x models | repeats, shock | false a month | +10 points told within 8 days");
  for (const [prompts, models, repeats, shock] of [
    [10, 1, 0, 0],
    [30, 1, 0, 0],
    [30, 4, 0, 0],
    [30, 4, 0.3, 0],
    [30, 4, 0.6, 0],
    [30, 4, 0, 0.3],
    [100, 5, 0, 0.3],
  ] as const) {
    const random = makeRandom(5);
    let [chance, found, months] = [0, 0, 0];
    for (; months < MONTHS / 2; months++) {
      const world = { prompts, models, repeats, shock, rise: 0.1 };
      const told = tellDays(drawHits(random, world), world);
      chance += told.filter((day) => day < RISE_DAY).length / 2;
      if (told.some((day) => day >= RISE_DAY && day < RISE_DAY + TOLD_WITHIN)) found++;
    }
    const share = `${Math.round((100 * found) / months)} %`;
    console.log(
      `${prompts} x ${models} | ${repeats}, ${shock} | ${(chance / months).toFixed(3)} | ${share}`,
    );
  }
}

main();
