import assert from "node:assert/strict";
import { endianness } from "node:os";
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
/** Numbers of a prompt before those of its brands. */
const PROMPT = 3;

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

/** Where the numbers of a brand stand, of the many `PackedPrompt.words` holds. */
export const PACKED = { brand_id: 0, answers: 1, position: 2, tone: 3, toned: 4, size: 5 } as const;

/**
 * The answers of a prompt, and those that name a brand summed over all brands; what they say of each brand stands in
 * `words` from `first` to `end`, `PACKED.size` numbers each.
 */
export type PackedPrompt = {
  prompt_id: number;
  answers: number;
  voices: number;
  words: Int32Array;
  first: number;
  end: number;
};

/** True for packed cells in the layout that this version reads. */
export function isReadable(cells: Uint8Array): boolean {
  return cells[0] === FORMAT;
}

/**
 * Shows packed cells from the first prompt to the last, each in the same object with other numbers; what cannot have
 * been written is a bug and read no further.
 */
export function readCells(
  cells: Uint8Array,
  visit: (prompt: Readonly<PackedPrompt>) => void,
): void {
  assert.ok(isReadable(cells), `packed cells have format ${cells[0]}, not ${FORMAT}`);
  const words = wordsOf(cells);
  const prompt = { prompt_id: 0, answers: 0, voices: 0, words, first: 0, end: 0 };
  let at = 0;
  while (at < words.length) {
    const [answers, brands] = [words[at + 1] ?? 0, words[at + 2] ?? -1];
    const first = at + PROMPT;
    const end = first + brands * PACKED.size;
    if (answers < 1 || brands < 0 || end > words.length) throw unwritten(at);
    let voices = 0;
    for (let next = first; next < end; next += PACKED.size) {
      voices += words[next + PACKED.answers] ?? 0;
      if (!canBe(words, next, answers)) throw unwritten(next);
    }
    prompt.prompt_id = words[at] ?? 0;
    prompt.answers = answers;
    prompt.voices = voices;
    prompt.first = first;
    prompt.end = end;
    visit(prompt);
    at = end;
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

/** Each answer that names a brand is one of the prompt's, has it at the first place or later, and one score at most. */
function canBe(words: Int32Array, at: number, of: number): boolean {
  const answers = words[at + PACKED.answers] ?? 0;
  const toned = words[at + PACKED.toned] ?? 0;
  const position = words[at + PACKED.position] ?? 0;
  return answers >= 1 && answers <= of && position >= answers && toned >= 0 && toned <= answers;
}

function unwritten(at: number): Error {
  return new assert.AssertionError({
    message: `packed cells cannot have been written: number ${at}`,
  });
}
