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

/** Reads a file of prompts: JSON Lines, or CSV (RFC 4180; comma, semicolon or tab) whose first line names its columns. */
export function readPromptFile(content: string): PromptFile {
  const text = content.replace(/^\uFEFF/, "");
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
  return file;
}

type Found = { raws: Raw[]; errors: PromptFile["errors"] };

function readJsonLines(text: string): Found {
  const found: Found = { raws: [], errors: [] };
  for (const [index, source] of text.split(/\r\n|\n|\r/).entries()) {
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
  const head = text.split(/\r\n|\n|\r/, 1)[0] ?? "";
  const delimiter = [",", ";", "\t"].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  );
  const [first, ...records] = parseCsv(text, delimiter);
  const names = (first?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  if (!names.some((name) => NAMES[name] === "text")) {
    const message = 'The first line must name the columns, and one of them must be "prompt".';
    return { raws: [], errors: [{ line: 1, message }] };
  }
  const known = names.flatMap((name) => NAMES[name] ?? []);
  const twice = known.find((name, at) => known.indexOf(name) !== at);
  if (twice) {
    const which = names.filter((name) => NAMES[name] === twice).join('" and "');
    const message = `"${which}" say the same thing; keep one of these columns.`;
    return { raws: [], errors: [{ line: 1, message }] };
  }
  const raws = records
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
    .map(({ line, cells }) => ({
      line,
      values: Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])),
    }));
  return { raws, errors: [] };
}

/** The records of a CSV and the line each begins on. */
function parseCsv(text: string, delimiter: string): { line: number; cells: string[] }[] {
  const records: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = "";
  let [line, begun, isQuoted] = [1, 1, false];
  const endRecord = () => {
    records.push({ line: begun, cells: [...cells, cell] });
    [cells, cell] = [[], ""];
  };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? "";
    const isBreak = character === "\n" || (character === "\r" && text[at + 1] !== "\n");
    if (isBreak) line++;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') cell += text[++at];
      else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === delimiter) [cells, cell] = [[...cells, cell], ""];
    else if (isBreak) {
      endRecord();
      begun = line;
    } else if (character !== "\r") cell += character;
  }
  if (cell !== "" || cells.length > 0) endRecord();
  return records;
}

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
  if (row.text.length > TEXT_MAX) return `The prompt is longer than ${TEXT_MAX} characters.`;
  if (row.country_code && !/^[A-Z]{2}$/.test(row.country_code))
    return `"${row.country_code}" is no country code of two letters, like US.`;
  if (row.language_code && !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(row.language_code))
    return `"${row.language_code}" is no language code, like en or pt-BR.`;
  const long = row.names.find((name) => name.length > NAME_MAX);
  return long ? `"${long.slice(0, 20)}…" is longer than ${NAME_MAX} characters.` : null;
}
