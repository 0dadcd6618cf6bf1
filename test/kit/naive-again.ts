import { dependenceOf, inflation } from "#domain/statistics/dependence.ts";
import type { Fact } from "./facts.ts";
import type { Counted } from "./naive-changes.ts";

type Unit = (fact: Fact) => number;
type Spread = { variance: number; freedom: number };

const sum = (numbers: number[]) => numbers.reduce((total, value) => total + value, 0);
const cellOf = ({ prompt_id, model_id }: Fact) => `${prompt_id} ${model_id}`;

/** How a ratio would spread if the same prompts were asked again, answer by answer. */
export function naiveAgain(
  facts: Fact[],
  counted: Counted,
  { unit, dependence }: { unit: Unit; dependence: number | null },
): Spread | null {
  const whole = sum(facts.map((fact) => counted(fact).whole));
  if (whole === 0 || dependence === null) return null;
  const ratio = sum(facts.map((fact) => counted(fact).part)) / whole;
  const off = (fact: Fact) => counted(fact).part - ratio * counted(fact).whole;
  const cells = [...Map.groupBy(facts, cellOf).values()].flatMap((own) => {
    const units = [...Map.groupBy(own, unit).values()].map((some) => sum(some.map(off)));
    const count = units.length;
    if (count < 2) return [];
    const grown = inflation(dependence, count);
    const mean = sum(units) / count;
    const spread = sum(units.map((value) => (value - mean) ** 2));
    const all = sum(own.map((fact) => counted(fact).whole));
    return [
      {
        answers: own.length,
        spread: (spread * count * grown) / (count - grown),
        freedom: count / grown - 1,
        counted: all > 0 ? all / grown - 1 : 0,
      },
    ];
  });
  const known = sum(cells.map(({ answers }) => answers));
  if (known === 0) return null;
  const variance = (sum(cells.map(({ spread }) => spread)) / whole ** 2) * (facts.length / known);
  const freedom = [cells.map((cell) => cell.freedom), cells.map((cell) => cell.counted)].map(sum);
  return { variance, freedom: Math.max(1, Math.min(...freedom)) };
}

/**
 * How days depend on each other: that of a group of one model, with pairs enough, else that of all answers; where these
 * tell nothing, the same without the query's filters.
 */
export function naiveDependence(
  { own, all, every, models }: { own: Fact[]; all: Fact[]; every: Fact[]; models: number },
  names: readonly ((fact: Fact) => boolean)[],
  unit: Unit,
): number | null {
  const told = (facts: Fact[]) => dependenceOf(neighboursIn(facts, names, unit));
  const isOne = models === 1;
  const ofModel = () => every.filter(({ model_id }) => model_id === own[0]?.model_id);
  return (isOne ? told(own) : null) ?? told(all) ?? (isOne ? told(ofModel()) : null) ?? told(every);
}

function neighboursIn(facts: Fact[], names: readonly ((fact: Fact) => boolean)[], unit: Unit) {
  const found = { products: 0, pairs: 0, squares: 0, units: 0, cells: 0 };
  for (const own of Map.groupBy(facts, cellOf).values()) {
    const days = [...Map.groupBy(own, unit)];
    for (const isNamed of names) {
      const shares = new Map(
        days.map(([day, some]) => [day, some.filter(isNamed).length / some.length] as const),
      );
      const mean = sum([...shares.values()]) / shares.size;
      const squares = sum([...shares.values()].map((share) => (share - mean) ** 2));
      if (mean === 0 || squares < 1e-9) continue;
      found.cells++;
      found.units += shares.size;
      found.squares += squares;
      for (const [day, share] of shares) {
        const next = shares.get(day + 1);
        if (next === undefined) continue;
        found.pairs++;
        found.products += (share - mean) * (next - mean);
      }
    }
  }
  return found;
}
