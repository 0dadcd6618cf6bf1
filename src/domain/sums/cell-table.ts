import { readCells } from "./packed-cells.ts";

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

  /** Adds to the number at a place, which the list grows to hold. */
  add(at: number, more: number): void {
    if (at >= this.length) this.grow(at + 1);
    this.values[at] = (this.values[at] ?? 0) + more;
  }

  get all(): Int32Array {
    return this.values.subarray(0, this.length);
  }
}

/** The cells of one period, unit by unit: a unit is a day, or a run of days. */
class PeriodCells {
  readonly units: number;
  readonly #answers = new Numbers();
  readonly #voices = new Numbers();
  /** By brand: numbers of brands are small, and an array is read faster than a map. */
  readonly #entries: Numbers[] = [];

  constructor(units: number) {
    this.units = units;
  }

  /** Usable answers by cell and unit, at cell x units + unit; of cells beyond its end there are none. */
  get answers(): Int32Array {
    return this.#answers.all;
  }

  /** The same of mentioning answers, summed over all brands. */
  get voices(): Int32Array {
    return this.#voices.all;
  }

  /** The brands that are named at all. */
  get brands(): number[] {
    return Object.keys(this.#entries).map(Number);
  }

  /** What is said of a brand: runs of `ENTRY.size` numbers; those of one cell are in the order of units. */
  entriesOf(brand_id: number): Int32Array {
    return this.#entries[brand_id]?.all ?? new Int32Array(0);
  }

  /** Adds packed cells of one unit; `placeOf`: the index of a prompt's cell, below 0 where it does not count. */
  add(unit: number, cells: Uint8Array, placeOf: (prompt_id: number) => number): void {
    let cell = 0;
    readCells(cells, {
      prompt: (prompt_id, answers, voices) => {
        cell = placeOf(prompt_id);
        if (cell < 0) return false;
        this.#answers.add(cell * this.units + unit, answers);
        this.#voices.add(cell * this.units + unit, voices);
        return true;
      },
      brand: ({ brand_id, answers, position, tone, toned }) => {
        const entries = this.#entriesFor(brand_id);
        const at = entries.length;
        entries.grow(at + ENTRY.size);
        const { values } = entries;
        values[at + ENTRY.cell] = cell;
        values[at + ENTRY.unit] = unit;
        values[at + ENTRY.answers] = answers;
        values[at + ENTRY.position] = position;
        values[at + ENTRY.tone] = tone;
        values[at + ENTRY.toned] = toned;
      },
    });
  }

  #entriesFor(brand_id: number): Numbers {
    const known = this.#entries[brand_id];
    if (known) return known;
    const made = new Numbers();
    this.#entries[brand_id] = made;
    return made;
  }
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
