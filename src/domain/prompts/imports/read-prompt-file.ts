import { pipeline, Readable } from "node:stream";
import { setImmediate as breathe } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";
import { listUnknown } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { unguardFormulas } from "#domain/words/formula.ts";
import { PromptLine, type WantedPrompt } from "./add-prompts.ts";

/** A prompt as a file gives it, with the line it begins on. */
export type FileRow = WantedPrompt & { line: number };
/** A line that cannot be used, and the prompt in it where it could be read. */
type Problem = { line: number; message: string; prompt?: WantedPrompt };
/** What a file holds, which of its lines cannot be used, and which columns of a table say nothing of a prompt. */
export type PromptFile = { rows: FileRow[]; errors: Problem[]; ignored: string[] };
type Raw = { line: number; values: Record<string, unknown> };

/** How many prompts a file holds at most, and how many lines may be wrong. */
export const ROWS_MAX = 10_000;
const TEXT_MAX = 2_000;
const NAME_MAX = 64;
const TAGS_MAX = 50;
const PIECE_BYTES = 65_536;
/** How many lines are looked at before others have their turn. */
const LINES_AT_ONCE = 500;
const COLUMNS_SHOWN_MAX = 100;
type Field = "text" | "country_code" | "language_code" | "topic" | "tags";
/** The names that columns and fields may have. */
const NAMES: Record<string, Field> = {
  prompt: "text",
  text: "text",
  question: "text",
  country: "country_code",
  country_code: "country_code",
  language: "language_code",
  language_code: "language_code",
  topic: "topic",
  tag: "tags",
  tags: "tags",
};

const fieldOf = (name: string): Field | undefined => {
  const known = name.trim().toLowerCase();
  return Object.hasOwn(NAMES, known) ? NAMES[known] : undefined;
};

/**
 * Reads a file of prompts in UTF-8, or UTF-16 with its mark: JSON Lines, or CSV (RFC 4180; comma, semicolon or tab) whose
 * first line names its columns. Lines that cannot be read without a guess are in `errors`, and no prompt is made of them;
 * a file that is none is refused. Others have their turn meanwhile.
 */
export async function readPromptFile(bytes: Uint8Array): Promise<PromptFile> {
  const text = decode(bytes).replaceAll(/\r\n?/g, "\n");
  const file: PromptFile = { rows: [], errors: [], ignored: [] };
  let count = 0;
  for await (const one of text.trimStart().startsWith("{")
    ? readJsonLines(text)
    : readTable(text, file.ignored)) {
    const row = "message" in one ? one : readRow(one);
    if ("message" in row) file.errors.push(row);
    else file.rows.push(row);
    if (file.rows.length > ROWS_MAX) throw refused(`A file holds at most ${MOST} prompts.`);
    if (file.errors.length > ROWS_MAX) throw refused(`More than ${MOST} lines cannot be used.`);
    count += 1;
    if (count % LINES_AT_ONCE === 0) await breathe();
  }
  return file;
}

const MOST = ROWS_MAX.toLocaleString("en-US");
const refused = (message: string) => new Failure("VALIDATION_ERROR", message);

/** The text of a file, without its mark. */
function decode(bytes: Uint8Array): string {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Workbooks are archives.
    const isWorkbook = bytes[0] === 0x50 && bytes[1] === 0x4b;
    if (isWorkbook) throw refused("This is a workbook, as of Excel; save it as CSV UTF-8.");
    throw refused("The file is not UTF-8; save it as UTF-8.");
  }
}

function* readJsonLines(text: string): Generator<Raw | Problem> {
  let line = 0;
  for (let from = 0; from <= text.length; ) {
    const next = text.indexOf("\n", from);
    const end = next < 0 ? text.length : next;
    const source = text.slice(from, end);
    from = end + 1;
    line += 1;
    if (source.trim() !== "") yield readObject(source, line);
  }
}

function readObject(source: string, line: number): Raw | Problem {
  try {
    const values: unknown = JSON.parse(source);
    if (typeof values !== "object" || values === null || Array.isArray(values)) throw new Error();
    const message = problemOfFields(values);
    return message ? { line, message } : { line, values: values as Raw["values"] };
  } catch {
    return { line, message: "This is not a JSON object." };
  }
}

/** What is wrong with the fields of a JSON line, whatever they say. */
function problemOfFields(values: object): string | null {
  const names = Object.keys(values);
  const unknown = names.filter((name) => !fieldOf(name));
  if (unknown.length > 0) return listUnknown("field", unknown, Object.keys(PromptLine.shape));
  const twice = sayTwice(names);
  if (twice) return `${twice}; keep one of them.`;
  const isText = (value: unknown) => typeof value === "string";
  for (const [name, value] of Object.entries(values)) {
    if (value === null || isText(value)) continue;
    if (fieldOf(name) !== "tags") return `"${name}" must be text.`;
    if (!Array.isArray(value) || !value.every(isText)) return `"${name}" must be a list of names.`;
  }
  return null;
}

/** The sentence for names of which two say the same, or null. */
function sayTwice(names: readonly string[]): string | null {
  const known = names.flatMap((name) => fieldOf(name) ?? []);
  const twice = known.find((field, at) => known.indexOf(field) !== at);
  if (!twice) return null;
  const which = names.filter((name) => fieldOf(name) === twice).join('" and "');
  return `"${which}" say the same thing`;
}

/** The rows of a table; columns that are not read go into `ignored`. */
async function* readTable(text: string, ignored: string[]): AsyncGenerator<Raw | Problem> {
  const head = text.slice(0, text.indexOf("\n") >>> 0);
  const delimiter = [",", ";", "\t"].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  );
  let names: string[] | undefined;
  for await (const { record, info } of readRecords(text, delimiter)) {
    if (!names) {
      names = readNames(record);
      const others = record.map((cell) => cell.trim()).filter((cell) => cell && !fieldOf(cell));
      ignored.push(...others.slice(0, COLUMNS_SHOWN_MAX).map((cell) => cell.slice(0, NAME_MAX)));
      continue;
    }
    // Where it begins: it ends at this line, and only cells have breaks in them.
    const line = info.lines - record.join("").split("\n").length + 1;
    if (record.slice(names.length).some((cell) => cell !== "")) {
      const message = `There are ${record.length} cells for ${names.length} columns; put "quotes" around one with a ${delimiter === "\t" ? "tab" : delimiter} in it.`;
      yield { line, message };
    } else {
      const values = names.map((name, at) => [name, unguardFormulas(record[at] ?? "")]);
      yield { line, values: Object.fromEntries(values) };
    }
  }
  if (!names) readNames([]);
}

type Parsed = { record: string[]; info: { lines: number } };
const CSV = {
  ...{ info: true, relax_column_count: true, relax_quotes: true },
  ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
};

/** The records of a table, read a piece at a time. */
async function* readRecords(text: string, delimiter: string): AsyncGenerator<Parsed> {
  let read = 0;
  const parser = parse({
    ...{ ...CSV, delimiter },
    on_record(record: string[], { lines }) {
      read = lines;
      return record;
    },
  });
  // What ends it early is thrown below.
  pipeline(Readable.from(inPieces(Buffer.from(text))), parser, () => {});
  try {
    yield* parser as AsyncIterable<Parsed>;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_QUOTE_NOT_CLOSED") {
      const opened = text.split("\n").findIndex((one, at) => at >= read && one.trim() !== "") + 1;
      throw refused(`Line ${opened}: a quote that opens here is not closed.`);
    }
    const line = Number(error["lines"]) || 1;
    throw refused(`Line ${line}: this cannot be read as CSV: ${error.message}.`);
  }
}

async function* inPieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    yield bytes.subarray(from, from + PIECE_BYTES);
    await breathe();
  }
}

/** The names of a table's columns; refuses those of which none says the prompt, or two the same. */
function readNames(head: readonly string[]): string[] {
  const names = head.map((cell) => cell.trim().toLowerCase());
  if (!names.some((name) => fieldOf(name) === "text")) {
    throw refused('The first line must name the columns, and one of them must be "prompt".');
  }
  const twice = sayTwice(names);
  if (twice) throw refused(`${twice}; keep one of these columns.`);
  return names;
}

function readRow({ line, values }: Raw): FileRow | Problem {
  const said: Partial<Record<Field, unknown>> = {};
  for (const [name, value] of Object.entries(values)) {
    const known = fieldOf(name);
    if (known) said[known] = value;
  }
  const word = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const prompt = word(said.text);
  const country_code = word(said.country_code).toUpperCase();
  const language_code = word(said.language_code);
  const topic = word(said.topic);
  const tags = (Array.isArray(said.tags) ? said.tags.map(word) : word(said.tags).split(/[;|,]/))
    .map((tag) => tag.trim())
    .filter(Boolean);
  const message = problemOf({ prompt, country_code, language_code, topic, tags });
  if (message) return { line, message };
  return {
    line,
    prompt,
    tags,
    ...(country_code && { country_code }),
    ...(language_code && { language_code }),
    ...(topic && { topic }),
  };
}

function problemOf(row: Required<WantedPrompt> & { tags: string[]; topic: string }): string | null {
  const names = [row.topic, ...row.tags];
  if (row.prompt === "") return "There is no prompt.";
  if ([row.prompt, ...names].some((said) => said.includes("\0") || !said.isWellFormed()))
    return "There is a character in it that is no text.";
  if (row.prompt.length > TEXT_MAX) return `The prompt is longer than ${TEXT_MAX} characters.`;
  if (row.country_code && !/^[A-Z]{2}$/.test(row.country_code))
    return `"${row.country_code}" is no country code of two letters, like US.`;
  if (row.language_code && !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(row.language_code))
    return `"${row.language_code}" is no language code, like en or pt-BR.`;
  if (row.tags.length > TAGS_MAX) return `There are more than ${TAGS_MAX} tags.`;
  const long = names.find((name) => name.length > NAME_MAX);
  return long ? `"${long.slice(0, 20)}…" is longer than ${NAME_MAX} characters.` : null;
}
