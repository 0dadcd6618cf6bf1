import {
  type CellSums,
  emptyCells,
  type SharedVariance,
  sharedVariance,
  type UnitSums,
} from "#domain/statistics/cell-sums.ts";

/** Mulberry32: the same numbers every time. */
export function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Random = () => number;
/** Standard normal, by Box and Muller. */
export const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
export const shareOf = (logit: number) => 1 / (1 + Math.exp(-logit));

/** What a world is like; shares in logits, `repeats`: the chance that today's answer is yesterday's. */
export type World = {
  prompts: number;
  models: number;
  days: number;
  repeats: number;
  /** The standard deviation of what all answers of a model have in common on a day. */
  shock: number;
  /** The mean of prompts' shares, and what the second period adds to each. */
  level: number;
  move: (share: number) => number;
};

const SPREAD = 2;
const MODEL_SPREAD = 0.5;
/** Other brands that an answer may name, and what the tone and the rest of a prompt spread by. */
export const OTHERS = 5;

/** One prompt of one model: the chance that the brand is named, that each other is, and the mean tone. */
type Cell = { share: number; others: number; tone: number };
/** What one answer counts: the brand, all brands, its place, its tone; `others`: which, as bits. */
type Answer = { named: number; brands: number; place: number; tone: number; others: number };
const NONE: Answer = { named: 0, brands: 0, place: 0, tone: 0, others: 0 };

function modelEffect(model: number, models: number): number {
  return models === 1 ? 0 : (model / (models - 1) - 0.5) * 2 * MODEL_SPREAD;
}

/** The cells of one prompt, a model each. */
function drawPrompt(random: Random, { models, level }: World): Cell[] {
  const [effect, rest, tone] = [SPREAD * normal(random), normal(random), 0.3 * normal(random)];
  return Array.from({ length: models }, (_, model) => ({
    share: level + effect + modelEffect(model, models) + 0.5 * normal(random),
    others: shareOf(rest - 0.5),
    tone: 0.3 + tone,
  }));
}

/** The level at which a world's mean share is `share`. */
export function levelOf(share: number, world: Omit<World, "level">): number {
  let [low, high] = [-12, 12];
  for (let step = 0; step < 30; step++) {
    const level = (low + high) / 2;
    if (truthOf(world.models, level, 4_000).named > share) high = level;
    else low = level;
  }
  return (low + high) / 2;
}

type Expected = { named: number; brands: number; place: number; tone: number };
const TRUTHS = new Map<string, Expected>();

/** What an answer counts on average over all questions that a world's prompts are drawn from. */
export function truthOf(models: number, level: number, draws = 100_000): Expected {
  const key = [models, level, draws].join(" ");
  const known = TRUTHS.get(key);
  if (known) return known;
  const random = makeRandom(77);
  const world = { ...{ prompts: 1, models, days: 1, repeats: 0, shock: 0, level }, move: same };
  const drawn = Array.from({ length: draws }, () => drawPrompt(random, world));
  const found = expectedOf(drawn, world);
  TRUTHS.set(key, found);
  return found;
}

export const same = (share: number) => share;

function expectedOf(prompts: readonly Cell[][], world: Pick<World, "move">): Expected {
  const sum = { named: 0, brands: 0, place: 0, tone: 0 };
  let count = 0;
  for (const cells of prompts) {
    for (const { share, others, tone } of cells) {
      const named = world.move(shareOf(share));
      count++;
      sum.named += named;
      sum.brands += named + OTHERS * others;
      sum.place += named * (1 + (OTHERS * others) / 2);
      sum.tone += named * tone;
    }
  }
  return {
    ...{ named: sum.named / count, brands: sum.brands / count },
    ...{ place: sum.place / count, tone: sum.tone / count },
  };
}

/** The numbers that are tested: the fields of an answer that make up their part and their whole. */
export const METRICS = {
  visibility: ["named", "asked"],
  share_of_voice: ["named", "brands"],
  position: ["place", "named"],
  tone: ["tone", "named"],
} as const;
export type Metric = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as Metric[];

export type Period = {
  cells: Record<Metric, CellSums>;
  days: Record<Metric, SharedVariance>;
  seen: Answer[][];
};
export type Drawn = {
  prompt: Int32Array;
  before: Period;
  now: Period;
  /** What the tracked prompts would say on average in the period now. */
  expected: Expected;
};

/** Two periods of a world, one after the other. */
export function drawWorld(random: Random, world: World): Drawn {
  const prompts = Array.from({ length: world.prompts }, () => drawPrompt(random, world));
  const cells = prompts.flat();
  const prompt = Int32Array.from(cells, (_, at) => Math.floor(at / world.models));
  const yesterday: Answer[] = cells.map(() => NONE);
  const draw = (move: World["move"], isFirst: boolean): Period => {
    const seen: Answer[][] = cells.map(() => []);
    for (let day = 0; day < world.days; day++) {
      const shocks = Array.from({ length: world.models }, () => world.shock * normal(random));
      for (const [at, cell] of cells.entries()) {
        const isNew = (isFirst && day === 0) || random() >= world.repeats;
        const answer = isNew
          ? drawAnswer(random, cell, { move, shock: shocks[at % world.models] ?? 0 })
          : (yesterday[at] ?? NONE);
        yesterday[at] = answer;
        seen[at]?.push(answer);
      }
    }
    return sumUp(seen, world);
  };
  const before = draw(same, true);
  const now = draw(world.move, false);
  return { prompt, before, now, expected: expectedOf(prompts, world) };
}

function drawAnswer(
  random: Random,
  cell: Cell,
  { move, shock }: { move: World["move"]; shock: number },
): Answer {
  const named = random() < move(shareOf(cell.share + shock)) ? 1 : 0;
  let [count, others] = [0, 0];
  for (let other = 0; other < OTHERS; other++) {
    if (random() >= cell.others) continue;
    count++;
    others |= 1 << other;
  }
  if (named === 0) return { ...NONE, brands: count, others };
  const place = 1 + Math.floor(random() * (count + 1));
  const tone = cell.tone + 0.4 * normal(random);
  return { named, brands: count + 1, place, tone, others };
}

function sumUp(seen: Answer[][], world: World): Period {
  const entries = METRIC_NAMES.map((name) => [name, sumsOf(seen, world, METRICS[name])] as const);
  return {
    seen,
    cells: Object.fromEntries(entries.map(([name, { cells }]) => [name, cells])) as Period["cells"],
    days: Object.fromEntries(entries.map(([name, { days }]) => [name, days])) as Period["days"],
  };
}

/** Adds a number at a place. */
export function add(values: Float64Array, at: number, more: number): void {
  values[at] = (values[at] ?? 0) + more;
}

function sumsOf(seen: Answer[][], world: World, [partName, wholeName]: (typeof METRICS)[Metric]) {
  const cells = emptyCells(seen.length);
  const length = world.models * world.days;
  const days: UnitSums = {
    ...{ model: new Int32Array(length), units: world.days },
    ...{ answers: new Float64Array(length) },
    ...{ part: new Float64Array(length), whole: new Float64Array(length) },
  };
  for (const [at, answers] of seen.entries()) {
    for (const [day, answer] of answers.entries()) {
      const part = answer[partName];
      const whole = wholeName === "asked" ? 1 : answer[wholeName];
      add(cells.answers, at, 1);
      add(cells.units, at, 1);
      add(cells.part, at, part);
      add(cells.whole, at, whole);
      add(cells.part2, at, part * part);
      add(cells.product, at, part * whole);
      add(cells.whole2, at, whole * whole);
      const model = at % world.models;
      const unit = model * world.days + day;
      days.model[unit] = model;
      add(days.answers, unit, 1);
      add(days.part, unit, part);
      add(days.whole, unit, whole);
    }
  }
  return { cells, days: sharedVariance(cells, days) };
}
