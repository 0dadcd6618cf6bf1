/** What an answer may have at most to be drawn as Markdown; real ones have a tenth. Parsing takes time by the square of most. */
const CHARACTERS_MAX = 100_000;
const LINES_MAX = 2_000;
const BRACKETS_MAX = 2_000;
const MARKS_MAX = 8_000;
const COLUMNS_MAX = 100;
const NESTING_MAX = 12;

/** What nests at the beginning of a line: quotes and list items, with the spaces between them. */
const MARKERS = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])))+/;

/** Whether a text can be drawn as Markdown in a moment; one that is made to hang a page cannot. */
export function isDrawable(source: string): boolean {
  if (source.length > CHARACTERS_MAX || count(source, /[[\]]/g) > BRACKETS_MAX) return false;
  if (count(source, /[*_`~<&|]/g) > MARKS_MAX) return false;
  const lines = source.split(/\r\n?|\n/);
  return lines.length <= LINES_MAX && lines.every(isLineDrawable);
}

function isLineDrawable(line: string): boolean {
  const [markers = ""] = MARKERS.exec(line) ?? [];
  return count(markers, />|[-+*.)]/g) <= NESTING_MAX && count(line, /\|/g) <= COLUMNS_MAX;
}

function count(text: string, pattern: RegExp): number {
  let found = 0;
  for (const _ of text.matchAll(pattern)) found++;
  return found;
}
