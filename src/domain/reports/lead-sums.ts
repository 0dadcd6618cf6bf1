import { zeros } from "#domain/statistics/zeros.ts";
import type { PeriodCells, UnitEntries } from "#domain/sums/cell-table.ts";
import { add, type CellGroup, type GroupBase, type Ratio, type RatioSums } from "./row-sums.ts";

const COUNTS = ["answers", "position", "tone", "toned"] as const;
type Count = (typeof COUNTS)[number];
/** What is said of a brand in a period, by unit x cells + cell, as rows of many cells are walked; and where. */
export type Said = Record<Count, Int32Array> & { places: number[] };

/** What a brand adds to each ratio; a whole that is not its own is that of all answers, or of all brands in them. */
const TERMS: Record<Ratio, { part: Count; whole: Count | "all" | "voices" }> = {
  visibility: { part: "answers", whole: "all" },
  share_of_voice: { part: "answers", whole: "voices" },
  position: { part: "position", whole: "answers" },
  sentiment: { part: "tone", whole: "toned" },
};

/** Reads it; `into`: what is said of another brand, whose place it takes. */
export function saidOf(period: PeriodCells, brand_id: number, into?: Said): Said {
  const made = () => new Int32Array(period.cells * period.units);
  const said: Said = into ?? {
    ...{ answers: made(), position: made(), tone: made(), toned: made() },
    places: [],
  };
  for (const at of said.places) for (const name of COUNTS) said[name][at] = 0;
  said.places = [];
  period.eachUnit(brand_id, (unit, entries: UnitEntries) => {
    for (let at = entries.first; at < entries.end; at++) {
      const to = unit * period.cells + (entries.cell[at] ?? 0);
      for (const name of COUNTS) said[name][to] = entries[name][at] ?? 0;
      said.places.push(to);
    }
  });
  return said;
}

/** Where a group has answers, unit by unit: the place in what is said, the number of the cell, the place of its model and unit. */
type Asked = Record<"at" | "number" | "to" | "all" | "voices", Int32Array>;

function askedIn(period: PeriodCells, group: CellGroup, { unitsAsked }: GroupBase): Asked {
  const made = () => new Int32Array(unitsAsked);
  const asked = { at: made(), number: made(), to: made(), all: made(), voices: made() };
  let next = 0;
  for (let unit = 0; unit < period.units; unit++) {
    const [answers, voices] = [period.answersIn(unit), period.voicesIn(unit)];
    for (let number = 0; number < group.index.length; number++) {
      const cell = group.index[number] ?? 0;
      const all = answers[cell] ?? 0;
      if (all === 0) continue;
      asked.at[next] = unit * period.cells + cell;
      asked.number[next] = number;
      asked.to[next] = (group.model[number] ?? 0) * period.units + unit;
      asked.all[next] = all;
      asked.voices[next++] = voices[cell] ?? 0;
    }
  }
  return asked;
}

/** What a brand adds to a ratio, by place in what is said; a whole that is not its own, by place in what was asked. */
type Terms = { part: Int32Array; scale: number; own: Int32Array | null; shared: Int32Array };
/** The same in all. */
type Sum = { part: number; whole: number };
type Of = { base: GroupBase; ratios: readonly Ratio[]; over: Said };
type OfRatio = { ratio: Ratio; theirs: Terms & { sum: Sum }; sums: RatioSums };

/**
 * How much larger each ratio is of brands than of one of them in the same answers of a group and period, as sums of one
 * ratio: each unit's part is what it pulls the difference by, so whatever both have in common there is in it. Where both
 * are of one whole, the part is the one's less the other's; else it is linearised, and the whole is the mean of both.
 */
export class Leads {
  readonly #asked: Asked;
  /** What is the same for each brand, and where the sums of one are made; the next brand's take their place. */
  readonly #ratios: readonly OfRatio[];

  constructor(period: PeriodCells, group: CellGroup, { base, ratios, over }: Of) {
    const asked = askedIn(period, group, base);
    this.#asked = asked;
    this.#ratios = ratios.map((ratio) => {
      const theirs = termsOf(asked, over, ratio);
      return { ratio, theirs: { ...theirs, sum: sumOf(asked, theirs) }, sums: emptySums(base) };
    });
  }

  /** The sums of a brand; true until the next one's are asked for. */
  sumsOf(said: Said): Record<Ratio, RatioSums> {
    const found = this.#ratios.map((of) => {
      const mine = termsOf(this.#asked, said, of.ratio);
      addUp(this.#asked, { ...mine, sum: sumOf(this.#asked, mine) }, of);
      return [of.ratio, of.sums];
    });
    return Object.fromEntries(found) as Record<Ratio, RatioSums>;
  }
}

function termsOf(asked: Asked, said: Said, ratio: Ratio): Terms {
  const { part, whole } = TERMS[ratio];
  const scale = ratio === "sentiment" ? 1_000 : 1;
  return whole === "all" || whole === "voices"
    ? { part: said[part], scale, own: null, shared: asked[whole] }
    : { part: said[part], scale, own: said[whole], shared: asked.all };
}

function sumOf({ at }: Asked, { part, scale, own, shared }: Terms): Sum {
  let [parts, wholes] = [0, 0];
  for (let next = 0; next < at.length; next++) {
    const place = at[next] ?? 0;
    parts += (part[place] ?? 0) / scale;
    wholes += (own ? own[place] : shared[next]) ?? 0;
  }
  return { part: parts, whole: wholes };
}

function addUp({ at, number, to }: Asked, mine: Terms & { sum: Sum }, of: OfRatio): void {
  const { theirs } = of;
  const { cells, units } = of.sums;
  for (const name of ["part", "whole", "part2", "product", "whole2"] as const) cells[name].fill(0);
  for (const name of ["part", "whole"] as const) units[name].fill(0);
  const [all, other] = [mine.sum.whole, theirs.sum.whole];
  if (all === 0 || other === 0) return;
  const worth = 2 / (1 / all + 1 / other);
  const [own, others] = [mine.sum.part / all, theirs.sum.part / other];
  for (let next = 0; next < at.length; next++) {
    // One by one: a pair would be an object for each of millions.
    const place = at[next] ?? 0;
    const ofMine = (mine.own ? mine.own[place] : mine.shared[next]) ?? 0;
    const ofTheirs = (theirs.own ? theirs.own[place] : theirs.shared[next]) ?? 0;
    // Of neither, so it adds nothing.
    if (ofMine === 0 && ofTheirs === 0) continue;
    const whole = (worth / 2) * (ofMine / all + ofTheirs / other);
    const pull =
      ((mine.part[place] ?? 0) / mine.scale - own * ofMine) / all -
      ((theirs.part[place] ?? 0) / theirs.scale - others * ofTheirs) / other;
    const part = worth * pull + (own - others) * whole;
    const cell = number[next] ?? 0;
    add(cells.part, cell, part);
    add(cells.whole, cell, whole);
    add(cells.part2, cell, part * part);
    add(cells.product, cell, part * whole);
    add(cells.whole2, cell, whole * whole);
    add(units.part, to[next] ?? 0, part);
    add(units.whole, to[next] ?? 0, whole);
  }
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
