import assert from "node:assert/strict";
import { PACKED, readCells } from "./packed-cells.ts";

/** What tells packed cells apart: their model, and what else is asked for. */
type Of = { model_id: number } & Record<string, unknown>;
/** A prompt and model, and its place among the cells of a table. */
export type Cell = Of & { prompt_id: number; index: number };

/** Where the numbers of one entry stand in `PeriodCells.entriesOf`: of one brand, cell and unit. */
export const ENTRY = {
  cell: 0,
  unit: 1,
  answers: 2,
  position: 3,
  tone: 4,
  toned: 5,
  size: 6,
} as const;

/** A list of integers that grows. */
class Numbers {
  length = 0;
  values = new Int32Array(64);

  /** Makes the list so long, with zeros. */
  grow(length: number): void {
    this.length = length;
    if (length <= this.values.length) return;
    const larger = new Int32Array(2 * length);
    larger.set(this.values);
    this.values = larger;
  }

  /** Adds to the number at a place, which the list grows to hold; gives what it is then. */
  add(at: number, more: number): number {
    if (at >= this.length) this.grow(at + 1);
    const sum = (this.values[at] ?? 0) + more;
    this.values[at] = sum;
    return sum;
  }

  get all(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

/** The cells of one period, unit by unit: a unit is a day, or a run of days. */
class PeriodCells {
  readonly units: number;
  readonly #answers: Numbers[];
  readonly #voices: Numbers[];
  /** By brand: numbers of brands are small, and an array is read faster than a map. */
  readonly #entries: Numbers[] = [];
  /** Brands of which several entries may be of one cell and unit. */
  readonly #unmerged = new Set<number>();
  #isRepeated = false;

  constructor(units: number) {
    this.units = units;
    this.#answers = Array.from({ length: units }, () => new Numbers());
    this.#voices = Array.from({ length: units }, () => new Numbers());
  }

  /** Usable answers of a unit by cell; of cells beyond its end there are none. */
  answersIn(unit: number): Int32Array {
    return this.#answers[unit]?.all ?? NOTHING;
  }

  /** The same of mentioning answers, summed over all brands. */
  voicesIn(unit: number): Int32Array {
    return this.#voices[unit]?.all ?? NOTHING;
  }

  /** The brands that are named at all. */
  get brands(): number[] {
    return Object.keys(this.#entries).map(Number);
  }

  /** What is said of a brand: runs of `ENTRY.size` numbers in the order of units, one of each cell and unit. */
  entriesOf(brand_id: number): Int32Array {
    const entries = this.#entries[brand_id];
    if (!entries) return NOTHING;
    if (this.#isRepeated && this.#unmerged.delete(brand_id)) merge(entries);
    return entries.all;
  }

  /** Adds packed cells of one unit; `placeOf`: the index of a prompt's cell, below 0 where it does not count. */
  add(unit: number, cells: Uint8Array, placeOf: (prompt_id: number) => number): void {
    const [answersIn, voicesIn] = [this.#answers[unit], this.#voices[unit]];
    assert(answersIn && voicesIn);
    readCells(cells, ({ prompt_id, answers, voices, words, first, end }) => {
      const cell = placeOf(prompt_id);
      if (cell < 0) return;
      if (answersIn.add(cell, answers) > answers) this.#isRepeated = true;
      voicesIn.add(cell, voices);
      for (let at = first; at < end; at += PACKED.size) {
        const brand_id = words[at] ?? 0;
        const entries = this.#entries[brand_id] ?? this.#entriesFor(brand_id);
        const to = entries.length;
        entries.grow(to + ENTRY.size);
        const { values } = entries;
        values[to + ENTRY.cell] = cell;
        values[to + ENTRY.unit] = unit;
        values[to + ENTRY.answers] = words[at + PACKED.answers] ?? 0;
        values[to + ENTRY.position] = words[at + PACKED.position] ?? 0;
        values[to + ENTRY.tone] = words[at + PACKED.tone] ?? 0;
        values[to + ENTRY.toned] = words[at + PACKED.toned] ?? 0;
      }
    });
  }

  #entriesFor(brand_id: number): Numbers {
    const made = new Numbers();
    this.#entries[brand_id] = made;
    this.#unmerged.add(brand_id);
    return made;
  }
}

const NOTHING = new Int32Array(0);

/** Makes one entry of those of the same cell and unit. */
function merge(entries: Numbers): void {
  const { values, length } = entries;
  const last = new Map<number, number>();
  let to = 0;
  for (let at = 0; at < length; at += ENTRY.size) {
    const cell = values[at + ENTRY.cell] ?? 0;
    const known = last.get(cell) ?? -1;
    if (known >= 0 && values[known + ENTRY.unit] === values[at + ENTRY.unit]) {
      for (let of = ENTRY.answers; of < ENTRY.size; of++) {
        values[known + of] = (values[known + of] ?? 0) + (values[at + of] ?? 0);
      }
      continue;
    }
    last.set(cell, to);
    values.copyWithin(to, at, at + ENTRY.size);
    to += ENTRY.size;
  }
  entries.length = to;
}

export type { PeriodCells };

/** The cells of one or two periods, with what their answers say of each brand. */
export class CellTable {
  readonly cells: Cell[] = [];
  readonly now: PeriodCells;
  readonly before: PeriodCells;
  readonly #places = new Map<string, Map<number, number>>();

  /** `units`: how many each period has. */
  constructor(units: { now: number; before: number }) {
    this.now = new PeriodCells(units.now);
    this.before = new PeriodCells(units.before);
  }

  /** Adds packed cells of one unit of a period, units in their order; `keeps`: whether a prompt counts. */
  add(
    period: PeriodCells,
    packed: { of: Of; unit: number; cells: Uint8Array; keeps: (prompt_id: number) => boolean },
  ): void {
    const { of, unit, cells, keeps } = packed;
    const key = JSON.stringify(of);
    const places = this.#places.get(key) ?? new Map<number, number>();
    this.#places.set(key, places);
    period.add(unit, cells, (prompt_id) => {
      if (!keeps(prompt_id)) return -1;
      const known = places.get(prompt_id);
      if (known !== undefined) return known;
      const index = this.cells.length;
      this.cells.push({ ...of, prompt_id, index });
      places.set(prompt_id, index);
      return index;
    });
  }
}
