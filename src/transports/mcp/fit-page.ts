/** A list as models read it. */
export type Table = {
  columns: string[];
  rows: unknown[][];
  row_count: number;
  total_count: number;
  next_offset: number | null;
} & Record<string, unknown>;

/** Ids and numbers take a token for less than two bytes, Chinese one for each sign of three: some 6,000 tokens, which is also what narrow clients show. */
export const PAGE_BYTES = 9_500;
/** About 20,000 tokens, the most that is sent where a limit was asked for. */
export const PAGE_BYTES_MAX = 33_000;

/** As many of the rows as fit, at least one; `next_offset` goes on after the last that is sent. */
export function fitRows(table: Table, { offset, room }: { offset: number; room: number }): Table {
  // As a list they take a bracket more than one by one.
  if (sizeOf(table.rows) - 1 <= room) return table;
  let used = 0;
  const past = table.rows.findIndex((row) => {
    used += sizeOf(row) + 1;
    return used > room;
  });
  if (past === -1) return table;
  const rows = table.rows.slice(0, Math.max(1, past));
  if (rows.length === table.rows.length) return table;
  return { ...table, rows, row_count: rows.length, next_offset: offset + rows.length };
}

const BRANDS_MAX = 10;

/** Of each site or page the number of brands named beside it and ten of them, the own one first: 500 ids fill a page. */
export function cutBrands(table: Table, own: string | undefined): Table {
  const at = table.columns.indexOf("mentioned_brand_ids");
  if (at === -1) return table;
  const rows = table.rows.map((row) => {
    const ids = row[at] as string[];
    const isOwnFirst = own !== undefined && ids.length > BRANDS_MAX && ids.includes(own);
    const sorted = isOwnFirst ? [own, ...ids.filter((id) => id !== own)] : ids;
    return row.toSpliced(at, 1, sorted.slice(0, BRANDS_MAX), ids.length);
  });
  return { ...table, columns: table.columns.toSpliced(at + 1, 0, "mentioned_brand_count"), rows };
}

const DIGITS = 4;
/** In JSON text: a number that may not be whole. */
const FRACTION = /\d(?:\.\d|e-)/;

/** JSON with numbers to 4 significant places, whole ones as they are: more is noise, and a fifth of a report's length. */
export function writeShort(value: unknown): string {
  const text = JSON.stringify(value);
  // Looking at each value takes several times as long as writing them.
  if (!FRACTION.test(text)) return text;
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "number" && !Number.isInteger(inner) ? shorten(inner) : inner,
  );
}

function shorten(number: number): number {
  return Math.abs(number) >= 10 ** DIGITS ? Math.round(number) : Number(number.toPrecision(DIGITS));
}

const sizeOf = (value: unknown): number => Buffer.byteLength(writeShort(value));

/**
 * A single thing in the most that is sent: its longest texts and lists are cut, so that all have the same part; `cut`
 * says what of them is there.
 */
export function fitThing(answer: Record<string, unknown>): Record<string, unknown> {
  if (sizeOf(answer) <= PAGE_BYTES_MAX) return answer;
  const fields = Object.entries(answer).map(([key, value]) => ({ key, size: sizeOf(value) }));
  fields.sort((one, other) => one.size - other.size);
  const cut: Record<string, string> = {};
  const fitted = { ...answer };
  let left = PAGE_BYTES_MAX;
  for (const [index, { key, size }] of fields.entries()) {
    const part = Math.floor(left / (fields.length - index));
    const value = answer[key];
    left -= Math.min(size, part);
    if (size <= part) continue;
    if (typeof value === "string") {
      const text = value.slice(0, Math.floor((value.length * part) / size)).toWellFormed();
      fitted[key] = `${text}…`;
      cut[key] = `${text.length} of ${value.length} characters`;
    } else if (Array.isArray(value)) {
      const items = fitItems(value, part);
      fitted[key] = items;
      cut[key] = `${items.length} of ${value.length}`;
    }
  }
  return { ...fitted, cut };
}

function fitItems(items: readonly unknown[], room: number): unknown[] {
  let used = 0;
  const past = items.findIndex((item) => {
    used += sizeOf(item) + 1;
    return used > room;
  });
  return items.slice(0, past === -1 ? items.length : past);
}
