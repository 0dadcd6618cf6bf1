import { CsvError, parse } from "csv-parse/browser/esm/sync";

/** A prompt as a file gives it, with the line it begins on. */
export type FileRow = {
  line: number;
  text: string;
  country_code?: string;
  language_code?: string;
  topic?: string;
  tags: string[];
};
/** What a file holds, and which of its lines cannot be used. */
export type PromptFile = { rows: FileRow[]; errors: { line: number; message: string }[] };
type Raw = { line: number; values: Record<string, unknown> };

const ROWS_MAX = 10_000;
const TEXT_MAX = 2_000;
const NAME_MAX = 64;
/** The names that columns and fields may have. */
const NAMES: Record<string, "text" | "country_code" | "language_code" | "topic" | "tags"> = {
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

/**
 * Reads a file of prompts in UTF-8, or UTF-16 with its mark: JSON Lines, or CSV (RFC 4180; comma, semicolon or tab) whose
 * first line names its columns. What cannot be read without a guess is reported, and no prompt is made of it.
 */
export function readPromptFile(bytes: ArrayBuffer): PromptFile {
  const text = decode(bytes)?.replaceAll(/\r\n?/g, "\n");
  if (text === undefined) return refused("The file is not UTF-8; save it as CSV UTF-8.");
  const { raws, errors } = text.trimStart().startsWith("{") ? readJsonLines(text) : readTable(text);
  const file: PromptFile = { rows: [], errors };
  for (const raw of raws) {
    if (file.rows.length >= ROWS_MAX) {
      file.errors.push({ line: raw.line, message: `A file holds at most ${ROWS_MAX} prompts.` });
      break;
    }
    const row = readRow(raw);
    if ("message" in row) file.errors.push(row);
    else file.rows.push(row);
  }
  file.errors.sort((a, b) => a.line - b.line);
  return file;
}

const refused = (message: string, line = 1) => ({
  raws: [],
  rows: [],
  errors: [{ line, message }],
});

/** The text of a file, without its mark; undefined: it is in another encoding. */
function decode(bytes: ArrayBuffer): string | undefined {
  const [first, second] = new Uint8Array(bytes);
  const mark = (first ?? 0) * 256 + (second ?? 0);
  const encoding = mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

type Found = { raws: Raw[]; errors: PromptFile["errors"] };

function readJsonLines(text: string): Found {
  const found: Found = { raws: [], errors: [] };
  for (const [index, source] of text.split("\n").entries()) {
    if (source.trim() === "") continue;
    const line = index + 1;
    try {
      const values: unknown = JSON.parse(source);
      if (typeof values !== "object" || values === null || Array.isArray(values)) throw new Error();
      found.raws.push({ line, values: values as Raw["values"] });
    } catch {
      found.errors.push({ line, message: "This is not a JSON object." });
    }
  }
  return found;
}

function readTable(text: string): Found {
  const head = text.split("\n", 1)[0] ?? "";
  const delimiter = [",", ";", "\t"].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  );
  let records: Parsed[];
  try {
    records = parse(text, { ...CSV, delimiter }) as unknown as Parsed[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return refused(`This cannot be read as CSV: ${error.message}.`, Number(error["lines"]) || 1);
  }
  const [first, ...rest] = records;
  const names = (first?.record ?? []).map((cell) => cell.trim().toLowerCase());
  if (!names.some((name) => NAMES[name] === "text")) {
    return refused('The first line must name the columns, and one of them must be "prompt".');
  }
  const known = names.flatMap((name) => NAMES[name] ?? []);
  const twice = known.find((name, at) => known.indexOf(name) !== at);
  if (twice) {
    const which = names.filter((name) => NAMES[name] === twice).join('" and "');
    return refused(`"${which}" say the same thing; keep one of these columns.`);
  }
  const found: Found = { raws: [], errors: [] };
  for (const { record, info } of rest) {
    // Where it begins: it ends at this line, and only cells have breaks in them.
    const line = info.lines - record.join("").split("\n").length + 1;
    if (record.slice(names.length).some((cell) => cell !== "")) {
      const message = `There are ${record.length} cells for ${names.length} columns; put "quotes" around one with a ${delimiter === "\t" ? "tab" : delimiter} in it.`;
      found.errors.push({ line, message });
    } else {
      const values = names.map((name, at) => [name, record[at] ?? ""]);
      found.raws.push({ line, values: Object.fromEntries(values) });
    }
  }
  return found;
}

type Parsed = { record: string[]; info: { lines: number } };
const CSV = {
  ...{ info: true, relax_column_count: true, relax_quotes: true },
  ...{ skip_empty_lines: true, skip_records_with_empty_values: true },
};

function readRow({ line, values }: Raw): FileRow | { line: number; message: string } {
  const said: Partial<Record<(typeof NAMES)[string], unknown>> = {};
  for (const [name, value] of Object.entries(values)) {
    const known = NAMES[name.trim().toLowerCase()];
    if (known) said[known] = value;
  }
  const word = (value: unknown) => (typeof value === "string" ? value.trim() : "");
  const text = word(said.text);
  const country_code = word(said.country_code).toUpperCase();
  const language_code = word(said.language_code);
  const topic = word(said.topic);
  const tags = (Array.isArray(said.tags) ? said.tags.map(word) : word(said.tags).split(/[;|,]/))
    .map((tag) => tag.trim())
    .filter(Boolean);
  const problem = problemOf({ text, country_code, language_code, names: [topic, ...tags] });
  if (problem) return { line, message: problem };
  return {
    line,
    text,
    tags,
    ...(country_code && { country_code }),
    ...(language_code && { language_code }),
    ...(topic && { topic }),
  };
}

function problemOf(row: {
  text: string;
  country_code: string;
  language_code: string;
  names: string[];
}): string | null {
  if (row.text === "") return "There is no prompt.";
  if ([row.text, ...row.names].some((said) => said.includes("\0") || !said.isWellFormed()))
    return "There is a character in it that is no text.";
  if (row.text.length > TEXT_MAX) return `The prompt is longer than ${TEXT_MAX} characters.`;
  if (row.country_code && !/^[A-Z]{2}$/.test(row.country_code))
    return `"${row.country_code}" is no country code of two letters, like US.`;
  if (row.language_code && !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(row.language_code))
    return `"${row.language_code}" is no language code, like en or pt-BR.`;
  const long = row.names.find((name) => name.length > NAME_MAX);
  return long ? `"${long.slice(0, 20)}…" is longer than ${NAME_MAX} characters.` : null;
}
