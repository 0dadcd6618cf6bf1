import assert from "node:assert/strict";
import { endianness } from "node:os";
import { type RawBuilder, sql } from "kysely";
import type { SUMS } from "./measures.ts";

/*
 * Cells: of each prompt and model the usable answers and the brands they name. Comparing needs all of them at once,
 * and as rows they would be as many as the mentions; so those of one model over some days are packed into one value:
 *
 *   +--------+---------+-----------+---------+----------+-------+---------+-
 *   | format | prompts | prompt_id | answers | brand_id | words | entries |  ...
 *   +--------+---------+-----------+---------+----------+-------+---------+-
 *    1 byte   4 bytes   4 bytes     4 bytes   4 bytes    4 bytes  4 x words
 *                      '- for each prompt -' '---- for each brand that is named ----'
 *
 * Integers are big-endian. An entry is one prompt whose answers name the brand, by its place among the prompts, which
 * are counted from 0: two words of 31 and 32 bits, from the highest on place 16, answers 5, toned 5, first 5, and
 * tone + 32768 16, position 9, mentions 7; or, where a number is larger than that holds, eight: 0, place, answers, position,
 * tone, toned, mentions, first. `answers` are those that name the brand, `position` the sum of its places in them, `first`
 * how many name it first, `mentions` how often they do, `tone` the sum of its scores in thousandths, `toned` how many have one.
 */

/** The layout above. A change of it takes another number: a process that knows only this one then refuses the rows. */
const FORMAT = 0x85;
const FORMAT_BYTES = 1;
const INTEGER = 4;
/** How many values the parts of an entry's two words can have. */
const SIZES = { place: 2 ** 16, answers: 2 ** 5, position: 2 ** 9, mentions: 2 ** 7 } as const;
const TONE_ZERO = 2 ** 15;

type Sql = RawBuilder<unknown>;

/**
 * Selects packed cells by `by` and model: `answers` is a relation of usable answers, `mentions` one of the mentions in
 * them with their brand_id, position, mention_count and sentiment, both with model_id, prompt_id and the columns `by`.
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
  const { place, answers: most, position, mentions: often } = SIZES;
  const isShort = sql.raw(
    `place < ${place} and answers < ${most} and position < ${position} and mentions < ${often} and abs(tone) < ${TONE_ZERO}`,
  );
  const words = sql.raw(`((place * ${most} + answers) * ${most} + toned) * ${most} + first`);
  const rest = sql.raw(
    `(tone + ${TONE_ZERO})::bigint * ${position * often} + position * ${often} + mentions`,
  );
  return sql`
    with asked as (
      select ${keys}, prompt_id, count(*)::integer as answers,
        (row_number() over (partition by ${keys} order by prompt_id) - 1)::integer as place
      from ${answers} f group by ${keys}, prompt_id
    ), counted as (
      select ${keys}, prompt_id, brand_id, count(*)::integer as answers, sum(position)::integer as position,
        coalesce(sum(sentiment), 0)::integer as tone, count(sentiment)::integer as toned,
        sum(mention_count)::integer as mentions, count(*) filter (where position = 1)::integer as first
      from ${mentions} f group by ${keys}, prompt_id, brand_id
    ), named as (
      select ${keys}, brand_id, string_agg(case when ${isShort}
        then int8send((${words})::bigint << 32 | ${rest})
        else int4send(0) || int4send(place) || int4send(answers) || int4send(position) || int4send(tone)
          || int4send(toned) || int4send(mentions) || int4send(first) end, ''::bytea) as entries
      from (select c.*, place from counted c join asked using (${keys}, prompt_id)) placed group by ${keys}, brand_id
    ), lists as (
      select ${keys}, string_agg(int4send(brand_id) || int4send(octet_length(entries) / ${sql.lit(INTEGER)}) || entries,
        ''::bytea) as brands
      from named group by ${keys}
    ), prompts as (
      select ${keys}, int4send(count(*)::integer) || string_agg(int4send(prompt_id) || int4send(answers), ''::bytea
        order by place) as prompts
      from asked group by ${keys}
    )
    select ${keys}, set_byte('\\x00'::bytea, 0, ${sql.lit(FORMAT)}) || prompts || coalesce(brands, ''::bytea) as cells
    from prompts left join lists using (${keys})`;
}

/** Usable answers by prompt, and by brand and prompt those that name it. */
export type Counts = {
  answers: Map<number, number>;
  brands: Map<number, Map<number, number>>;
};

/** The same of counts that are in memory: each answer names a brand first, once and without a tone. */
export function writeCells({ answers, brands }: Counts): Uint8Array {
  const prompts = [...answers.keys()].sort((one, other) => one - other);
  const places = new Map(prompts.map((prompt_id, place) => [prompt_id, place]));
  const words = [
    prompts.length,
    ...prompts.flatMap((prompt_id) => [prompt_id, answers.get(prompt_id) ?? 0]),
  ];
  for (const [brand_id, named] of brands) {
    const head = words.push(brand_id, 0);
    for (const [prompt_id, count] of named) {
      const place = places.get(prompt_id) ?? 0;
      const { answers: most, position, mentions } = SIZES;
      if (place < SIZES.place && count < most)
        words.push(
          (place * most + count) * most ** 2 + count,
          (TONE_ZERO * position + count) * mentions + count,
        );
      else words.push(0, place, count, count, 0, 0, count, count);
    }
    words[head - 1] = words.length - head;
  }
  const cells = Buffer.alloc(FORMAT_BYTES + INTEGER * words.length);
  cells[0] = FORMAT;
  for (const [at, word] of words.entries())
    cells.writeInt32BE(word | 0, FORMAT_BYTES + INTEGER * at);
  return cells;
}

/** True for packed cells in the layout that this version reads. */
export function isReadable(cells: Uint8Array): boolean {
  return cells[0] === FORMAT;
}

/** Packed cells that are read: the numbers behind the format, and where the parts of these are. */
export type PackedCells = {
  words: Int32Array;
  /** The prompts in their order: `PROMPT.size` numbers each, from `PROMPT.first` on. */
  prompts: number;
  /** Of each brand where in `words` its entries begin and end. */
  brands: Map<number, { first: number; end: number }>;
};

/** Where the numbers of prompts stand in the words of packed cells. */
export const PROMPT = { first: 1, prompt_id: 0, answers: 1, size: 2 } as const;
const BRAND_WORDS = 2;
/** The words of an entry. */
const [SHORT, LONG] = [2, 8];

/** Reads packed cells; what cannot have been written is a bug and read no further. */
export function readCells(cells: Uint8Array): PackedCells {
  assert.ok(isReadable(cells), `packed cells have format ${cells[0]}, not ${FORMAT}`);
  const words = wordsOf(cells);
  const prompts = words[0] ?? 0;
  let at = PROMPT.first + prompts * PROMPT.size;
  if (prompts < 1 || at > words.length) throw unwritten(0);
  for (let next = PROMPT.first; next < at; next += PROMPT.size) {
    if ((words[next + PROMPT.answers] ?? 0) < 1) throw unwritten(next);
  }
  const brands: PackedCells["brands"] = new Map();
  while (at < words.length) {
    const [brand_id, length] = [words[at] ?? 0, words[at + 1] ?? 0];
    const first = at + BRAND_WORDS;
    at = first + length;
    if (length < 1 || at > words.length) throw unwritten(first);
    brands.set(brand_id, { first, end: at });
  }
  return { words, prompts, brands };
}

/** What answers say of a brand, cell by cell: as many numbers in each list as `length` says. */
export class Entries {
  length = 0;
  cell = new Int32Array(64);
  answers = new Int32Array(64);
  position = new Int32Array(64);
  tone = new Int32Array(64);
  toned = new Int32Array(64);

  /** Makes room for so many more. */
  reserve(count: number): void {
    const wanted = this.length + count;
    if (wanted <= this.cell.length) return;
    const grown = (list: Int32Array) => {
      const larger = new Int32Array(2 * wanted);
      larger.set(list);
      return larger;
    };
    this.cell = grown(this.cell);
    this.answers = grown(this.answers);
    this.position = grown(this.position);
    this.tone = grown(this.tone);
    this.toned = grown(this.toned);
  }
}

/**
 * Adds the entries of a brand to a list; `cellAt`: the cell of the prompt at each place, below 0 where it does not count.
 */
export function readEntries(
  { words }: PackedCells,
  { first, end }: { first: number; end: number },
  { to, cellAt }: { to: Entries; cellAt: Int32Array },
): void {
  to.reserve((end - first) / SHORT);
  let { length } = to;
  const { cell: cells, answers: counts, position: positions, tone: tones, toned: scored } = to;
  for (let at = first; at < end; ) {
    const word = words[at] ?? 0;
    const rest = words[at + 1] ?? 0;
    const isShort = word !== 0;
    const place = isShort ? word >>> 15 : rest;
    const answers = isShort ? (word >>> 10) & 31 : (words[at + 2] ?? 0);
    const position = isShort ? (rest >>> 7) & 511 : (words[at + 3] ?? 0);
    const toned = isShort ? (word >>> 5) & 31 : (words[at + 5] ?? 0);
    const cell = cellAt[place];
    // Each answer that names a brand has it at the first place or later, and one score at most.
    if (cell === undefined || answers < 1 || position < answers || toned > answers)
      throw unwritten(at);
    // It is one of the prompt's, which has one at least.
    if (answers > 1 && answers > (words[PROMPT.first + place * PROMPT.size + PROMPT.answers] ?? 0))
      throw unwritten(at);
    if (cell >= 0) {
      cells[length] = cell;
      counts[length] = answers;
      positions[length] = position;
      tones[length] = isShort ? (rest >>> 16) - TONE_ZERO : (words[at + 4] ?? 0);
      scored[length] = toned;
      length++;
    }
    at += isShort ? SHORT : LONG;
  }
  to.length = length;
}

/** Adds the answers that name a brand, over all brands, by cell. */
export function addVoices(
  { words, brands }: PackedCells,
  { to, cellAt }: { to: Int32Array; cellAt: Int32Array },
): void {
  for (const { first, end } of brands.values()) {
    for (let at = first; at < end; ) {
      const word = words[at] ?? 0;
      const isShort = word !== 0;
      const cell = cellAt[isShort ? word >>> 15 : (words[at + 1] ?? 0)] ?? -1;
      if (cell >= 0)
        to[cell] = (to[cell] ?? 0) + (isShort ? (word >>> 10) & 31 : (words[at + 2] ?? 0));
      at += isShort ? SHORT : LONG;
    }
  }
}

/** What answers say of a brand by cell, as the columns that sums of brands have. */
export type Totals = Record<keyof typeof SUMS.brand.columns, Float64Array>;

/** Adds the entries of a brand to its totals, which nobody asks for by day. */
export function addTotals(
  { words }: PackedCells,
  { first, end }: { first: number; end: number },
  { to, cellAt }: { to: Totals; cellAt: Int32Array },
): void {
  const { answers, mention_count, position_sum, first_count, sentiment_sum, sentiment_count } = to;
  const add = (list: Float64Array, cell: number, more: number) => {
    list[cell] = (list[cell] ?? 0) + more;
  };
  for (let at = first; at < end; ) {
    const word = words[at] ?? 0;
    const rest = words[at + 1] ?? 0;
    const isShort = word !== 0;
    const cell = cellAt[isShort ? word >>> 15 : rest] ?? -1;
    if (cell >= 0) {
      add(answers, cell, isShort ? (word >>> 10) & 31 : (words[at + 2] ?? 0));
      add(position_sum, cell, isShort ? (rest >>> 7) & 511 : (words[at + 3] ?? 0));
      add(sentiment_sum, cell, isShort ? (rest >>> 16) - TONE_ZERO : (words[at + 4] ?? 0));
      add(sentiment_count, cell, isShort ? (word >>> 5) & 31 : (words[at + 5] ?? 0));
      add(mention_count, cell, isShort ? rest & 127 : (words[at + 6] ?? 0));
      add(first_count, cell, isShort ? word & 31 : (words[at + 7] ?? 0));
    }
    at += isShort ? SHORT : LONG;
  }
}

/** The numbers behind the format, in the order of this machine's bytes. */
function wordsOf(cells: Uint8Array): Int32Array {
  const bytes = cells.subarray(FORMAT_BYTES);
  assert.equal(bytes.length % INTEGER, 0, "packed cells end with their last brand");
  const words = new Int32Array(bytes.length / INTEGER);
  const copy = Buffer.from(words.buffer);
  copy.set(bytes);
  if (endianness() === "LE") copy.swap32();
  return words;
}

function unwritten(at: number): Error {
  return new assert.AssertionError({
    message: `packed cells cannot have been written: number ${at}`,
  });
}
