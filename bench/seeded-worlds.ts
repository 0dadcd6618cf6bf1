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

/** What the answers of a period count, by cell x days + day: the brand, all brands, its place, its tone; `others`: which, as bits. */
class Answers {
  readonly named: Uint8Array;
  readonly brands: Uint8Array;
  readonly place: Uint8Array;
  readonly tone: Float64Array;
  readonly others: Uint8Array;
  readonly asked: Uint8Array;

  constructor(length: number) {
    const counts = () => new Uint8Array(length);
    [this.named, this.brands, this.place, this.others] = [counts(), counts(), counts(), counts()];
    this.tone = new Float64Array(length);
    this.asked = counts().fill(1);
  }
}

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
  seen: Answers;
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
  const { days } = world;
  const yesterday = new Answers(cells.length);
  const draw = (move: World["move"], isFirst: boolean): Period => {
    const seen = new Answers(cells.length * days);
    for (let day = 0; day < days; day++) {
      const shocks = Array.from({ length: world.models }, () =>
        world.shock === 0 ? 0 : world.shock * normal(random),
      );
      for (const [at, cell] of cells.entries()) {
        const isNew = (isFirst && day === 0) || random() >= world.repeats;
        const shock = shocks[at % world.models] ?? 0;
        if (isNew) drawAnswer(random, cell, { move, shock, to: yesterday, at });
        copyAnswer({ from: yesterday, at }, { to: seen, of: at * days + day });
      }
    }
    return sumUp(seen, world);
  };
  const before = draw(same, true);
  const now = draw(world.move, false);
  return { prompt, before, now, expected: expectedOf(prompts, world) };
}

type Into = { move: World["move"]; shock: number; to: Answers; at: number };

function drawAnswer(random: Random, cell: Cell, { move, shock, to, at }: Into): void {
  const named = random() < move(shareOf(cell.share + shock)) ? 1 : 0;
  let [count, others] = [0, 0];
  for (let other = 0; other < OTHERS; other++) {
    if (random() >= cell.others) continue;
    count++;
    others |= 1 << other;
  }
  to.named[at] = named;
  to.brands[at] = count + named;
  to.others[at] = others;
  to.place[at] = named === 0 ? 0 : 1 + Math.floor(random() * (count + 1));
  to.tone[at] = named === 0 ? 0 : cell.tone + 0.4 * normal(random);
}

function copyAnswer(
  { from, at }: { from: Answers; at: number },
  { to, of }: { to: Answers; of: number },
): void {
  to.named[of] = from.named[at] ?? 0;
  to.brands[of] = from.brands[at] ?? 0;
  to.place[of] = from.place[at] ?? 0;
  to.tone[of] = from.tone[at] ?? 0;
  to.others[of] = from.others[at] ?? 0;
}

function sumUp(seen: Answers, world: World): Period {
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

function sumsOf(seen: Answers, world: World, [partName, wholeName]: (typeof METRICS)[Metric]) {
  const [parts, wholes] = [seen[partName], seen[wholeName]];
  const count = world.prompts * world.models;
  const cells = emptyCells(count);
  const length = world.models * world.days;
  const days: UnitSums = {
    ...{ model: new Int32Array(length), units: world.days },
    ...{ answers: new Float64Array(length) },
    ...{ part: new Float64Array(length), whole: new Float64Array(length) },
  };
  for (let at = 0; at < count; at++) {
    const model = at % world.models;
    let [part, whole, part2, product, whole2] = [0, 0, 0, 0, 0];
    for (let day = 0; day < world.days; day++) {
      const own = parts[at * world.days + day] ?? 0;
      const all = wholes[at * world.days + day] ?? 0;
      part += own;
      whole += all;
      part2 += own * own;
      product += own * all;
      whole2 += all * all;
      const unit = model * world.days + day;
      days.model[unit] = model;
      add(days.answers, unit, 1);
      add(days.part, unit, own);
      add(days.whole, unit, all);
    }
    cells.answers[at] = world.days;
    cells.units[at] = world.days;
    cells.part[at] = part;
    cells.whole[at] = whole;
    cells.part2[at] = part2;
    cells.product[at] = product;
    cells.whole2[at] = whole2;
  }
  return { cells, days: sharedVariance(cells, days) };
}
