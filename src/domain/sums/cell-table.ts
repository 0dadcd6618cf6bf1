import assert from "node:assert/strict";
import {
  addTotals,
  addVoices,
  Entries,
  type PackedCells,
  PROMPT,
  readEntries,
  type Totals,
} from "./packed-cells.ts";

/** What tells packed cells apart: their model, and what else is asked for. */
type Of = { model_id: number } & Record<string, unknown>;
/** A prompt and model, and its place among the cells of a table. */
export type Cell = Of & { prompt_id: number; index: number };

/** Packed cells, and the cell of each of their prompts, below 0 where it does not count. */
type Row = { packed: PackedCells; cellAt: Int32Array };
/** Entries of one unit: those from `first` to before `end`. */
export type UnitEntries = Readonly<
  Pick<Entries, "cell" | "answers" | "position" | "tone" | "toned"> & { first: number; end: number }
>;
/** The entries of one unit and kind. */
type Run = { unit: number; first: number; end: number };
/** All of one unit and kind, of which several rows may be. */
type Slot = { unit: number; rows: Row[] };

/** The cells of one period, unit by unit: a unit is a day, or a run of days. All rows are added before any is asked for. */
class PeriodCells {
  readonly units: number;
  readonly #cells: readonly Cell[];
  readonly #slots = new Map<string, Slot>();
  /** What is said of one brand, and which of it is of which unit. */
  readonly #entries = new Entries();
  #brand_id: number | null = null;
  #byCell: ByCell | null = null;
  /** What is said of some cells alone. */
  readonly #some = new Entries();
  #runs: Run[] = [];
  #answers: Int32Array[] | null = null;
  #voices: Int32Array[] | null = null;
  #isSingle: boolean | null = null;

  constructor(units: number, cells: readonly Cell[]) {
    this.units = units;
    this.#cells = cells;
  }

  /** How many cells the table has. */
  get cells(): number {
    return this.#cells.length;
  }

  /** Usable answers of a unit by cell. */
  answersIn(unit: number): Int32Array {
    this.#answers ??= this.#countAnswers();
    return this.#answers[unit] ?? NOTHING;
  }

  /** The same of mentioning answers, summed over all brands. */
  voicesIn(unit: number): Int32Array {
    this.#voices ??= this.#countVoices();
    return this.#voices[unit] ?? NOTHING;
  }

  /** True where no cell has more than one answer in a unit: what is counted is 0 or 1, and its own square. */
  get isSingle(): boolean {
    this.#isSingle ??= Array.from({ length: this.units }, (_, unit) => this.answersIn(unit)).every(
      (counts) => counts.every((answers) => answers <= 1),
    );
    return this.#isSingle;
  }

  /** The brands that are named at all, the one that most is said of first. */
  get brands(): number[] {
    const words = new Map<number, number>();
    for (const { rows } of this.#slots.values()) {
      for (const { packed } of rows) {
        for (const [brand_id, { first, end }] of packed.brands)
          words.set(brand_id, (words.get(brand_id) ?? 0) + end - first);
      }
    }
    return [...words]
      .sort(([one, many], [other, more]) => more - many || one - other)
      .map(([brand_id]) => brand_id);
  }

  /** Adds what is said of a brand over all units, by cell. */
  addTotals(brand_id: number, to: Totals): void {
    for (const { rows } of this.#slots.values()) {
      for (const { packed, cellAt } of rows) {
        const part = packed.brands.get(brand_id);
        if (part) addTotals(packed, part, { to, cellAt });
      }
    }
  }

  /** Shows what is said of a brand, in the order of units, some cells of a unit at a time, each cell once a unit. */
  eachUnit(brand_id: number, visit: (unit: number, entries: UnitEntries) => void): void {
    const { cell, answers, position, tone, toned } = this.#read(brand_id);
    const lists = { cell, answers, position, tone, toned };
    for (const { unit, first, end } of this.#runs) visit(unit, { ...lists, first, end });
  }

  /** The same of some cells alone, by index: this takes as long as what is said of them is, not of all. */
  eachUnitOf(
    brand_id: number,
    cells: Int32Array,
    visit: (unit: number, entries: UnitEntries) => void,
  ): void {
    const all = this.#read(brand_id);
    this.#byCell ??= sortByCell(all, this.#runs, this.#cells.length);
    const { starts, order, units } = this.#byCell;
    const [next, ends] = [0, 1].map((more) => cells.map((at) => starts[at + more] ?? 0)) as Pair;
    const some = this.#some;
    some.length = 0;
    some.reserve(ends.reduce((sum, end, at) => sum + end - (next[at] ?? 0), 0));
    const { cell, answers, position, tone, toned } = some;
    const lists = { cell, answers, position, tone, toned };
    for (let unit = 0; unit < this.units; unit++) {
      const first = some.length;
      for (let number = 0; number < cells.length; number++) {
        const at = next[number] ?? 0;
        if (at >= (ends[number] ?? 0) || units[at] !== unit) continue;
        for (const name of LISTS) lists[name][some.length] = all[name][order[at] ?? 0] ?? 0;
        some.length++;
        next[number] = at + 1;
      }
      if (some.length > first) visit(unit, { ...lists, first, end: some.length });
    }
  }

  /** Reads what is said of a brand, unless it is the one that was read last. */
  #read(brand_id: number): Entries {
    const entries = this.#entries;
    if (this.#brand_id === brand_id) return entries;
    this.#brand_id = brand_id;
    this.#byCell = null;
    this.#runs = [];
    entries.length = 0;
    for (const { unit, rows } of this.#slots.values()) {
      const first = entries.length;
      for (const { packed, cellAt } of rows) {
        const part = packed.brands.get(brand_id);
        if (part) readEntries(packed, part, { to: entries, cellAt });
      }
      if (rows.length > 1) merge(entries, first);
      if (entries.length > first) this.#runs.push({ unit, first, end: entries.length });
    }
    return entries;
  }

  /** Adds packed cells of one unit, units in their order; `kind`: what they are of, apart from their prompts. */
  add(row: Row, { unit, kind }: { unit: number; kind: string }): void {
    assert(this.#answers === null && unit < this.units);
    const key = `${unit} ${kind}`;
    const slot = this.#slots.get(key);
    if (slot) slot.rows.push(row);
    else this.#slots.set(key, { unit, rows: [row] });
  }

  #countAnswers(): Int32Array[] {
    const answers = this.#emptyUnits();
    for (const { unit, rows } of this.#slots.values()) {
      const to = answers[unit] ?? NOTHING;
      for (const { packed, cellAt } of rows) {
        for (let place = 0; place < cellAt.length; place++) {
          const cell = cellAt[place] ?? -1;
          if (cell < 0) continue;
          const at = PROMPT.first + place * PROMPT.size + PROMPT.answers;
          to[cell] = (to[cell] ?? 0) + (packed.words[at] ?? 0);
        }
      }
    }
    return answers;
  }

  #countVoices(): Int32Array[] {
    const voices = this.#emptyUnits();
    for (const { unit, rows } of this.#slots.values()) {
      const to = voices[unit] ?? NOTHING;
      for (const { packed, cellAt } of rows) addVoices(packed, { to, cellAt });
    }
    return voices;
  }

  #emptyUnits(): Int32Array[] {
    return Array.from({ length: this.units }, () => new Int32Array(this.#cells.length));
  }
}

const NOTHING = new Int32Array(0);
const LISTS = ["cell", "answers", "position", "tone", "toned"] as const;

type Pair = [Int32Array, Int32Array];
/** Where a brand's entries of each cell begin in `order`, which holds them by their unit, and the unit of each. */
type ByCell = Record<"starts" | "order" | "units", Int32Array>;

function sortByCell(entries: Entries, runs: readonly Run[], cells: number): ByCell {
  const starts = new Int32Array(cells + 1);
  for (let at = 0; at < entries.length; at++) {
    const after = (entries.cell[at] ?? 0) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let at = 0; at < cells; at++) starts[at + 1] = (starts[at + 1] ?? 0) + (starts[at] ?? 0);
  const [order, units] = [new Int32Array(entries.length), new Int32Array(entries.length)];
  const next = starts.slice();
  for (const { unit, first, end } of runs) {
    for (let at = first; at < end; at++) {
      const cell = entries.cell[at] ?? 0;
      const to = next[cell] ?? 0;
      next[cell] = to + 1;
      order[to] = at;
      units[to] = unit;
    }
  }
  return { starts, order, units };
}

/** Makes one entry of those of the same cell, from one on. */
function merge(entries: Entries, first: number): void {
  const lists = [entries.answers, entries.position, entries.tone, entries.toned];
  const places = new Map<number, number>();
  let to = first;
  for (let at = first; at < entries.length; at++) {
    const cell = entries.cell[at] ?? 0;
    const known = places.get(cell);
    for (const list of lists)
      list[known ?? to] = (known === undefined ? 0 : (list[known] ?? 0)) + (list[at] ?? 0);
    if (known !== undefined) continue;
    places.set(cell, to);
    entries.cell[to++] = cell;
  }
  entries.length = to;
}

export type { PeriodCells };

/** The cells of one kind: which prompts they are of, and the row that was added last. */
type Places = { of: Map<number, number>; last: Row | null };

/** The cells of one or two periods, with what their answers say of each brand. */
export class CellTable {
  readonly cells: Cell[] = [];
  readonly now: PeriodCells;
  readonly before: PeriodCells;
  readonly #places = new Map<string, Places>();

  /** `units`: how many each period has. */
  constructor(units: { now: number; before: number }) {
    this.now = new PeriodCells(units.now, this.cells);
    this.before = new PeriodCells(units.before, this.cells);
  }

  /** Adds packed cells of one unit of a period, units in their order; `keeps`: whether a prompt counts. */
  add(
    period: PeriodCells,
    added: { of: Of; unit: number; packed: PackedCells; keeps: (prompt_id: number) => boolean },
  ): void {
    const kind = JSON.stringify(added.of);
    const places = this.#places.get(kind) ?? { of: new Map(), last: null };
    this.#places.set(kind, places);
    const { packed } = added;
    const { last } = places;
    const isSame = last !== null && haveSamePrompts(last.packed, packed);
    const cellAt = isSame ? last.cellAt : this.#cellsAt(packed, { ...added, places });
    places.last = { packed, cellAt };
    period.add(places.last, { unit: added.unit, kind });
  }

  #cellsAt(
    { words, prompts }: PackedCells,
    { of, keeps, places }: { of: Of; keeps: (prompt_id: number) => boolean; places: Places },
  ): Int32Array {
    const cellAt = new Int32Array(prompts).fill(-1);
    for (let place = 0; place < prompts; place++) {
      const prompt_id = words[PROMPT.first + place * PROMPT.size + PROMPT.prompt_id] ?? 0;
      if (!keeps(prompt_id)) continue;
      let index = places.of.get(prompt_id);
      if (index === undefined) {
        index = this.cells.length;
        this.cells.push({ ...of, prompt_id, index });
        places.of.set(prompt_id, index);
      }
      cellAt[place] = index;
    }
    return cellAt;
  }
}

/** The prompts asked on one day mostly are those asked on the next. */
function haveSamePrompts(one: PackedCells, other: PackedCells): boolean {
  if (one.prompts !== other.prompts) return false;
  for (let place = 0; place < one.prompts; place++) {
    const at = PROMPT.first + place * PROMPT.size + PROMPT.prompt_id;
    if (one.words[at] !== other.words[at]) return false;
  }
  return true;
}
