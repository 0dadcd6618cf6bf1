import { parse } from "csv-parse";
import { Failure } from "#core/failure.ts";

const RECORD_CHARACTERS_MAX = 2_000_000;

/** How a CSV file's columns become the fields of a JSON line; lists are parted by `|`. */
export type Columns = {
  texts: readonly string[];
  lists: Record<string, (items: string[]) => [field: string, value: unknown]>;
};

/** A record of a CSV file as an object, and the line of the file where it ends. */
export type CsvRecord = { line: number; value: Record<string, unknown> };

/** Reads CSV with a heading line; empty cells are left out, unknown columns are refused. */
export async function* readCsv(
  stream: AsyncIterable<Uint8Array>,
  columns: Columns,
): AsyncGenerator<CsvRecord> {
  const parser = parse({
    bom: true,
    info: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: RECORD_CHARACTERS_MAX,
  });
  const pump = (async () => {
    for await (const part of stream) {
      if (!parser.write(part)) await new Promise((resolve) => parser.once("drain", resolve));
    }
    parser.end();
  })();
  pump.catch((error: Error) => parser.destroy(error));
  let names: string[] | undefined;
  for await (const { record, info } of parser as AsyncIterable<Parsed>) {
    if (names) {
      yield { line: info.lines, value: readCells(names, record, columns) };
    } else {
      names = record.map((name) => name.trim());
      const unknown = names.find(
        (name) => !columns.texts.includes(name) && !(name in columns.lists),
      );
      if (unknown !== undefined) {
        const known = [...columns.texts, ...Object.keys(columns.lists)].join(", ");
        throw new Failure(
          "VALIDATION_ERROR",
          `There is no column "${unknown}"; known are ${known}.`,
        );
      }
    }
  }
}

type Parsed = { record: string[]; info: { lines: number } };

function readCells(
  names: readonly string[],
  cells: readonly string[],
  { lists }: Columns,
): Record<string, unknown> {
  const fields = names.flatMap((name, column): [string, unknown][] => {
    const cell = cells[column] ?? "";
    const readList = lists[name];
    if (!readList) return cell === "" && name !== "answer" ? [] : [[name, cell]];
    const items = cell.split("|").map((item) => item.trim());
    return [readList(items.filter((item) => item !== ""))];
  });
  return Object.fromEntries(fields);
}
