import { buffer } from "node:stream/consumers";
import * as z from "zod";
import { recordAudit } from "#core/audit.ts";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { encodeId, idOutput } from "#core/id.ts";
import { operation } from "#core/operation.ts";
import { requireRoom } from "#core/plans.ts";
import { nameKey } from "#domain/brands/brand.ts";
import { loadLengthCheck } from "#domain/capture/targets/prompt-length.ts";
import { findLabelNumbers } from "#domain/labels/label-queries.ts";
import { lockProject, requireProject } from "#domain/projects/project-queries.ts";
import { countActivePrompts, findPromptNumbers, promptKey } from "../prompt-queries.ts";
import { PromptLine } from "./add-prompts.ts";
import { ADD_PROMPTS } from "./prompt-import.ts";
import { type ImportLine, insertImport, refuseSecondImport } from "./prompt-import-queries.ts";
import { type FileRow, type PromptFile, readPromptFile } from "./read-prompt-file.ts";

const FILE_BYTES_MAX = 10 * 1_048_576;
const FAILED_SHOWN_MAX = 1_000;
const ROWS_AT_ONCE = 1_000;

export const importPrompts = operation({
  name: "import_prompts",
  scope: "project",
  effect: "adds",
  is_repeatable: true,
  // It notes its row in the transaction that takes the file.
  audit: () => null,
  transaction: "own",
  group: "Prompts",
  summary: "Import prompts from a file",
  description:
    "Takes a file of up to 10,000 prompts and 10 MB, as JSON Lines or as CSV whose first line names its columns (prompt, country_code, language_code, topic, tags; a comma, semicolon or tab between cells, semicolons between tags). When it answers, the file is kept, and its prompts are made in the background within seconds: list_prompt_imports says how far that is. A prompt that is there in its country stays as it is, so the same file twice makes nothing twice. One import runs in a project at a time.",
  returns: "What the file holds",
  status: 201,
  route: "POST /prompts/import",
  failures: ["CONFLICT", "PLAN_LIMIT_REACHED"],
  stream: {
    media_type: "application/x-ndjson",
    also: "text/csv",
    limit_bytes: FILE_BYTES_MAX,
    line: PromptLine,
  },
  input: z.strictObject({
    dry_run: z.boolean().default(false).describe("True: check every line, make nothing."),
  }),
  output: z
    .object({
      id: idOutput("imp").nullable().describe("The import that was begun; null in a dry run."),
      prompts: z.int().describe("Prompts that can be used."),
      unchanged: z.int().describe("Of these, how many are there already, or twice in the file."),
      first: z.string().nullable().describe("The first of them, to see that it was read well."),
      ignored_columns: z
        .array(z.string())
        .describe("Columns of a table that say nothing of a prompt, and are not read."),
      new_topics: z.array(z.string()).describe("Topics that it makes."),
      new_tags: z.array(z.string()).describe("Tags that it makes."),
      failed: z
        .array(
          z.object({
            line: z.int().describe("Number of the line that it begins on, from 1."),
            message: z.string(),
          }),
        )
        .describe(`Lines that cannot be used, the first ${FAILED_SHOWN_MAX}.`),
      failed_count: z.int().describe("Lines that cannot be used, all of them."),
    })
    .meta({ id: "PromptFile" }),
  async handler(context, { dry_run }, body) {
    const { db, project, inTurn } = context;
    if (!dry_run) await refuseSecondImport(db, project);
    const bytes = await buffer(body);
    return inTurn("writes", project, async () => {
      const file = await readUsable(context, bytes);
      const { rows, errors, ignored } = file;
      if (rows.length === 0 && !dry_run) {
        throw new Failure("VALIDATION_ERROR", "There is no prompt in the file that can be used.");
      }
      const fresh = await countNew(context, rows);
      if (fresh > 0) {
        requireRoom(project.plan, "prompts", (await countActivePrompts(db, project)) + fresh);
      }
      const held = {
        prompts: rows.length,
        unchanged: rows.length - fresh,
        first: rows[0]?.prompt ?? null,
        ignored_columns: ignored,
        new_topics: await missing(
          context,
          "topic",
          rows.flatMap(({ topic }) => topic ?? []),
        ),
        new_tags: await missing(
          context,
          "tag",
          rows.flatMap(({ tags = [] }) => tags),
        ),
        failed: errors.slice(0, FAILED_SHOWN_MAX),
        failed_count: errors.length,
      };
      return { ...held, id: dry_run ? null : await begin(context, file) };
    });
  },
});

/** Keeps the file's lines and has them imported, all in one transaction; returns the import's number. */
async function begin(context: ProjectContext, { rows, errors }: PromptFile): Promise<number> {
  const { db, project, now } = context;
  const lines: ImportLine[] = [
    ...rows.map(({ line, ...prompt }) => ({ line, prompt, problem: null })),
    ...errors.map(({ line, message, prompt }) => ({
      line,
      problem: message,
      prompt: prompt ?? null,
    })),
  ].sort((one, other) => one.line - other.line);
  return db.transaction().execute(async (trx) => {
    await lockProject(trx, project);
    await refuseSecondImport(trx, project);
    const import_id = await insertImport(trx, project, { lines, now: now() });
    const target = { import_id: encodeId("imp", import_id) };
    await recordAudit({ ...context, db: trx }, { operation: "import_prompts", target });
    const { project_id } = project;
    const { name: line } = ADD_PROMPTS;
    await context.queueOn(trx).add(ADD_PROMPTS, { project_id, import_id }, { line });
    return import_id;
  });
}

/** Reads a file; prompts that an assistant of the project does not take are among its errors. */
export async function readUsable(context: ProjectContext, bytes: Uint8Array): Promise<PromptFile> {
  const file = await readPromptFile(bytes);
  const tooLong = await loadLengthCheck(context);
  file.rows = file.rows.filter(({ line, ...prompt }) => {
    const message = tooLong(prompt.prompt)?.replace(/^text: /, "");
    if (message) file.errors.push({ line, message, prompt });
    return !message;
  });
  file.errors.sort((one, other) => one.line - other.line);
  return file;
}

/** How many prompts of a file would be made. */
async function countNew(
  { db, project }: ProjectContext,
  rows: readonly FileRow[],
): Promise<number> {
  const { country_code: usual } = await requireProject(db, project);
  const wanted = rows.map(({ prompt: text, country_code = usual }) => ({ text, country_code }));
  const fresh = new Set(wanted.map(promptKey));
  for (let from = 0; from < wanted.length; from += ROWS_AT_ONCE) {
    const some = wanted.slice(from, from + ROWS_AT_ONCE);
    for (const key of (await findPromptNumbers(db, project, some)).keys()) fresh.delete(key);
  }
  return fresh.size;
}

/** The names that the project has no topic or tag of. */
async function missing(
  { db, project }: ProjectContext,
  kind: "topic" | "tag",
  names: readonly string[],
): Promise<string[]> {
  const known = await findLabelNumbers(db, project, kind);
  const wanted = new Map(names.map((name) => [nameKey(name), name]));
  return [...wanted].filter(([key]) => !known.has(key)).map(([, name]) => name);
}
