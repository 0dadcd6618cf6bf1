import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";

/*
 * Cells: of each prompt and model the usable answers and the brands they name. Comparing needs all of them at once,
 * and as rows they would be as many as the mentions; so those of one model over some days are packed into one value:
 *
 *   +--------+-----------+---------+--------+----------+---------+----------+------+-------+----------+-
 *   | format | prompt_id | answers | brands | brand_id | answers | position | tone | toned | brand_id |  ...
 *   +--------+-----------+---------+--------+----------+---------+----------+------+-------+----------+-
 *    1 byte    4 bytes     4 bytes   4 bytes  '------------ as often as `brands` says -----------'
 *              '------------------------- as often as there are prompts ---------------------------'
 *
 * Integers are big-endian. `answers` of a brand are those that name it, `position` the sum of its places in them, `tone`
 * the sum of its scores in thousandths, and `toned` how many have one.
 */

/** The layout above. A change of it takes another number: a process that knows only this one then refuses the rows. */
const FORMAT = 0x83;
const FORMAT_BYTES = 1;
const INTEGER = 4;
const PROMPT = 3 * INTEGER;
const BRAND = 5 * INTEGER;

type Sql = RawBuilder<unknown>;

/**
 * Selects packed cells by `by` and model: `answers` is a relation of usable answers, `mentions` one of the mentions in
 * them with their brand_id, position and sentiment, both with model_id, prompt_id and the columns `by`.
 */
export function packCells({
  answers,
  mentions,
  by,
}: {
  answers: Sql;
  mentions: Sql;
  by: readonly string[];
}): Sql {
  const keys = sql.raw([...by, "model_id"].join(", "));
  return sql`
    with asked as (
      select ${keys}, prompt_id, count(*)::integer as answers from ${answers} f group by ${keys}, prompt_id
    ), counted as (
      select ${keys}, prompt_id, brand_id, count(*)::integer as answers, sum(position)::integer as position,
        coalesce(sum(sentiment), 0)::integer as tone, count(sentiment)::integer as toned
      from ${mentions} f group by ${keys}, prompt_id, brand_id
    ), named as (
      select ${keys}, prompt_id, count(*)::integer as brands,
        string_agg(int4send(brand_id) || int4send(answers) || int4send(position) || int4send(tone)
          || int4send(toned), ''::bytea) as list
      from counted group by ${keys}, prompt_id
    )
    select ${keys}, set_byte('\\x00'::bytea, 0, ${sql.lit(FORMAT)}) || string_agg(
      int4send(prompt_id) || int4send(a.answers) || int4send(coalesce(brands, 0)) || coalesce(list, ''::bytea),
      ''::bytea) as cells
    from asked a left join named using (${keys}, prompt_id)
    group by ${keys}`;
}

/** What the answers of a prompt say of a brand: numbers as in the layout above. */
export type PackedBrand = {
  brand_id: number;
  answers: number;
  position: number;
  tone: number;
  toned: number;
};

/** What is done with each part of packed cells. */
export type CellVisitor = {
  /** The answers of a prompt, and those that name a brand summed over all brands; false: its brands are passed over. */
  prompt(prompt_id: number, answers: number, voices: number): boolean;
  /** The same object each time, with other numbers. */
  brand(brand: Readonly<PackedBrand>): void;
};

/** True for packed cells in the layout that this version reads. */
export function isReadable(cells: Uint8Array): boolean {
  return cells[0] === FORMAT;
}

/** Reads packed cells from the first prompt to the last; what cannot have been written is a bug and read no further. */
export function readCells(cells: Uint8Array, visitor: CellVisitor): void {
  assert.ok(isReadable(cells), `packed cells have format ${cells[0]}, not ${FORMAT}`);
  const view = new DataView(cells.buffer, cells.byteOffset, cells.byteLength);
  const brand: PackedBrand = { brand_id: 0, answers: 0, position: 0, tone: 0, toned: 0 };
  let at = FORMAT_BYTES;
  while (at < view.byteLength) {
    const prompt_id = view.getInt32(at);
    const answers = view.getInt32(at + INTEGER);
    const brands = view.getInt32(at + 2 * INTEGER);
    const first = at + PROMPT;
    const end = first + brands * BRAND;
    if (answers < 1 || brands < 0 || end > view.byteLength) throw unwritten(at);
    let voices = 0;
    for (let next = first; next < end; next += BRAND) voices += view.getInt32(next + INTEGER);
    if (visitor.prompt(prompt_id, answers, voices)) {
      for (let next = first; next < end; next += BRAND) {
        brand.brand_id = view.getInt32(next);
        brand.answers = view.getInt32(next + INTEGER);
        brand.position = view.getInt32(next + 2 * INTEGER);
        brand.tone = view.getInt32(next + 3 * INTEGER);
        brand.toned = view.getInt32(next + 4 * INTEGER);
        if (!canBe(brand, answers)) throw unwritten(next);
        visitor.brand(brand);
      }
    }
    at = end;
  }
  assert.equal(at, view.byteLength, "packed cells end with their last brand");
}

/** Each answer that names a brand is one of the prompt's, has it at the first place or later, and one score at most. */
function canBe({ answers, position, toned }: PackedBrand, of: number): boolean {
  return answers >= 1 && answers <= of && position >= answers && toned >= 0 && toned <= answers;
}

function unwritten(at: number): Error {
  return new assert.AssertionError({
    message: `packed cells cannot have been written: byte ${at}`,
  });
}
