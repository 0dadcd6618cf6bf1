import type { Span } from "./clean-answer.ts";

/**
 * A sentence; `level` of the line it is in: 1 a heading, 2 a numbered or bare title, 3 and more a list, 9 prose;
 * `is_paragraph`: prose behind a blank line, under no label but that of a verdict.
 */
export type Piece = Span & {
  level: number;
  is_paragraph: boolean;
  opens_line: boolean;
  closes_line: boolean;
};

const PIECE_MAX = 600;
const TITLE_MAX = 90;
// Scraped answers glue sentences together: "options.Acme".
const END = /[.!?]+["'”’)\]]*(?=\s|\p{Lu}|$)/gu;
// "**Best for:** Acme users", but not "Bottom line: Acme"
const LABEL =
  /^\W*(?!(?:skip|avoid|choose|get|buy|try)\b|(?:[\w'’]+ ){0,2}(?:verdict|bottom line|conclusion|summary|recommendation|pick|winner)\W*:)[\w'’/&-]+(?: [\w'’/&-]+){0,4}\W{0,4}:/i;
const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|vs|etc|approx|dr|mr|mrs|ms|st|no|inc|co|ltd|\d{1,2})$/i;

/** The sentences of a cleaned answer in their order, none longer than 600 characters; none ends inside a name. */
export function* splitSentences(text: string, names: readonly Span[]): Generator<Piece> {
  let next = 0;
  const isInName = (at: number): boolean => {
    while ((names[next]?.end ?? Number.POSITIVE_INFINITY) <= at) next += 1;
    return (names[next]?.start ?? Number.POSITIVE_INFINITY) < at;
  };
  let is_behind_blank = false;
  for (let line_start = 0; line_start < text.length; ) {
    const found = text.indexOf("\n", line_start);
    const line_end = found < 0 ? text.length : found;
    const line = text.slice(line_start, Math.min(line_end, line_start + 200));
    const level = levelOf(line);
    const is_paragraph = level === 9 && is_behind_blank && !LABEL.test(line);
    is_behind_blank = line.trim() === "";
    for (let start = line_start; start < line_end; ) {
      const end = endOf(text, { start, end: line_end }, isInName);
      const opens_line = start === line_start;
      yield { start, end, level, is_paragraph, opens_line, closes_line: end >= line_end };
      start = end;
    }
    line_start = line_end + 1;
  }
}

function endOf(text: string, { start, end }: Span, isInName: (at: number) => boolean): number {
  const piece = text.slice(start, Math.min(end, start + PIECE_MAX));
  for (const match of piece.matchAll(END)) {
    const at = match.index + match[0].length;
    if (
      match[0] === "." &&
      ABBREVIATION.test(piece.slice(Math.max(0, match.index - 8), match.index))
    ) {
      continue;
    }
    if (!isInName(start + at)) return start + at;
  }
  if (piece.length < PIECE_MAX) return end;
  const space = piece.lastIndexOf(" ");
  return start + (space > 0 ? space : piece.length);
}

function levelOf(line: string): number {
  const indent = line.search(/\S/);
  const rest = line.trimStart();
  if (rest.startsWith("#")) return 1;
  if (/^\d{1,2}[.)]\s/.test(rest)) return 2 + Math.min(indent, 6);
  if (/^[-*•+–]\s/.test(rest)) return 3 + Math.min(indent, 6);
  return rest.length <= TITLE_MAX && !/[.!?,;|]\s*$/.test(rest) ? 2 : 9;
}
