import type { RatioCounts } from "#domain/reports/ratio-interval.ts";
import { readCells } from "./packed-cells.ts";

/** 0 is the period before, 1 is now. */
export type Period = 0 | 1;
/** What tells packed cells apart: their model, and what else is asked for. */
type Of = { model_id: number } & Record<string, unknown>;
/** A prompt and model, and where its numbers are. */
export type Cell = Of & { prompt_id: number; at: number };

// What a row holds before its brands: three numbers, each before and now.
const ANSWERS = 0;
const MENTIONS = 2;
const SQUARES = 4;
const FIRST_BRAND = 6;
// What it holds of each brand: its answers, and the brands these name.
const COMPANY = 2;
const PER_BRAND = 4;

/** One row of numbers per prompt and model, of some brands. */
export class CellTable {
  readonly cells: Cell[] = [];
  readonly #width: number;
  readonly #columns: ReadonlyMap<number, number>;
  readonly #places = new Map<string, Map<number, number>>();
  #numbers = new Int32Array(1_024);

  constructor(brand_ids: readonly number[]) {
    this.#width = FIRST_BRAND + PER_BRAND * brand_ids.length;
    this.#columns = new Map(
      brand_ids.map((brand_id, index) => [brand_id, FIRST_BRAND + PER_BRAND * index]),
    );
  }

  /** Adds packed cells; `keeps`: whether a prompt counts. */
  add(
    period: Period,
    packed: { of: Of; cells: Uint8Array; keeps: (prompt_id: number) => boolean },
  ): void {
    const { of, cells, keeps } = packed;
    const key = JSON.stringify(of);
    const places = this.#places.get(key) ?? new Map<number, number>();
    this.#places.set(key, places);
    let at = 0;
    readCells(cells, {
      prompt: (prompt_id, answers) => {
        if (!keeps(prompt_id)) return false;
        const place = places.get(prompt_id) ?? this.#addCell(of, prompt_id);
        places.set(prompt_id, place);
        at = place + period;
        this.#count(at + ANSWERS, answers);
        return true;
      },
      brand: (brand_id, answers, company) => {
        this.#count(at + MENTIONS, answers);
        // Each answer is counted once for every brand it names, with that number: its square in all.
        this.#count(at + SQUARES, company);
        const column = this.#columns.get(brand_id);
        if (column === undefined) return;
        this.#count(at + column, answers);
        this.#count(at + column + COMPANY, company);
      },
    });
  }

  #count(place: number, more: number): void {
    this.#numbers[place] = (this.#numbers[place] ?? 0) + more;
  }

  #addCell(of: Of, prompt_id: number): number {
    const at = this.cells.length * this.#width;
    this.cells.push({ ...of, prompt_id, at });
    if (at + this.#width > this.#numbers.length) {
      const larger = new Int32Array(2 * (at + this.#width));
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    return at;
  }

  /** What some cells say of a brand. */
  countsOf(brand_id: number, cells: readonly Cell[]): RatioCounts[] {
    const numbers = this.#numbers;
    const column = this.#columns.get(brand_id) ?? Number.NaN;
    return cells.map(({ at }) => ({
      before: numbers[at + column] ?? 0,
      before_total: numbers[at + ANSWERS] ?? 0,
      before_whole: numbers[at + MENTIONS] ?? 0,
      before_company: numbers[at + column + COMPANY] ?? 0,
      before_squares: numbers[at + SQUARES] ?? 0,
      now: numbers[at + column + 1] ?? 0,
      now_total: numbers[at + ANSWERS + 1] ?? 0,
      now_whole: numbers[at + MENTIONS + 1] ?? 0,
      now_company: numbers[at + column + COMPANY + 1] ?? 0,
      now_squares: numbers[at + SQUARES + 1] ?? 0,
    }));
  }
}
