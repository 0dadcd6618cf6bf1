import assert from "node:assert/strict";
import { type RawBuilder, sql } from "kysely";
import { addDays, daysBetween } from "#core/period.ts";

/** Days that one row of a sum may cover, shortest first: a row is made of rows of the span before. */
export const SPANS = [1, 4, 16, 64] as const;
/** Days that one row of packed cells may cover. */
export const CELL_SPANS = [1, 8] as const;
const CELL_SPAN_MAX = Math.max(...CELL_SPANS);
/** The first of the days that packed cells are made of together with `day`. */
export const cellStart = (day: string) => spanStart(day, CELL_SPAN_MAX);
/** The longest of all spans: days within one are best summed at once. */
export const SPAN_MAX = Math.max(...SPANS, ...CELL_SPANS);

for (const spans of [SPANS, CELL_SPANS]) {
  assert.equal(spans[0], 1, "the shortest span is a day");
  for (const [index, span] of spans.slice(1).entries()) {
    assert.ok(span % (spans[index] ?? 0) === 0, `${spans[index]} days divide ${span}`);
  }
}

/** Spans begin at days whose number, counted from here, divides by them. */
const EPOCH = "1970-01-01";
const dayNumber = (day: string) => daysBetween(EPOCH, day) - 1;
const dayAt = (number: number) => addDays(EPOCH, number);

/** The first day of the `span` days that `day` lies in. */
export function spanStart(day: string, span: number): string {
  return dayAt(Math.floor(dayNumber(day) / span) * span);
}

/** The same in SQL, of a column of days; `span` is a number, or names a column of these. */
export function spanStartOf(
  column: "day" | "start" | "first",
  span: number | "span",
): RawBuilder<unknown> {
  // As it is, so that rows in the order of days are known to be in that of spans.
  if (span === 1) return sql.raw(column);
  return sql.raw(`'${EPOCH}'::date + (${column} - '${EPOCH}'::date) / ${span} * ${span}`);
}

/** The spans that some days lie in, and the shorter ones of `part` days that these are made of, by their first days. */
export function spansAround(
  days: readonly string[],
  { span, part }: { span: number; part: number },
): { starts: string[]; parts: string[] } {
  const starts = [...new Set(days.map((day) => spanStart(day, span)))];
  const parts = starts.flatMap((start) => startsOf(start, addDays(start, span - 1), part));
  return { starts, parts };
}

/** The first days of the spans from one to another. */
export function startsOf(first: string, last: string, span: number): string[] {
  const starts: string[] = [];
  for (let start = first; start <= last; start = addDays(start, span)) starts.push(start);
  return starts;
}

/** A run of rows of one span whose starts lie from `first` to `last`. */
export type Piece = { span: number; first: string; last: string };
/** A range of days, and whether rows are wanted by day, week or month of it. */
export type Days = { date_from: string; date_to: string; dimensions: readonly string[] };

/**
 * The fewest runs of rows that make up a range of days, none of which lies in two days, weeks or months that rows are
 * wanted by: at most two of each span but the longest for each of these.
 */
export function piecesOf(
  { date_from, date_to, dimensions }: Days,
  spans: readonly number[] = SPANS,
): Piece[] {
  if (dimensions.includes("date")) return [{ span: 1, first: date_from, last: date_to }];
  const pieces: Piece[] = [];
  for (let first = date_from; first <= date_to; ) {
    const last = [date_to, ...lastDaysOf(first, dimensions)].sort()[0] ?? date_to;
    pieces.push(...runsOf(first, last, spans));
    first = addDays(last, 1);
  }
  return pieces;
}

/** The same by span, shortest first, with the first days of its rows; `run`: where these are one run, not some here and some there. */
export function startsBySpan(days: Days): { span: number; starts: string[]; run?: Piece }[] {
  const bySpan = Map.groupBy(piecesOf(days), ({ span }) => span);
  return SPANS.flatMap((span) => {
    const runs = bySpan.get(span) ?? [];
    const starts = runs.flatMap(({ first, last }) => startsOf(first, last, span));
    const [run] = runs;
    return run ? [{ span, starts, ...(runs.length === 1 && { run }) }] : [];
  });
}

/** The last days of the week and month of a day, as far as rows are wanted by them. */
export function lastDaysOf(day: string, dimensions: readonly string[]): string[] {
  const date = new Date(`${day}T00:00:00Z`);
  const last: string[] = [];
  if (dimensions.includes("week")) last.push(addDays(day, (7 - date.getUTCDay()) % 7));
  if (dimensions.includes("month")) {
    const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0);
    last.push(new Date(end).toISOString().slice(0, 10));
  }
  return last;
}

/** From the shortest span up: what does not fill the next longer one at either end is cut off. */
function runsOf(date_from: string, date_to: string, spans: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  let [low, high] = [dayNumber(date_from), dayNumber(date_to) + 1];
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1];
    const from = next ? Math.min(high, Math.ceil(low / next) * next) : high;
    const to = next ? Math.max(from, Math.floor(high / next) * next) : high;
    if (low < from) pieces.push({ span, first: dayAt(low), last: dayAt(from - span) });
    if (to < high && next) pieces.push({ span, first: dayAt(to), last: dayAt(high - span) });
    [low, high] = [from, to];
    if (low >= high) break;
  }
  return pieces;
}
