import { correlationOfMeans } from "#domain/statistics/dependence.ts";
import type { Fact } from "./facts.ts";
import { naiveAgain, naiveDependence } from "./naive-again.ts";

/** The usable answers behind a row, in both periods. */
export type Periods = { before: Fact[]; now: Fact[] };
/** All usable answers of both periods, and what in them may be named: dependence is told from these. */
export type AllAnswers = Periods & {
  names: readonly ((fact: Fact) => boolean)[];
  /** The same days and models without other filters, where there are any. */
  every?: Periods;
};
/** What an answer adds to the part and to the whole of a ratio. */
export type Counted = (fact: Fact) => { part: number; whole: number };
export type NaiveChange = {
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  /** As how many prompts more it counted that the same prompts are known. */
  more?: number;
  reason?: string;
};

const sum = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0);
const untold = (reason: string) => ({ value: null, low: null, high: null, p: null, reason });

/** Whole days since 1970, or runs of eight of them where the period has more than 35. */
function unitOf(days: number) {
  const length = days > 35 ? 8 : 1;
  return ({ day }: Fact) => Math.floor(Date.parse(`${day}T00:00:00Z`) / 86_400_000 / length);
}

/**
 * The change of a ratio of sums over answers, `days` a period, answer by answer: within prompts and models that both
 * periods have, the jackknife over prompts, and what days have in common. `value` is null where there is no interval.
 */
export function naiveChange(
  { before, now, all }: Periods & { all: AllAnswers },
  counted: Counted,
  days: number,
): NaiveChange {
  const unit = unitOf(days);
  const lengths = [before, now].map((facts) => new Set(facts.map(unit)).size);
  if (Math.min(...lengths) < 3) return untold("too few days");
  const cellOf = ({ prompt_id, model_id }: Fact) => `${prompt_id} ${model_id}`;
  const [olds, news] = [Map.groupBy(before, cellOf), Map.groupBy(now, cellOf)];
  const both = [...news.keys()].filter((cell) => olds.has(cell));
  const promptOf = (cell: string) => cell.split(" ")[0];
  const prompts = [...new Set(both.map(promptOf))];
  if (prompts.length < 5) return untold("too few prompts");
  const sides = [olds, news].map((facts) => {
    const cells = both.map((cell) => {
      const answers = facts.get(cell) ?? [];
      const weight = (olds.get(cell)?.length ?? 0) + (news.get(cell)?.length ?? 0);
      const mean = (name: "part" | "whole") =>
        (weight * sum(answers.map((fact) => counted(fact)[name]))) / answers.length;
      return { prompt: promptOf(cell), part: mean("part"), whole: mean("whole") };
    });
    const whole = sum(cells.map((cell) => cell.whole));
    return { cells, whole, ratio: sum(cells.map((cell) => cell.part)) / whole };
  });
  if (sides.some(({ whole }) => whole === 0)) return untold("not enough data");
  const offs = prompts.map((prompt) => {
    const [old, fresh] = sides.map(({ cells, whole, ratio }) => {
      const own = cells.filter((cell) => cell.prompt === prompt);
      const share = sum(own.map((cell) => cell.whole)) / whole;
      const off = sum(own.map((cell) => cell.part - ratio * cell.whole)) / whole;
      return { share, off: off / (1 - Math.min(0.9, share)) };
    });
    return {
      off: (fresh?.off ?? 0) - (old?.off ?? 0),
      share: ((fresh?.share ?? 0) + (old?.share ?? 0)) / 2,
    };
  });
  const n = prompts.length;
  const spread = (sum(offs.map(({ off }) => off ** 2)) * (n - 1)) / n;
  const least = sum(sides.map(({ whole }) => 0.5 / whole ** 2));
  const shared = naiveShared(before, counted, unit) + naiveShared(now, counted, unit);
  const own = Math.max(1, Math.min(n, 1 / sum(offs.map(({ share }) => share ** 2))) - 1);
  const models = new Set([...before, ...now].map(({ model_id }) => model_id)).size;
  const again = [
    { own: before, all: all.before, every: (all.every ?? all).before },
    { own: now, all: all.now, every: (all.every ?? all).now },
  ].map((facts) => {
    const known = facts.own.filter((fact) => both.includes(cellOf(fact)));
    if (known.length < 0.9 * facts.own.length) return null;
    const dependence = naiveDependence({ ...facts, models }, all.names, unit);
    const spread = naiveAgain(facts.own, counted, { unit, dependence });
    const units = sum(
      [...Map.groupBy(facts.own, cellOf).values()].map((own) => new Set(own.map(unit)).size),
    );
    return (
      spread && {
        ...spread,
        dependence: dependence ?? 0,
        units: units / new Set(facts.own.map(cellOf)).size,
      }
    );
  });
  // What is known of the same prompts counts as ten prompts more, as a third of those there are at most.
  const more = Math.min(10, own / 3, ...again.map((one) => one?.freedom ?? 0));
  const [first, second] = again;
  const correlation = correlationOfMeans(
    Math.min(first?.dependence ?? 0, second?.dependence ?? 0),
    { before: first?.units ?? 1, now: second?.units ?? 1 },
  );
  const expected =
    sum(again.map((one) => one?.variance ?? 0)) -
    2 * correlation * Math.sqrt((first?.variance ?? 0) * (second?.variance ?? 0));
  const freedom = own + more;
  const moderated = (own * spread + more * expected) / freedom;
  const error = Math.sqrt(Math.max(moderated, least) + shared);
  const value = (sides[1]?.ratio ?? 0) - (sides[0]?.ratio ?? 0);
  const half = quantile(freedom) * error;
  return {
    value,
    low: value - half,
    high: value + half,
    p: tails(Math.abs(value / error), freedom),
    more,
  };
}

/** What all prompts of a model have in common on a day: how its sums spread, less what single answers explain. */
function naiveShared(facts: Fact[], counted: Counted, unit: (fact: Fact) => number): number {
  const units = new Set(facts.map(unit)).size;
  if (units < 14) return 0;
  const whole = sum(facts.map((fact) => counted(fact).whole));
  const ratio = sum(facts.map((fact) => counted(fact).part)) / whole;
  if (whole === 0) return 0;
  const off = (fact: Fact) => counted(fact).part - ratio * counted(fact).whole;
  const byModel = [...Map.groupBy(facts, ({ model_id }) => model_id).values()].map((own) => {
    const mean = sum(own.map(off)) / own.length;
    const days = [...Map.groupBy(own, unit).values()];
    return sum(days.map((day) => (sum(day.map(off)) - mean * day.length) ** 2));
  });
  const cells = Map.groupBy(facts, ({ prompt_id, model_id }) => `${prompt_id} ${model_id}`);
  const byCell = [...cells.values()].map((own) => {
    const days = [...Map.groupBy(own, unit).values()].map((day) => sum(day.map(off)));
    if (days.length < 2) return 0;
    const mean = sum(days) / days.length;
    return (sum(days.map((day) => (day - mean) ** 2)) * days.length) / (days.length - 1);
  });
  return Math.max(0, (sum(byModel) * units) / (units - 1) - sum(byCell)) / whole ** 2;
}

/** The chance that Student's t is beyond `t` to either side: the density, summed up in small steps of its angle. */
export function tails(t: number, freedom: number): number {
  // With t = sqrt(freedom) tan(angle) the density is a power of the cosine.
  const steps = 2_000;
  const area = (from: number) => {
    const width = (Math.PI / 2 - from) / steps;
    return sum(
      Array.from(
        { length: steps },
        (_, at) => width * Math.cos(from + (at + 0.5) * width) ** (freedom - 1),
      ),
    );
  };
  return area(Math.atan(t / Math.sqrt(freedom))) / area(0);
}

const QUANTILES = new Map<string, number>();

function quantile(freedom: number): number {
  const key = freedom.toFixed(9);
  let [low, high] = [1.9, 13];
  for (let step = 0; step < 36 && !QUANTILES.has(key); step++) {
    const middle = (low + high) / 2;
    if (tails(middle, freedom) > 0.05) low = middle;
    else high = middle;
  }
  if (!QUANTILES.has(key)) QUANTILES.set(key, high);
  return QUANTILES.get(key) ?? high;
}

/** Which tests stand by Benjamini and Hochberg: as many of the smallest as lie under their line. */
export function naiveStanding(tests: readonly (number | null)[]): (boolean | null)[] {
  const told = tests.filter((p) => p !== null);
  const counts = told.map((p) => told.filter((other) => other <= p).length);
  const under = told.filter((p, at) => p <= (0.05 * (counts[at] ?? 0)) / told.length);
  return tests.map((p) => (p === null ? null : under.some((limit) => p <= limit)));
}
