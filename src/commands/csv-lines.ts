import { CsvError, parse } from "csv-parse";
import { Failure } from "#core/failure.ts";
import { unguardFormulas } from "#domain/words/formula.ts";

const RECORD_CHARACTERS_MAX = 2_000_000;

/** How a CSV file's columns become the fields of a JSON line; lists are separated by `|`. */
export type Columns = {
  texts: readonly string[];
  lists: Record<string, (items: string[]) => [field: string, value: unknown]>;
};

/** A record of a CSV file as an object, and the line of the file where it begins. */
export type CsvRecord = { line: number; value: Record<string, unknown> };

const UTF16_MARK = [0xff, 0xfe];

/**
 * Reads CSV in UTF-8 (or UTF-16 with its mark) with a heading line; empty cells are left out. What cannot be read
 * without a guess is refused: other encodings, unknown or repeated columns, more cells than headings, open quotes.
 */
export async function* readCsv(
  stream: AsyncIterable<Uint8Array>,
  columns: Columns,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    info: true,
    skip_empty_lines: true,
    relax_column_count_less: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  });
  const pump = (async () => {
    for await (const part of decode(stream)) {
      if (!parser.write(part)) await new Promise((resolve) => parser.once("drain", resolve));
    }
    parser.end();
  })();
  pump.catch((error: Error) => parser.destroy(error));
  let names: string[] | undefined;
  // In cells the parser takes each CRLF for two lines.
  let over = 0;
  for await (const { record, info } of explained(parser as AsyncIterable<Parsed>)) {
    const cells = record.join();
    const line = info.lines - over - countOf(/[\r\n]/g, cells);
    over += countOf(/\r\n/g, cells);
    if (names) {
      yield { line, value: readCells(names, record, columns) };
    } else {
      names = record.map((name) => name.trim());
      checkNames(names, [...columns.texts, ...Object.keys(columns.lists)]);
    }
  }
}

function countOf(what: RegExp, text: string): number {
  return text.match(what)?.length ?? 0;
}

function checkNames(names: readonly string[], known: readonly string[]): void {
  const refuse = (sentence: string) => new Failure("VALIDATION_ERROR", sentence);
  for (const [column, name] of names.entries()) {
    if (!known.includes(name)) {
      throw refuse(`There is no column "${name}"; known are ${known.join(", ")}.`);
    }
    if (names.indexOf(name) < column)
      throw refuse(`The column "${name}" is there twice; keep one.`);
  }
}

/** The text of a file. */
async function* decode(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  try {
    for await (const part of stream) {
      const isWide = UTF16_MARK.every((byte, at) => part[at] === byte);
      decoder ??= new TextDecoder(isWide ? "utf-16le" : "utf-8", { fatal: true });
      yield decoder.decode(part, { stream: true });
    }
    yield decoder?.decode() ?? "";
  } catch (cause) {
    if ((cause as { code?: string }).code !== "ERR_ENCODING_INVALID_ENCODED_DATA") throw cause;
    throw new Failure("VALIDATION_ERROR", "The file is not UTF-8; save it as CSV UTF-8.", {
      cause,
    });
  }
}

/** What a parser reads; what it cannot read is reported in a sentence that names the line. */
async function* explained(parser: AsyncIterable<Parsed>): AsyncGenerator<Parsed> {
  try {
    yield* parser;
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause;
    throw new Failure("VALIDATION_ERROR", `The file cannot be read as CSV: ${cause.message}.`, {
      cause,
    });
  }
}

type Parsed = { record: string[]; info: { lines: number } };

function readCells(
  names: readonly string[],
  cells: readonly string[],
  { lists }: Columns,
): Record<string, unknown> {
  const fields = names.flatMap((name, column): [string, unknown][] => {
    const cell = unguardFormulas(cells[column] ?? "");
    const readList = lists[name];
    if (!readList) return cell === "" && name !== "answer" ? [] : [[name, cell]];
    const items = cell.split("|").map((item) => item.trim());
    return [readList(items.filter((item) => item !== ""))];
  });
  return Object.fromEntries(fields);
}
