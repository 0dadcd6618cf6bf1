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
const GUARDED_START = new RegExp(`^'(?=${AT_START})`);
const GUARDED_CELLS = new RegExp(`(${BEHIND})'(?=${IN_TEXT})`, "gu");

/** A text of which no spreadsheet runs anything, wherever it begins a cell: an apostrophe stands before each formula. */
export function guardFormulas(text: string): string {
  return (BEGINS.test(text) ? "'" : "") + text.replace(CELLS, "$&'");
}

/** The text that `guardFormulas` made this of. */
export function unguardFormulas(text: string): string {
  return text.replace(GUARDED_START, "").replace(GUARDED_CELLS, "$1");
}
