import type { CellSums, PromptsOfCells, UnitSums } from "#domain/statistics/cell-sums.ts";
import { zeros } from "#domain/statistics/zeros.ts";
import type { Cell, PeriodCells, UnitEntries } from "#domain/sums/cell-table.ts";

/** The numbers of a brand that are ratios of sums over answers. */
export const RATIOS = ["visibility", "share_of_voice", "position", "sentiment"] as const;
export type Ratio = (typeof RATIOS)[number];
/** What a ratio is made of, by cell and by unit. */
export type RatioSums = { cells: CellSums; units: UnitSums };

/** Some cells of a table, which a row stands for: numbered again, with their prompts and models. */
export type CellGroup = PromptsOfCells & {
  cells: readonly Cell[];
  /** By index in the table: the number in the group, -1 of the others; and the other way round. */
  place: Int32Array;
  index: Int32Array;
  /** By number in the group, counted from 0. */
  model: Int32Array;
  models: number;
};

export function groupOf(cells: readonly Cell[], size: number): CellGroup {
  const place = new Int32Array(size).fill(-1);
  const index = new Int32Array(cells.length);
  const [prompts, models] = [new Map<number, number>(), new Map<number, number>()];
  const numberIn = (known: Map<number, number>, id: number) => {
    const number = known.get(id) ?? known.size;
    known.set(id, number);
    return number;
  };
  const [prompt, model] = [new Int32Array(cells.length), new Int32Array(cells.length)];
  for (let number = 0; number < cells.length; number++) {
    const cell = cells[number] as Cell;
    place[cell.index] = number;
    index[number] = cell.index;
    prompt[number] = numberIn(prompts, cell.prompt_id);
    model[number] = numberIn(models, cell.model_id);
  }
  return { cells, place, index, prompt, prompts: prompts.size, model, models: models.size };
}

export function add(values: Float64Array, at: number, more: number): void {
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
  const seen = new Set<number>();
  for (let unit = 0; unit < units; unit++) {
    const [ofAnswers, ofVoices] = [period.answersIn(unit), period.voicesIn(unit)];
    for (let number = 0; number < size; number++) {
      const index = group.index[number] ?? 0;
      const count = ofAnswers[index] ?? 0;
      if (count === 0) continue;
      const voice = ofVoices[index] ?? 0;
      const to = (group.model[number] ?? 0) * units + unit;
      seen.add(unit);
      add(asked, number, 1);
      addValue(answers, { cell: number, to }, count);
      addValue(voices, { cell: number, to }, voice);
    }
  }
  const model = new Int32Array(answers.byUnit.length);
  for (let at = units; at < model.length; at++) model[at] = (model[at - units] ?? 0) + 1;
  const answersAsked = answers.sum.reduce((total, count) => total + count, 0);
  return {
    answers,
    voices,
    asked,
    model,
    units: seen.size,
    answersAsked,
    ...countOf(group, asked),
  };
}

/** How many cells and prompts of a group have units, and how many all have. */
function countOf({ prompt, prompts }: CellGroup, asked: Float64Array) {
  const isAsked = new Uint8Array(prompts);
  let [cellsAsked, unitsAsked] = [0, 0];
  for (let number = 0; number < asked.length; number++) {
    const count = asked[number] ?? 0;
    if (count === 0) continue;
    cellsAsked++;
    unitsAsked += count;
    isAsked[prompt[number] ?? 0] = 1;
  }
  return { cellsAsked, unitsAsked, promptsAsked: isAsked.reduce((sum, one) => sum + one, 0) };
}

/** The sums of one count of a brand, by cell and by model and unit, and of its squares by cell. */
const SUMS = ["sum", "squares", "byUnit"] as const;
type Series = Record<(typeof SUMS)[number], Float64Array>;

type Place = { cell: number; to: number };

/** Counts one value of a cell in a unit; `to`: where its model's sum of that unit is. */
function addValue({ sum, squares, byUnit }: Series, { cell, to }: Place, value: number): void {
  add(sum, cell, value);
  add(squares, cell, value * value);
  add(byUnit, to, value);
}

/** Where the sums of one brand in one period are made; the next brand's take their place. */
export class Room {
  readonly named: Series;
  readonly place: Series;
  readonly tone: Series;
  readonly toned: Series;
  readonly products: Record<"answers" | "voices" | "place" | "tone", Float64Array>;

  /** True where every count is 0 or 1, so that it is its own square and each product with it the other number. */
  readonly isSingle: boolean;

  constructor(cells: number, units: number, { isSingle } = { isSingle: false }) {
    this.isSingle = isSingle;
    const made = () => ({ sum: zeros(cells), squares: zeros(cells), byUnit: zeros(units) });
    const counts = () => {
      const one = made();
      return isSingle ? { ...one, squares: one.sum } : one;
    };
    [this.named, this.place, this.tone, this.toned] = [counts(), made(), made(), counts()];
    const product = (of: Series) => (isSingle ? of.sum : zeros(cells));
    this.products = {
      ...{ answers: product(this.named), voices: zeros(cells) },
      ...{ place: product(this.place), tone: product(this.tone) },
    };
  }

  clear(): void {
    for (const series of [this.named, this.place, this.tone, this.toned]) {
      for (const name of SUMS) series[name].fill(0);
    }
    for (const product of Object.values(this.products)) product.fill(0);
  }
}

/** A row of a smaller part of all cells looks its own up, as hundreds of rows by prompt do. */
const FEW = 8;

type Part = { base: GroupBase; brand_id: number; room: Room; ratios?: readonly Ratio[] };

/** What a brand's answers in one period say, ratio by ratio, of those that are wanted; true until the room is used again. */
export function sumsOf(
  period: PeriodCells,
  group: CellGroup,
  part: Part,
): Record<Ratio, RatioSums> {
  const { base, brand_id, room, ratios = RATIOS } = part;
  room.clear();
  const wants = (ratio: Ratio) => ratios.includes(ratio);
  const all = {
    voices: wants("share_of_voice"),
    place: wants("position"),
    tone: wants("sentiment"),
  };
  const addUnit = room.isSingle ? addSingles : addCounts;
  const visit = (unit: number, entries: UnitEntries) =>
    addUnit(period, group, { room, unit, entries, wants: all });
  if (FEW * group.cells.length < period.cells) period.eachUnitOf(brand_id, group.index, visit);
  else period.eachUnit(brand_id, visit);
  const { named, place, tone, toned, products } = room;
  const ratio = ratiosOf(base);
  return {
    visibility: ratio(named, base.answers, products.answers),
    share_of_voice: ratio(named, base.voices, products.voices),
    position: ratio(place, named, products.place),
    sentiment: ratio(tone, toned, products.tone),
  };
}

type Unit = {
  room: Room;
  unit: number;
  entries: UnitEntries;
  wants: { voices: boolean; place: boolean; tone: boolean };
};

/** Adds a brand's entries of a unit where each is one answer, number by number: so each loop has few lists at hand. */
function addSingles(
  period: PeriodCells,
  group: CellGroup,
  { room, unit, entries, wants }: Unit,
): void {
  const { first, end, cell } = entries;
  for (let at = first; at < end; at++) {
    const number = group.place[cell[at] ?? 0] ?? -1;
    if (number < 0) continue;
    add(room.named.sum, number, 1);
    add(room.named.byUnit, (group.model[number] ?? 0) * period.units + unit, 1);
  }
  if (wants.voices) {
    const voices = period.voicesIn(unit);
    for (let at = first; at < end; at++) {
      const index = cell[at] ?? 0;
      const number = group.place[index] ?? -1;
      if (number >= 0) add(room.products.voices, number, voices[index] ?? 0);
    }
  }
  if (wants.place) {
    for (let at = first; at < end; at++) {
      const number = group.place[cell[at] ?? 0] ?? -1;
      if (number < 0) continue;
      const to = (group.model[number] ?? 0) * period.units + unit;
      addValue(room.place, { cell: number, to }, entries.position[at] ?? 0);
    }
  }
  if (!wants.tone) return;
  for (let at = first; at < end; at++) {
    const number = group.place[cell[at] ?? 0] ?? -1;
    if (number < 0 || entries.toned[at] === 0) continue;
    const to = (group.model[number] ?? 0) * period.units + unit;
    addValue(room.tone, { cell: number, to }, (entries.tone[at] ?? 0) / 1_000);
    add(room.toned.sum, number, 1);
    add(room.toned.byUnit, to, 1);
  }
}

/** The same where an entry may be many answers. */
function addCounts(period: PeriodCells, group: CellGroup, { room, unit, entries }: Unit): void {
  const { named, place, tone, toned, products } = room;
  const [answers, voices] = [period.answersIn(unit), period.voicesIn(unit)];
  for (let at = entries.first; at < entries.end; at++) {
    const index = entries.cell[at] ?? 0;
    const cell = group.place[index] ?? -1;
    if (cell < 0) continue;
    const to = (group.model[cell] ?? 0) * period.units + unit;
    const count = entries.answers[at] ?? 0;
    const places = entries.position[at] ?? 0;
    const score = (entries.tone[at] ?? 0) / 1_000;
    const scored = entries.toned[at] ?? 0;
    addValue(named, { cell, to }, count);
    addValue(place, { cell, to }, places);
    addValue(tone, { cell, to }, score);
    addValue(toned, { cell, to }, scored);
    add(products.answers, cell, count * (answers[index] ?? 0));
    add(products.voices, cell, count * (voices[index] ?? 0));
    add(products.place, cell, places * count);
    add(products.tone, cell, score * scored);
  }
}

function ratiosOf(base: GroupBase) {
  return (part: Series, whole: Series, product: Float64Array): RatioSums => ({
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
