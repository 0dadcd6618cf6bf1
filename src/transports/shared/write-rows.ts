import { stringify } from "csv-stringify/sync";
import type { Column, RowStream } from "#core/rows.ts";
import { guardFormulas } from "#domain/words/formula.ts";

export const ROW_FORMATS = {
  csv: "text/csv; charset=utf-8; header=present",
  jsonl: "application/x-ndjson; charset=utf-8",
} as const;
/** How rows are written: CSV (RFC 4180) with a heading line, or one JSON object a line; both UTF-8. */
export type RowFormat = keyof typeof ROW_FORMATS;

type Row = Record<string, unknown>;

/** Rows as text, a piece per batch; `onRows` hears how many are written so far. */
export async function* writeRows(
  { columns, batches }: RowStream,
  format: RowFormat,
  onRows: (count: number) => void = () => {},
): AsyncGenerator<string> {
  let count = 0;
  // The heading goes with the first rows, so that what fails at once fails before anything is written.
  let head = format === "csv" ? toCsv([columns.map(({ name }) => name)]) : "";
  for await (const batch of batches) {
    count += batch.length;
    onRows(count);
    if (batch.length === 0) continue;
    const text =
      format === "csv"
        ? toCsv(batch.map((row) => columns.map((column) => cellOf(column, row[column.name]))))
        : batch.map((row) => `${toJson(columns, row)}\n`).join("");
    yield head + text;
    head = "";
  }
  if (head !== "") yield head;
}

function toJson(columns: readonly Column[], row: Row): string {
  return JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, row[name]])));
}

function toCsv(records: readonly (string | number)[][]): string {
  // Readers end a row at either of the first two, and some a cell at the others.
  return stringify([...records], { record_delimiter: "\r\n", quoted_match: /[\r\n;\t|]/ });
}

/** A cell as CSV shows it: the items of a list are separated by `|`, nothing is empty. */
function cellOf({ item }: Column, value: unknown): string | number {
  if (typeof value === "number") return value;
  if (value === null || value === undefined) return "";
  const items = (Array.isArray(value) ? value : [value]) as unknown[];
  return guardFormulas(items.map((one) => (item ? (one as Row)[item] : one)).join("|"));
}
