/** Hands a file to the browser's downloads. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export type Cell = string | number | boolean | null | undefined;

/** Without it, spreadsheets that a file is opened with by a press take its text for that of another encoding. */
const UTF8_MARK = "\uFEFF";

/** A table as CSV (RFC 4180); text that a spreadsheet would run as a formula is quoted with an apostrophe. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return UTF8_MARK + [header, ...rows].map((row) => row.map(writeCell).join(",")).join("\r\n");
}

function writeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Saves a table as a CSV file. */
export function downloadCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  download(`${name}.csv`, new Blob([toCsv(header, rows)], { type: "text/csv;charset=utf-8" }));
}
