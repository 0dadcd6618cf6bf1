/** A list as models read it. */
export type Table = {
  columns: string[];
  rows: unknown[][];
  row_count: number;
  total_count: number;
  next_offset: number | null;
} & Record<string, unknown>;

/** Ids and numbers take a token for less than two characters: some 6,000 tokens, which is also what narrow clients show. */
export const PAGE_CHARACTERS = 9_500;
/** About 20,000 tokens, the most that is sent where a limit was asked for. */
export const PAGE_CHARACTERS_MAX = 33_000;

/** As many of the rows as fit, at least one; `next_offset` goes on after the last that is sent. */
export function fitRows(table: Table, { offset, room }: { offset: number; room: number }): Table {
  let used = 0;
  const past = table.rows.findIndex((row) => {
    used += writeShort(row).length + 1;
    return used > room;
  });
  if (past === -1) return table;
  const rows = table.rows.slice(0, Math.max(1, past));
  if (rows.length === table.rows.length) return table;
  return { ...table, rows, row_count: rows.length, next_offset: offset + rows.length };
}

const DIGITS = 4;

/** JSON with numbers to 4 significant places, whole ones as they are: more is noise, and a fifth of a report's length. */
export function writeShort(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "number" && !Number.isInteger(inner) ? shorten(inner) : inner,
  );
}

function shorten(number: number): number {
  return Math.abs(number) >= 10 ** DIGITS ? Math.round(number) : Number(number.toPrecision(DIGITS));
}
