import { buffer } from "node:stream/consumers";
import type { Command } from "commander";
import { recordAudit } from "#core/audit.ts";
import type { ProjectContext } from "#core/context.ts";
import { run } from "#core/run.ts";
import { importChats } from "#domain/answers/ingest/import-chats.ts";
import { lockProject } from "#domain/projects/project-queries.ts";
import { addPrompts } from "#domain/prompts/imports/add-prompts.ts";
import { readUsable } from "#domain/prompts/imports/import-prompts.ts";
import type { PromptFile } from "#domain/prompts/imports/read-prompt-file.ts";
import { addProjectImport } from "./backup.ts";
import { type Columns, readCsv } from "./csv-lines.ts";
import { openProject, print, tell, withInstallation } from "./open-command.ts";
import { openFile, unpacked } from "./open-file.ts";

const ANSWERS_HELP = `
Each line of a .jsonl file is one answer:
  {"external_id":"a1","captured_at":"2026-01-31T06:00:00Z","prompt":"Which kettle is best?",
   "model":"ChatGPT","surface":"ui","answer":"The ...","sources":[{"url":"https://..."}],"search_queries":["..."]}
A .csv file has a heading line with any of these columns (lists are separated by |):
  external_id,captured_at,prompt,country_code,model,surface,answer,sources,search_queries
Prompts and models that are new are made. New prompts are asked from the next run of the schedule on; those that
the plan has no room for are archived. The same answer twice is stored once.`;

const PROMPTS_HELP = `
A table of up to 10,000 prompts has a heading line with prompt and any of country_code, language_code, topic, tags
(separated by ; or |), with a comma, semicolon or tab between cells:
  prompt,country_code,language_code,topic,tags
  Which kettle is best?,US,en,Kettles,kitchen;gift
Each line of a .jsonl file holds the same fields, tags as a list. Topics and tags that are new are made.`;

const COLUMNS: Columns = {
  texts: ["external_id", "captured_at", "prompt", "country_code", "model", "surface", "answer"],
  lists: {
    sources: (urls) => ["sources", urls.map((url) => ({ url }))],
    search_queries: (queries) => ["search_queries", queries],
  },
};
type Chosen = { project?: string; dryRun?: boolean };
type Failed = { line: number; message: string };

/** Adds `import answers|prompts|project`. */
export function addImportCommand(program: Command): void {
  const group = program
    .command("import")
    .description("bring in answers, prompts or a whole project from a file");
  const add = (name: string, description: string, help: string) =>
    group
      .command(name)
      .description(description)
      .argument("<file>", "a .jsonl or .csv file, also .gz")
      .option("--project <id or name>", "needed when there are several")
      .option("--dry-run", "check all of it and keep nothing")
      .addHelpText("after", help);
  add("answers", "import captured answers", ANSWERS_HELP).action(importAnswerFile);
  add("prompts", "import prompts to track", PROMPTS_HELP).action(importPromptFile);
  addProjectImport(group);
}

async function importAnswerFile(file: string, { project, dryRun }: Chosen): Promise<void> {
  const { body, progress } = await openLines(file);
  await withInstallation(async (opened) => {
    const context = await openProject(opened, project);
    const options = { dry_run: dryRun === true };
    const result = await run(importChats, context, options, body).finally(() => progress.stop());
    printFailed(result.failed);
    const hidden = result.failed_count - result.failed.length;
    if (hidden > 0) tell(`and ${hidden} lines more`);
    const { imported, unchanged, failed_count } = result;
    print(
      `${context.project_name}: ${imported} answers ${dryRun ? "would be " : ""}imported, ` +
        `${unchanged} there already, ${failed_count} failed.${tellPrompts(result, options)}`,
    );
    if (failed_count > 0) process.exitCode = 1;
  });
}

/** What became of prompts that were new. */
function tellPrompts(
  { prompts_made, prompts_archived }: { prompts_made: number; prompts_archived: number },
  { dry_run }: { dry_run: boolean },
): string {
  if (prompts_made === 0) return "";
  const asked = prompts_made - prompts_archived;
  const [made, are] = dry_run ? ["would be new", "would be"] : ["are new", "are"];
  const rest =
    prompts_archived === 0
      ? ""
      : `; ${prompts_archived} ${are} archived: the plan has no room for more`;
  return ` ${prompts_made} prompts ${made}: ${asked} ${are} asked from now on${rest}.`;
}

async function importPromptFile(path: string, { project, dryRun }: Chosen): Promise<void> {
  const { stream, progress } = await openFile(path);
  await withInstallation(async (opened) => {
    const context = await openProject(opened, project);
    const bytes = await buffer(unpacked(stream)).finally(() => progress.stop());
    const { rows, errors, ignored, imported } = await importPrompts(context, bytes, {
      dry_run: dryRun === true,
    });
    if (ignored.length > 0) tell(`not read: the columns ${ignored.join(", ")}`);
    printFailed(errors);
    print(
      `${context.project_name}: ${imported} prompts ${dryRun ? "would be " : ""}imported, ` +
        `${rows.length - imported} there already, ${errors.length} failed.`,
    );
    if (errors.length > 0) process.exitCode = 1;
  });
}

/** Makes the prompts of a file in one transaction and counts those that are new; a dry run ends it before it is kept. */
async function importPrompts(
  context: ProjectContext,
  bytes: Uint8Array,
  { dry_run }: { dry_run: boolean },
): Promise<PromptFile & { imported: number }> {
  let done: PromptFile & { imported: number } = { rows: [], errors: [], ignored: [], imported: 0 };
  const kept = context.db.transaction().execute(async (db) => {
    // No assistant is added meanwhile that does not take them.
    await lockProject(db, context.project);
    const file = await readUsable({ ...context, db }, bytes);
    done = { ...file, imported: await addPrompts({ ...context, db }, file.rows) };
    await recordAudit({ ...context, db }, { operation: "import_prompts", target: {} });
    if (dry_run) throw NOT_KEPT;
  });
  await kept.catch((error: unknown) => {
    if (error !== NOT_KEPT) throw error;
  });
  return done;
}
/** Ends the transaction of a dry run. */
const NOT_KEPT = new Error("This was a dry run.");

function printFailed(failed: readonly Failed[]): void {
  for (const { line, message } of failed) tell(`line ${line}: ${message}`);
}

/** A file as JSON Lines, with its progress. */
async function openLines(file: string) {
  const { stream: packed, progress } = await openFile(file);
  const stream = unpacked(packed);
  const isCsv = /\.csv(\.gz)?$/i.test(file);
  return { body: isCsv ? toLines(readCsv(stream, COLUMNS)) : stream, progress };
}

/** Records on the lines of their file: the lines between, of headings and within cells, are empty, and so passed over. */
async function* toLines(records: ReturnType<typeof readCsv>) {
  let written = 0;
  for await (const { line, value } of records) {
    yield Buffer.from(`${"\n".repeat(line - written - 1)}${JSON.stringify(value)}\n`);
    written = line;
  }
}
