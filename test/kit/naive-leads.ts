import type { PeriodCells } from "#domain/sums/cell-table.ts";

type Count = "answers" | "position" | "tone" | "toned";
/** What is said of a brand in a cell and unit. */
type SaidAt = (count: Count, cell: number, unit: number) => number;
type Ratio = { part: Count; whole: Count | "all" | "voices" };
type Named = { period: PeriodCells; cells: Int32Array; one: SaidAt; other: SaidAt };

const add = (values: number[]) => values.reduce((sum, value) => sum + value, 0);

/** How much larger a ratio of one brand is than of another, over all cells of all units, one after the other. */
export function naiveLead(
  { period, cells, one, other }: Named,
  { ratio, model }: { ratio: Ratio; model: Int32Array },
) {
  const { units } = period;
  const all = Array.from({ length: units }, (_, unit) =>
    Array.from(cells, (cell, number) => ({ unit, cell, number })),
  ).flat();
  const wholeOf = (said: SaidAt, cell: number, unit: number) => {
    if (ratio.whole === "all") return period.answersIn(unit)[cell] ?? 0;
    if (ratio.whole === "voices") return period.voicesIn(unit)[cell] ?? 0;
    return said(ratio.whole, cell, unit);
  };
  const scale = ratio.part === "tone" ? 1_000 : 1;
  const pairs = all.map(({ unit, cell, number }) => {
    const [mine, theirs] = [one, other].map((said) => ({
      part: said(ratio.part, cell, unit) / scale,
      whole: wholeOf(said, cell, unit),
    })) as [Value, Value];
    return { number, to: (model[number] ?? 0) * units + unit, mine, theirs };
  });
  const sumOf = (side: "mine" | "theirs") => ({
    part: add(pairs.map((pair) => pair[side].part)),
    whole: add(pairs.map((pair) => pair[side].whole)),
  });
  const [mine, theirs] = [sumOf("mine"), sumOf("theirs")];
  const isDefined = mine.whole > 0 && theirs.whole > 0;
  const worth = 2 / (1 / mine.whole + 1 / theirs.whole);
  const [own, others] = [mine.part / mine.whole, theirs.part / theirs.whole];
  const pulls = (isDefined ? pairs : []).map((pair) => {
    const shares = pair.mine.whole / mine.whole + pair.theirs.whole / theirs.whole;
    const whole = (worth / 2) * shares;
    const pull =
      (pair.mine.part - own * pair.mine.whole) / mine.whole -
      (pair.theirs.part - others * pair.theirs.whole) / theirs.whole;
    return { ...pair, part: worth * pull + (own - others) * whole, whole };
  });
  const sums = (by: "number" | "to", length: number, of: (pull: Value) => number) =>
    Array.from({ length }, (_, at) => add(pulls.filter((pull) => pull[by] === at).map(of)));
  const byCell = (of: (pull: Value) => number) => sums("number", cells.length, of);
  const byUnit = (of: (pull: Value) => number) =>
    sums("to", (1 + Math.max(-1, ...model)) * units, of);
  const [part, whole] = [(pull: Value) => pull.part, (pull: Value) => pull.whole];
  return {
    cells: {
      ...{ part: byCell(part), whole: byCell(whole), part2: byCell((one) => one.part * one.part) },
      ...{ product: byCell((one) => one.part * one.whole) },
      whole2: byCell((one) => one.whole * one.whole),
    },
    units: { part: byUnit(part), whole: byUnit(whole) },
  };
}
type Value = { part: number; whole: number };
