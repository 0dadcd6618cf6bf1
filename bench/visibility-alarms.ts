import { type Counts, stratified } from "../src/domain/reports/intervals.ts";

const PERIOD_DAYS = 7;
const DAYS = 44;
const MONTHS = 400;

/** Mulberry32: the same numbers every time. */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Three in ten prompts hardly ever name the brand, two in ten nearly always, the others anything between. */
function makePropensity(random: () => number): number {
  const kind = random();
  if (kind < 0.3) return 0.02;
  return kind > 0.8 ? 0.95 : 0.1 + 0.8 * random();
}

function countWeeks(hits: readonly boolean[], day: number): Counts {
  const count = (from: number) => hits.slice(from, from + PERIOD_DAYS).filter(Boolean).length;
  const now = day - PERIOD_DAYS + 1;
  const total = { before_total: PERIOD_DAYS, now_total: PERIOD_DAYS };
  return { ...total, before: count(now - PERIOD_DAYS), now: count(now) };
}

/** 31 daily checks over one sample a day; `jump` is added to every propensity after the first week of checks. */
function watchMonth(random: () => number, cells: number, jump: number) {
  const jumpDay = 3 * PERIOD_DAYS;
  const hits = Array.from({ length: cells }, () => {
    const propensity = makePropensity(random);
    return Array.from({ length: DAYS }, (_, day) => {
      return random() < Math.min(1, propensity + (day >= jumpDay ? jump : 0));
    });
  });
  const reported: number[] = [];
  let significant = 0;
  for (let day = 2 * PERIOD_DAYS - 1; day < DAYS; day++) {
    const change = stratified(hits.map((days) => countWeeks(days, day)));
    if (!change || (change.low <= 0 && change.high >= 0)) continue;
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
    const cells = prompts * models;
    const quiet = Array.from({ length: MONTHS }, () => watchMonth(random, cells, 0));
    const moved = Array.from({ length: MONTHS }, () => watchMonth(random, cells, 0.1));
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
