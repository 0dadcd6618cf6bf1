import type { CellSums, PromptsOfCells, UnitSums } from "#domain/statistics/cell-sums.ts";
import type { Neighbours } from "#domain/statistics/dependence.ts";
import { type Cell, ENTRY, type PeriodCells } from "#domain/sums/cell-table.ts";

/** The numbers of a brand that are ratios of sums over answers. */
export const RATIOS = ["visibility", "share_of_voice", "position", "sentiment"] as const;
export type Ratio = (typeof RATIOS)[number];
/** What a ratio is made of, by cell and by unit. */
export type RatioSums = { cells: CellSums; units: UnitSums };

/** Some cells of a table, which a row stands for: numbered anew, with their prompts and models. */
export type CellGroup = PromptsOfCells & {
  cells: readonly Cell[];
  /** By index in the table: the number in the group, -1 of the others. */
  place: Int32Array;
  /** By number in the group, counted from 0. */
  model: Int32Array;
  models: number;
};

export function groupOf(cells: readonly Cell[], size: number): CellGroup {
  const place = new Int32Array(size).fill(-1);
  const [prompts, models] = [new Map<number, number>(), new Map<number, number>()];
  const numberIn = (known: Map<number, number>, id: number) => {
    const number = known.get(id) ?? known.size;
    known.set(id, number);
    return number;
  };
  const [prompt, model] = [new Int32Array(cells.length), new Int32Array(cells.length)];
  for (const [number, cell] of cells.entries()) {
    place[cell.index] = number;
    prompt[number] = numberIn(prompts, cell.prompt_id);
    model[number] = numberIn(models, cell.model_id);
  }
  return { cells, place, prompt, prompts: prompts.size, model, models: models.size };
}

const zeros = (length: number) => new Float64Array(length);
function add(values: Float64Array, at: number, more: number): void {
  values[at] = (values[at] ?? 0) + more;
}

/** What the answers of a group are in one period, whatever the brand. */
export type GroupBase = ReturnType<typeof baseOf>;

export function baseOf(period: PeriodCells, group: CellGroup) {
  const size = group.cells.length;
  const { units } = period;
  const made = () => ({
    sum: zeros(size),
    squares: zeros(size),
    byUnit: zeros(group.models * units),
  });
  const [answers, voices, asked] = [made(), made(), zeros(size)];
  const [ofAnswers, ofVoices] = [period.answers, period.voices];
  for (const [number, { index }] of group.cells.entries()) {
    const model = (group.model[number] ?? 0) * units;
    for (let unit = 0; unit < units; unit++) {
      const count = ofAnswers[index * units + unit] ?? 0;
      if (count === 0) continue;
      const voice = ofVoices[index * units + unit] ?? 0;
      add(asked, number, 1);
      add(answers.sum, number, count);
      add(answers.squares, number, count * count);
      add(answers.byUnit, model + unit, count);
      add(voices.sum, number, voice);
      add(voices.squares, number, voice * voice);
      add(voices.byUnit, model + unit, voice);
    }
  }
  const model = Int32Array.from(answers.byUnit, (_, at) => Math.floor(at / units));
  const seen = new Set<number>();
  for (const [at, count] of answers.byUnit.entries()) if (count > 0) seen.add(at % units);
  return { answers, voices, asked, model, units: seen.size };
}

/** The sums of one count of a brand, by cell and by model and unit, and of its squares by cell and unit. */
class Series {
  readonly sum: Float64Array;
  readonly squares: Float64Array;
  readonly byUnit: Float64Array;
  /** What the unit in hand of each cell counts so far. */
  readonly inHand: Float64Array;

  constructor(cells: number, units: number) {
    [this.sum, this.squares, this.inHand] = [zeros(cells), zeros(cells), zeros(cells)];
    this.byUnit = zeros(units);
  }

  add(cell: number, unit: number, value: number): void {
    const so = this.inHand[cell] ?? 0;
    add(this.sum, cell, value);
    add(this.squares, cell, (2 * so + value) * value);
    add(this.byUnit, unit, value);
    this.inHand[cell] = so + value;
  }
}

type Part = { base: GroupBase; brand_id: number };

/** What a brand's answers in one period say, ratio by ratio. */
export function sumsOf(
  period: PeriodCells,
  group: CellGroup,
  { base, brand_id }: Part,
): Record<Ratio, RatioSums> {
  const size = group.cells.length;
  const made = () => new Series(size, base.model.length);
  const [named, place, tone, toned] = [made(), made(), made(), made()];
  const [withAnswers, withVoices] = [zeros(size), zeros(size)];
  const [withPlace, withTone] = [zeros(size), zeros(size)];
  const last = new Int32Array(size).fill(-1);
  const entries = period.entriesOf(brand_id);
  const { answers, voices, units } = period;
  for (let at = 0; at < entries.length; at += ENTRY.size) {
    const index = entries[at + ENTRY.cell] ?? 0;
    const cell = group.place[index] ?? -1;
    if (cell < 0) continue;
    const unit = entries[at + ENTRY.unit] ?? 0;
    if (last[cell] !== unit) {
      last[cell] = unit;
      for (const series of [named, place, tone, toned]) series.inHand[cell] = 0;
    }
    const to = (group.model[cell] ?? 0) * units + unit;
    const count = entries[at + ENTRY.answers] ?? 0;
    const product = (one: Series, other: Series) =>
      (one.inHand[cell] ?? 0) * (other.inHand[cell] ?? 0);
    const before = [product(place, named), product(tone, toned)] as const;
    named.add(cell, to, count);
    place.add(cell, to, entries[at + ENTRY.position] ?? 0);
    tone.add(cell, to, (entries[at + ENTRY.tone] ?? 0) / 1_000);
    toned.add(cell, to, entries[at + ENTRY.toned] ?? 0);
    add(withAnswers, cell, count * (answers[index * units + unit] ?? 0));
    add(withVoices, cell, count * (voices[index * units + unit] ?? 0));
    add(withPlace, cell, product(place, named) - before[0]);
    add(withTone, cell, product(tone, toned) - before[1]);
  }
  const ratio = ratiosOf(base);
  return {
    visibility: ratio(named, base.answers, withAnswers),
    share_of_voice: ratio(named, base.voices, withVoices),
    position: ratio(place, named, withPlace),
    sentiment: ratio(tone, toned, withTone),
  };
}

type Sums = Pick<Series, "sum" | "squares" | "byUnit">;

function ratiosOf(base: GroupBase) {
  return (part: Sums, whole: Sums, product: Float64Array): RatioSums => ({
    cells: {
      ...{ answers: base.answers.sum, units: base.asked },
      ...{ part: part.sum, part2: part.squares, product },
      ...{ whole: whole.sum, whole2: whole.squares },
    },
    units: {
      ...{ model: base.model, units: base.units, answers: base.answers.byUnit },
      ...{ part: part.byUnit, whole: whole.byUnit },
    },
  });
}

/** What neighbouring units of a group's cells have in common: of the share of answers that name each brand. */
export function neighboursOf(period: PeriodCells, group: CellGroup): Neighbours {
  const size = group.cells.length;
  const { units, answers } = period;
  const found = { products: 0, pairs: 0, squares: 0, units: 0, cells: 0 };
  const [asked, pairs] = [zeros(size), zeros(size)];
  for (const [number, { index }] of group.cells.entries()) {
    for (let unit = 0; unit < units; unit++) {
      if (!answers[index * units + unit]) continue;
      add(asked, number, 1);
      if (unit > 0 && answers[index * units + unit - 1]) add(pairs, number, 1);
    }
  }
  for (const brand_id of period.brands) {
    const { sum, squares, products, paired } = seriesOf(period, group, brand_id);
    for (let cell = 0; cell < size; cell++) {
      const count = asked[cell] ?? 0;
      const mean = (sum[cell] ?? 0) / count;
      const spread = (squares[cell] ?? 0) - mean * (sum[cell] ?? 0);
      if (!(spread > 1e-9)) continue;
      found.cells++;
      found.units += count;
      found.pairs += pairs[cell] ?? 0;
      found.squares += spread;
      found.products +=
        (products[cell] ?? 0) - mean * (paired[cell] ?? 0) + mean ** 2 * (pairs[cell] ?? 0);
    }
  }
  return found;
}

/**
 * By cell: the sum over units of the share of answers that name a brand, of its square, of neighbours' product, and of
 * both of each pair of neighbours.
 */
function seriesOf(period: PeriodCells, group: CellGroup, brand_id: number) {
  const size = group.cells.length;
  const { units, answers } = period;
  const [sum, squares, products, paired] = [zeros(size), zeros(size), zeros(size), zeros(size)];
  const last = new Int32Array(size).fill(-9);
  const [inHand, former] = [zeros(size), zeros(size)];
  const entries = period.entriesOf(brand_id);
  for (let at = 0; at < entries.length; at += ENTRY.size) {
    const index = entries[at + ENTRY.cell] ?? 0;
    const cell = group.place[index] ?? -1;
    if (cell < 0) continue;
    const unit = entries[at + ENTRY.unit] ?? 0;
    const place = index * units + unit;
    if (last[cell] !== unit) {
      former[cell] = last[cell] === unit - 1 ? (inHand[cell] ?? 0) : 0;
      inHand[cell] = 0;
      last[cell] = unit;
    }
    const share = (entries[at + ENTRY.answers] ?? 0) / (answers[place] ?? 1);
    const so = inHand[cell] ?? 0;
    const isAfter = unit > 0 && (answers[place - 1] ?? 0) > 0;
    const isBefore = unit + 1 < units && (answers[place + 1] ?? 0) > 0;
    add(sum, cell, share);
    add(squares, cell, (2 * so + share) * share);
    add(products, cell, (former[cell] ?? 0) * share);
    add(paired, cell, share * (Number(isAfter) + Number(isBefore)));
    inHand[cell] = so + share;
  }
  return { sum, squares, products, paired };
}
