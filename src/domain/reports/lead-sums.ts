import { zeros } from "#domain/statistics/zeros.ts";
import type { PeriodCells, UnitEntries } from "#domain/sums/cell-table.ts";
import { add, type CellGroup, type GroupBase, type Ratio, type RatioSums } from "./row-sums.ts";

const COUNTS = ["answers", "position", "tone", "toned"] as const;
type Count = (typeof COUNTS)[number];
/** What is said of a brand in a period, by cell x units + unit: what a row of few cells reads lies side by side. */
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
      const to = (entries.cell[at] ?? 0) * period.units + unit;
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

/** What a brand adds to a ratio, by unit x cells of a group + number, and in all. */
type Terms = Record<"part" | "whole", Float64Array> & { sum: Sums };
type Sums = { part: number; whole: number };

function termsOf(
  period: PeriodCells,
  { index }: CellGroup,
  { ratio, said }: { ratio: Ratio; said: Said },
): Terms {
  const { part, whole } = TERMS[ratio];
  const scale = ratio === "sentiment" ? 1_000 : 1;
  const size = index.length;
  const made = () => zeros(size * period.units);
  const terms = { part: made(), whole: made(), sum: { part: 0, whole: 0 } };
  const own = whole === "all" || whole === "voices" ? null : said[whole];
  for (let unit = 0; unit < period.units; unit++) {
    const all = whole === "all" ? period.answersIn(unit) : period.voicesIn(unit);
    for (let number = 0; number < size; number++) {
      const cell = index[number] ?? 0;
      const at = cell * period.units + unit;
      const to = unit * size + number;
      const of = (own ? own[at] : all[cell]) ?? 0;
      const value = (said[part][at] ?? 0) / scale;
      terms.part[to] = value;
      terms.whole[to] = of;
      terms.sum.part += value;
      terms.sum.whole += of;
    }
  }
  return terms;
}

function sumsOf(
  period: PeriodCells,
  group: CellGroup,
  { ratio, base, one, other }: Sides & { base: GroupBase; ratio: Ratio },
): RatioSums {
  const [first, second] = [one, other].map((said) => termsOf(period, group, { ratio, said })) as [
    Terms,
    Terms,
  ];
  const [mine, theirs] = [first.sum, second.sum];
  const sums = emptySums(base);
  if (mine.whole === 0 || theirs.whole === 0) return sums;
  const worth = 2 / (1 / mine.whole + 1 / theirs.whole);
  const [own, others] = [mine.part / mine.whole, theirs.part / theirs.whole];
  const { cells, units } = sums;
  const size = group.index.length;
  for (let at = 0; at < first.part.length; at++) {
    // One by one: a pair would be an object for each of millions.
    const number = at % size;
    const to = (group.model[number] ?? 0) * period.units + Math.floor(at / size);
    const ofMine = first.whole[at] ?? 0;
    const ofTheirs = second.whole[at] ?? 0;
    const whole = (worth / 2) * (ofMine / mine.whole + ofTheirs / theirs.whole);
    const pull =
      ((first.part[at] ?? 0) - own * ofMine) / mine.whole -
      ((second.part[at] ?? 0) - others * ofTheirs) / theirs.whole;
    const part = worth * pull + (own - others) * whole;
    add(cells.part, number, part);
    add(cells.whole, number, whole);
    add(cells.part2, number, part * part);
    add(cells.product, number, part * whole);
    add(cells.whole2, number, whole * whole);
    add(units.part, to, part);
    add(units.whole, to, whole);
  }
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
