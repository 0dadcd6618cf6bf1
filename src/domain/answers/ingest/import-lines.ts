import { recordAudit } from "#core/audit.ts";
import type { ProjectContext } from "#core/context.ts";
import { explainInput } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { decodeModelId } from "#core/id.ts";
import { dayIn } from "#core/period.ts";
import { limitsOf } from "#core/plans.ts";
import { askForSuggestions } from "#domain/brands/request-detection.ts";
import { slugOf } from "#domain/models/model.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { readRetention } from "#domain/projects/retention.ts";
import { rebuildDirtyRollups } from "#domain/sums/dirty-days.ts";
import { type AskedSo, sumMany } from "../facts/fact-queries.ts";
import { AnswerLine, type AnswerLineInput, sourcesOf } from "./answer-line.ts";
import { type Line, readLines } from "./read-lines.ts";
import type { NewAnswer } from "./store-answers.ts";
import { type BatchesResult, storeBatches } from "./store-batches.ts";

const LINE_BYTES_MAX = 1_048_576;
const MANY = 1_000;
const BATCH_MAX = 250;
const BATCH_CHARACTERS_MAX = 4_000_000;
export const FAILED_SHOWN_MAX = 1_000;

export type ImportResult = BatchesResult & {
  failed: { line: number; code: string; message: string }[];
  failed_count: number;
};

type Defaults = {
  country_code: string;
  language_code: string;
  timezone: string;
  /** Answers of earlier days are not kept. */
  first_day: string | null;
};

/**
 * Imports answers from JSON Lines in batches of one transaction each; when it resolves, all of it is committed and
 * reports include it. `onProgress` hears of lines read so far.
 */
export async function importLines(
  context: ProjectContext,
  body: AsyncIterable<Uint8Array>,
  { dry_run, onProgress }: { dry_run: boolean; onProgress?: (lines: number) => void },
): Promise<ImportResult> {
  const { db, project } = context;
  const result: ImportResult = {
    ...{ imported: 0, unchanged: 0, failed: [], failed_count: 0 },
    ...{ prompts_made: 0, prompts_archived: 0 },
  };
  const defaults = await readDefaults(context);
  async function* readBatches() {
    let answers: NewAnswer[] = [];
    let characters = 0;
    for await (const line of readLines(body, LINE_BYTES_MAX)) {
      const answer = readLine(line, defaults, result);
      if (answer) {
        answers.push(answer);
        characters += answer.answer.length;
      }
      if (answers.length >= BATCH_MAX || characters >= BATCH_CHARACTERS_MAX) {
        yield answers;
        answers = [];
        characters = 0;
      }
      if (line.number % 100 === 0) onProgress?.(line.number);
    }
    if (answers.length > 0) yield answers;
  }
  try {
    await storeBatches(context, project, {
      batches: readBatches(),
      log: context.log,
      prompts_max: limitsOf(project.plan).prompts,
      dry_run,
      onFirst: (trx) =>
        recordAudit({ ...context, db: trx }, { operation: "import_chats", target: {} }),
      onStored: (stored) => Object.assign(result, stored),
    });
  } catch (error) {
    if (!dry_run) tellStored(error, result);
    throw error;
  } finally {
    const { imported } = result;
    if (!dry_run)
      await (imported < MANY ? rebuildDirtyRollups(db, project) : sumMany(db, project, imported));
  }
  if (result.imported > 0 && !dry_run) await askForSuggestions(context, project);
  return result;
}

/** Adds to why an import broke off how many answers it had stored; who is no longer let in is told nothing. */
function tellStored(error: unknown, { imported }: ImportResult): void {
  if (!(error instanceof Failure) || error.code === "UNAUTHORIZED" || imported === 0) return;
  const said = imported === 1 ? "1 answer before it is" : `${imported} answers before it are`;
  error.message += ` ${said} stored; sent again, they stay as they are.`;
}

async function readDefaults(context: ProjectContext): Promise<Defaults> {
  const { db, project } = context;
  const found = await findProject(db, project);
  const { answers_from } = await readRetention(context);
  return {
    first_day: answers_from,
    country_code: found?.country_code ?? "US",
    language_code: found?.language_code ?? "en",
    timezone: project.timezone,
  };
}

/** The answer in a line, or null with the reason added to `result`. */
function readLine(line: Line, defaults: Defaults, result: ImportResult): NewAnswer | null {
  const refuse = (code: string, message: string) => {
    result.failed_count += 1;
    if (result.failed.length < FAILED_SHOWN_MAX) {
      result.failed.push({ line: line.number, code, message });
    }
    return null;
  };
  if (line.refusal === "long") return refuse("PAYLOAD_TOO_LARGE", "The line is longer than 1 MB.");
  if (line.text === null) return refuse("VALIDATION_ERROR", "The line is not UTF-8.");
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return refuse("VALIDATION_ERROR", "The line is not JSON.");
  }
  const parsed = AnswerLine.safeParse(value);
  if (parsed.success) {
    const answer = toNewAnswer(parsed.data, defaults);
    const { first_day } = defaults;
    if (first_day === null || answer.day >= first_day) return answer;
    const field = parsed.data.date === undefined ? "captured_at" : "date";
    const message = `${field}: of ${answer.day}, and answers are kept from ${first_day} on`;
    return refuse("VALIDATION_ERROR", message);
  }
  const { message } = explainInput(parsed.error, AnswerLine, value);
  return refuse("VALIDATION_ERROR", message);
}

function toNewAnswer(line: AnswerLineInput, defaults: Defaults): NewAnswer {
  const captured_at = new Date(line.captured_at);
  return {
    external_id: line.external_id ?? null,
    captured_at,
    day: line.date ?? dayIn(defaults.timezone, captured_at),
    prompt: line.prompt,
    country_code: line.country_code ?? defaults.country_code,
    language_code: line.language_code ?? defaults.language_code,
    slug: slugOf(line.model),
    model_name: decodeModelId(line.model),
    surface: line.surface,
    status: line.status ?? (line.answer.trim() === "" ? "no_answer" : "answered"),
    answer: line.answer,
    served_model: line.served_model ?? null,
    search_ran: line.search_ran ?? null,
    sources: sourcesOf(line),
    search_queries: line.search_queries ?? [],
    is_cut: line.is_cut ?? false,
    extras: (line.extras ?? []).map(({ url = null, price = null, ...one }) => ({
      ...one,
      url,
      price,
    })),
    ...askedSo(line),
    origin: "import",
  };
}

/** How it was asked, as far as the line tells. */
function askedSo(line: AnswerLineInput): Partial<AskedSo> {
  const { search_asked, search_tool, effort, country_asked, asked_without } = line;
  return {
    ...(search_asked && { search_asked }),
    ...(search_tool && { search_tool }),
    ...(effort && { effort }),
    ...(country_asked && { country_asked }),
    ...(asked_without && { asked_without }),
  };
}
