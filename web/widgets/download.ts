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

/** At the beginning of a text: what spreadsheets run as a formula, or drop and look behind. */
const AT_START = `[ "']*[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20]|'*[\\t\\r\\n]`;
/**
 * Behind a sign: a bracket that nothing opened, a rule of dashes, or the point of a list in whose line is nothing that a
 * formula calls, runs or looks up with; behind a text's last word comes a quotation mark, with which no formula goes on.
 */
const HARMLESS = [
  "[)\uFF09]",
  "[-+ ]*:?\\r?\\n",
  `(?<=\\|[ "']*.)[-+ ]*(?:: *)?\\|`,
  `(?<=\\n[ "']*.) [^(|!#\uFF08\uFF5C\uFF01\uFF03\\n]*(?:\\n|(?<=[\\p{L}\\p{N}.])$)`,
].join("|");
/** Within a text: what would be a formula where a cell begins there. */
const IN_TEXT = `[ "']*(?:[=@\uFF1D\uFF20]|[+\\-\uFF0B\uFF0D](?!${HARMLESS}))`;
/** Behind these a cell begins where a spreadsheet takes another separator than a comma, or reads no quotes. */
const BEHIND = "[;|\\t\\r\\n]";

const BEGINS = new RegExp(`^(?:${AT_START})`);
const CELLS = new RegExp(`${BEHIND}(?=${IN_TEXT})`, "gu");

/** A text of which no spreadsheet runs anything, as in exports (`guardFormulas` of the server, whose words are not loaded here). */
export function guardFormulas(text: string): string {
  return (BEGINS.test(text) ? "'" : "") + text.replace(CELLS, "$&'");
}

/** A table as CSV (RFC 4180); before text that a spreadsheet would run as a formula stands an apostrophe. */
export function toCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return UTF8_MARK + [header, ...rows].map((row) => row.map(writeCell).join(",")).join("\r\n");
}

function writeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = guardFormulas(cell);
  return /[",\r\n;\t|]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Saves a table as a CSV file. */
export function downloadCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly Cell[])[],
): void {
  download(`${name}.csv`, new Blob([toCsv(header, rows)], { type: "text/csv;charset=utf-8" }));
}
