import { cellsOfCounts } from "#domain/statistics/cell-sums.ts";
import { changeVerdict } from "#domain/statistics/change-verdict.ts";
import { makeRandom } from "./seeded-worlds.ts";

const PERIOD_DAYS = 7;
const DAYS = 44;
const MONTHS = 400;

/** Three in ten prompts hardly ever name the brand, two in ten nearly always, the others anything between. */
function makePropensity(random: () => number): number {
  const kind = random();
  if (kind < 0.3) return 0.02;
  return kind > 0.8 ? 0.95 : 0.1 + 0.8 * random();
}

function countWeek(hits: readonly boolean[], first: number) {
  const part = hits.slice(first, first + PERIOD_DAYS).filter(Boolean).length;
  return { part, answers: PERIOD_DAYS };
}

type Size = readonly [prompts: number, models: number];

/** 31 daily checks over one sample a day; `jump` is added to every propensity after the first week of checks. */
function watchMonth(random: () => number, [prompts, models]: Size, jump: number) {
  const prompt = Int32Array.from({ length: prompts * models }, (_, at) => Math.floor(at / models));
  const jumpDay = 3 * PERIOD_DAYS;
  const hits = Array.from(prompt, () => {
    const propensity = makePropensity(random);
    return Array.from({ length: DAYS }, (_, day) => {
      return random() < Math.min(1, propensity + (day >= jumpDay ? jump : 0));
    });
  });
  const reported: number[] = [];
  let significant = 0;
  for (let day = 2 * PERIOD_DAYS - 1; day < DAYS; day++) {
    const week = (first: number) => cellsOfCounts(hits.map((days) => countWeek(days, first)));
    const now = day - PERIOD_DAYS + 1;
    const periods = { before: week(now - PERIOD_DAYS), now: week(now) };
    const change = changeVerdict({ prompt, prompts, ...periods });
    if (typeof change === "string" || change.p > 0.05) continue;
    significant++;
    if (day - (reported.at(-1) ?? -PERIOD_DAYS) >= PERIOD_DAYS) reported.push(day);
  }
  const found = reported.some((day) => day >= jumpDay && day <= jumpDay + PERIOD_DAYS);
  return { significant, reported: reported.length, found };
}

/** How often visibility.changed would be sent by chance, and how soon a true change is. */
function main(): void {
  const random = makeRandom(5);
  const show = (value: number) => value.toFixed(2);
  console.log(
    "prompts x models | checks by chance | events in a month | +10 points reported in 8 days",
  );
  for (const [prompts, models] of [
    [10, 1],
    [30, 1],
    [30, 4],
  ] as const) {
    const size = [prompts, models] as const;
    const quiet = Array.from({ length: MONTHS }, () => watchMonth(random, size, 0));
    const moved = Array.from({ length: MONTHS }, () => watchMonth(random, size, 0.1));
    const checks = MONTHS * (DAYS - 2 * PERIOD_DAYS + 1);
    const chance = quiet.reduce((sum, month) => sum + month.significant, 0) / checks;
    const events = quiet.reduce((sum, month) => sum + month.reported, 0) / MONTHS;
    const found = moved.filter((month) => month.found).length / MONTHS;
    console.log(
      `${prompts} x ${models} | ${show(chance)} | ${show(events)} | ${Math.round(found * 100)} %`,
    );
  }
}

main();
