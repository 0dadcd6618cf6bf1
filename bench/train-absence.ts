import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { eachNextSign, eachOwnSign, signAt } from "#domain/detection/absence-signs.ts";
import { cleanAnswer } from "#domain/detection/clean-answer.ts";
import { tagsAround } from "#domain/detection/find-absence.ts";
import { foldText } from "#domain/detection/fold-text.ts";
import { readLines } from "./real-data.ts";

/**
 * Learns what each sign of absence weighs from the development halves, by logistic regression with Adagrad, and writes
 * src/domain/detection/absence-weights.json: `node bench/train-absence.ts`. The same texts give the same weights.
 */
const SETS = "bench/accuracy";
const WEIGHTS = "src/domain/detection/absence-weights.json";
const ROUNDS = 20;
const RATE = 0.3;
const DECAY = 1e-3;
/** A mention lost is worse than an absence that is not recognised. */
const MENTION_WEIGHT = 1.5;
/** A sign of fewer examples tells of these texts alone. */
const EXAMPLES_MIN = 2;
const WEIGHT_MIN = 0.02;

/** Where even this much from the next sentence would not do, that one is not read. */
const NEXT_QUANTILE = 0.99;

/** Texts whose next sentence is about another brand, which is not read there: it would teach the opposite. */
const NEIGHBOURS = "neighbours";

/** `isEach`: the label holds for each place of the name. */
type Labelled = {
  class?: string;
  text: string;
  brand: string;
  mentioned: boolean;
  isEach?: boolean;
};
type Example = { own: readonly string[]; next: readonly string[]; isAbsent: boolean };

const examples = mergeTexts().flatMap(examplesOf);
const weights = learn(onlyCommon(examples));
write(weights);
console.log(`${examples.length} examples, ${weights.size} signs`);

/** Texts about absence; and texts of the other sets, where something is said wherever a name stands. */
function mergeTexts(): Labelled[] {
  type Toned = { text: string; targets: { brand: string }[] };
  type Suggested = { tracked: string[]; brands: { name: string }[]; answers: { text: string }[] };
  const said = [
    ...readSet<Toned>("tone").flatMap(({ text, targets }) =>
      targets.map(({ brand }) => ({ text, brand })),
    ),
    ...readSet<Suggested>("suggestions").flatMap(({ tracked, brands, answers }) =>
      [...tracked, ...brands.map(({ name }) => name)].flatMap((brand) =>
        answers.map(({ text }) => ({ text, brand })),
      ),
    ),
  ];
  return [
    ...readSet<Labelled>("absence").filter((one) => one.class !== NEIGHBOURS),
    ...said.map((one) => ({ ...one, mentioned: true, isEach: true })),
  ];
}

function readSet<Row>(set: string): Row[] {
  return readLines<Row>(join(SETS, `${set}-development.jsonl`));
}

function examplesOf({ text, brand, mentioned, isEach }: Labelled): Example[] {
  const folded = foldText(cleanAnswer(text).text);
  const { lower } = folded;
  const name = foldText(brand).lower;
  const starts = startsOf(name, lower);
  // Which of several names is the one of which something is said, no label says.
  if (mentioned && !isEach && starts.length > 1) return [];
  return starts.flatMap((start) =>
    tagsAround(folded, { start, end: start + name.length }).map((tags) => {
      const own: string[] = [];
      const next: string[] = [];
      eachOwnSign(tags.own, (_, ...place) => own.push(signAt(...place)));
      eachNextSign(tags.next, (_, ...place) => next.push(signAt(...place)));
      return { own, next, isAbsent: !mentioned };
    }),
  );
}

function startsOf(name: string, text: string): number[] {
  const starts: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    starts.push(at);
  }
  return starts;
}

function onlyCommon(all: readonly Example[]): Example[] {
  const counts = new Map<string, number>();
  for (const sign of all.flatMap(({ own, next }) => [...new Set([...own, ...next])])) {
    counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const isCommon = (sign: string) => (counts.get(sign) ?? 0) >= EXAMPLES_MIN;
  return all.map(({ own, next, isAbsent }) => ({
    own: own.filter(isCommon),
    next: next.filter(isCommon),
    isAbsent,
  }));
}

function learn(given: readonly Example[]): Map<string, number> {
  const learnt = new Map<string, number>();
  const squares = new Map<string, number>();
  const order = [...given];
  const random = makeRandom();
  for (let round = 0; round < ROUNDS; round += 1) {
    shuffle(order, random);
    for (const { own, next, isAbsent } of order) {
      const signs = [...own, ...next];
      const scale = 1 / Math.sqrt(signs.length);
      const sum = signs.reduce((so_far, sign) => so_far + (learnt.get(sign) ?? 0), 0);
      const weighed = isAbsent ? 1 : MENTION_WEIGHT;
      const error = weighed * (1 / (1 + Math.exp(-sum * scale)) - Number(isAbsent));
      for (const sign of signs) {
        const weight = learnt.get(sign) ?? 0;
        const slope = error * scale + DECAY * weight;
        const square = (squares.get(sign) ?? 1e-3) + slope * slope;
        squares.set(sign, square);
        learnt.set(sign, weight - (RATE * slope) / Math.sqrt(square));
      }
    }
  }
  return learnt;
}

function shuffle(items: Example[], random: (below: number) => number): void {
  for (let at = items.length - 1; at > 0; at -= 1) {
    const other = random(at + 1);
    const [one, two] = [items[at], items[other]];
    if (one && two) [items[at], items[other]] = [two, one];
  }
}

function makeRandom(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function write(all: ReadonlyMap<string, number>): void {
  const rounded = new Map<string, number>();
  for (const [sign, weight] of [...all].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (Math.abs(weight) >= WEIGHT_MIN) rounded.set(sign, Math.round(weight * 100) / 100);
  }
  const signs: Record<string, Record<string, number>> = {};
  for (const [sign, weight] of rounded) {
    const kind = sign.slice(0, 1);
    signs[kind] ??= {};
    signs[kind][sign.slice(1)] = weight;
  }
  const sumOf = (of: readonly string[]) =>
    of.reduce((sum, sign) => sum + (rounded.get(sign) ?? 0), 0);
  const next_sums = examples
    .filter(({ own, next, isAbsent }) => isAbsent && sumOf([...own, ...next]) > 0)
    .map(({ next }) => sumOf(next))
    .sort((a, b) => a - b);
  const next_at_most = next_sums[Math.floor(next_sums.length * NEXT_QUANTILE)] ?? 0;
  const about =
    "Generated by bench/train-absence.ts. What each sign weighs: its kind (absence-signs.ts), its tags (absence-words.ts); more than 0 speaks for absence. What the next sentence adds is mostly less than next_at_most.";
  writeFileSync(WEIGHTS, `${JSON.stringify({ about, next_at_most, signs }, null, 1)}\n`);
}
