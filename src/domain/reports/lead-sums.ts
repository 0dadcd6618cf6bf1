import { zeros } from "#domain/statistics/zeros.ts";
import type { PeriodCells, UnitEntries } from "#domain/sums/cell-table.ts";
import { add, type CellGroup, type GroupBase, type Ratio, type RatioSums } from "./row-sums.ts";

const COUNTS = ["answers", "position", "tone", "toned"] as const;
type Count = (typeof COUNTS)[number];
/** What is said of a brand in a period, by unit x cells of the table + cell. */
export type Said = Record<Count, Int32Array>;

/** What a brand adds to each ratio; a whole that is not its own is that of all answers, or of all brands in them. */
const TERMS: Record<Ratio, { part: Count; whole: Count | "all" | "voices" }> = {
  visibility: { part: "answers", whole: "all" },
  share_of_voice: { part: "answers", whole: "voices" },
  position: { part: "position", whole: "answers" },
  sentiment: { part: "tone", whole: "toned" },
};

/** Reads it. */
export function saidOf(period: PeriodCells, brand_id: number): Said {
  const made = () => new Int32Array(period.cells * period.units);
  const said = { answers: made(), position: made(), tone: made(), toned: made() };
  period.eachUnit(brand_id, (unit, entries: UnitEntries) => {
    for (let at = entries.first; at < entries.end; at++) {
      const to = unit * period.cells + (entries.cell[at] ?? 0);
      for (const name of COUNTS) said[name][to] = entries[name][at] ?? 0;
    }
  });
  return said;
}

type Sides = { one: Said; other: Said };
type Lead = Sides & { base: GroupBase; ratios: readonly Ratio[] };

/**
 * How much larger each ratio is of one brand than of another in the same answers, as sums of one ratio: each unit's part
 * is what it pulls the difference by, so whatever both have in common there is in it. Where both are of one whole, the
 * part is the one's less the other's; else it is linearised, and the whole is the mean of both.
 */
export function leadSums(
  period: PeriodCells,
  group: CellGroup,
  { ratios, ...lead }: Lead,
): Record<Ratio, RatioSums> {
  const sums = ratios.map((ratio) => [ratio, sumsOf(period, group, { ratio, ...lead })]);
  return Object.fromEntries(sums) as Record<Ratio, RatioSums>;
}

type Sums = { part: number; whole: number };

function sumsOf(
  period: PeriodCells,
  group: CellGroup,
  { ratio, base, one, other }: Sides & { base: GroupBase; ratio: Ratio },
): RatioSums {
  const { part, whole } = TERMS[ratio];
  const scale = ratio === "sentiment" ? 1_000 : 1;
  const termsOf = (said: Said, unit: number, index: number): Sums => {
    const at = unit * period.cells + index;
    const all = whole === "all" ? period.answersIn(unit) : period.voicesIn(unit);
    const own = whole === "all" || whole === "voices" ? all[index] : said[whole][at];
    return { part: (said[part][at] ?? 0) / scale, whole: own ?? 0 };
  };
  const each = (visit: (first: Sums, second: Sums, number: number, unit: number) => void) => {
    for (let unit = 0; unit < period.units; unit++) {
      for (const [number, index] of group.index.entries())
        visit(termsOf(one, unit, index), termsOf(other, unit, index), number, unit);
    }
  };
  const [mine, theirs] = [
    { part: 0, whole: 0 },
    { part: 0, whole: 0 },
  ];
  each((first, second) => {
    for (const [to, { part, whole }] of [
      [mine, first],
      [theirs, second],
    ] as const) {
      to.part += part;
      to.whole += whole;
    }
  });
  const sums = emptySums(base);
  if (mine.whole === 0 || theirs.whole === 0) return sums;
  const worth = 2 / (1 / mine.whole + 1 / theirs.whole);
  const [own, others] = [mine.part / mine.whole, theirs.part / theirs.whole];
  each((first, second, number, unit) => {
    const whole = (worth / 2) * (first.whole / mine.whole + second.whole / theirs.whole);
    const pull =
      (first.part - own * first.whole) / mine.whole -
      (second.part - others * second.whole) / theirs.whole;
    const part = worth * pull + (own - others) * whole;
    addTo(sums, { part, whole }, { number, to: (group.model[number] ?? 0) * period.units + unit });
  });
  return sums;
}

function emptySums({ answers, asked, model, units }: GroupBase): RatioSums {
  const [cells, days] = [answers.sum.length, answers.byUnit.length];
  return {
    cells: {
      ...{ answers: answers.sum, units: asked, part: zeros(cells), whole: zeros(cells) },
      ...{ part2: zeros(cells), product: zeros(cells), whole2: zeros(cells) },
    },
    units: { model, units, answers: answers.byUnit, part: zeros(days), whole: zeros(days) },
  };
}

function addTo(
  { cells, units }: RatioSums,
  { part, whole }: Sums,
  { number, to }: { number: number; to: number },
): void {
  add(cells.part, number, part);
  add(cells.whole, number, whole);
  add(cells.part2, number, part * part);
  add(cells.product, number, part * whole);
  add(cells.whole2, number, whole * whole);
  add(units.part, to, part);
  add(units.whole, to, whole);
}
