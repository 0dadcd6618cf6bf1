import { type Command, Option } from "commander";
import { Failure } from "#core/failure.ts";
import type { AnyOperation } from "#core/operation.ts";
import type { RowStream } from "#core/rows.ts";
import { run } from "#core/run.ts";
import { exportAnswers } from "#domain/exports/export-answers.ts";
import { exportCitations } from "#domain/exports/export-citations.ts";
import { exportMentions } from "#domain/exports/export-mentions.ts";
import { exportSearchQueries } from "#domain/exports/export-search-queries.ts";
import { exportBrandReport } from "#domain/reports/export-brand-report.ts";
import { exportDomainReport } from "#domain/reports/export-domain-report.ts";
import { exportUrlReport } from "#domain/reports/export-url-report.ts";
import { type RowFormat, writeRows } from "#transports/shared/write-rows.ts";
import { addProjectExport } from "./backup.ts";
import { openProject, tell, withInstallation } from "./open-command.ts";
import { makeCounter } from "./progress.ts";
import { writeOut } from "./write-out.ts";

const LEARN = `
Rows go to standard output or to a file (--out), as CSV or JSON Lines, as they are read: a million take no more
memory than a hundred. A name that ends in .gz is compressed. Nothing is lost in JSON Lines; CSV is for spreadsheets:
lists are separated by |, and text that a spreadsheet would run as a formula begins with an apostrophe.

  $ npm run --silent export -- answers --date-from 2026-01-01 --format jsonl --out answers.jsonl.gz
  $ npm run --silent export -- mentions --brand-id brd_PqYbRw9s | head
  $ npm run --silent export -- report brands --date-from 2026-01-01 --date-to 2026-01-31 --dimensions model_id date
  $ npm run import -- answers answers.jsonl --project "Another one"     what answers leave as, an import takes

  $ npm run export -- project --out acme.jsonl.gz                       all of a project, as a backup

docs/export.md has every column.`;

const REPORT_HELP = `
--body takes what the report takes over REST and MCP, without limit and offset; the other options are put over it:
  --body '{"date_from":"2026-01-01","date_to":"2026-01-31","compare":"previous_period"}'
  --body '{"filters":[{"field":"model_id","operator":"in","values":["mdl_chatgpt"]}]}'`;

const ANSWER_EXPORTS = [
  ["answers", "answers whole, with sources and searches", exportAnswers],
  ["mentions", "a row for each tracked brand in each answer", exportMentions],
  ["citations", "a row for each page in each answer", exportCitations],
  ["search-queries", "a row for each search behind an answer", exportSearchQueries],
] as const;
const REPORTS = {
  brands: exportBrandReport,
  domains: exportDomainReport,
  urls: exportUrlReport,
} as const;

type Given = Record<string, unknown> & { project?: string; format: RowFormat; out?: string };

/** Adds `export answers|mentions|citations|search-queries|report|project`. */
export function addExportCommand(program: Command): void {
  const group = program
    .command("export")
    .description("write answers, what was found in them, reports, or a whole project to files")
    .addHelpText("after", LEARN);
  for (const [name, description, operation] of ANSWER_EXPORTS) {
    addWriting(group.command(name).description(description), "answers")
      .option("--prompt-id <id>", "answers to this prompt")
      .option("--brand-id <id>", "answers that mention this brand")
      .option("--model-id <id>", "answers of this model, such as mdl_chatgpt")
      .option("--topic-id <id>", "answers to prompts of this topic")
      .option("--tag-id <id>", "answers to prompts with this tag")
      .option("--country-code <code>", "answers to prompts asked in this country")
      .option("--status <status>", "answered, no_answer, refused or error")
      .option("--search <text>", "answers with this text in them or in their prompt")
      .option("--include-archived", "answers to archived prompts, too")
      .addOption(new Option("--sort <order>", "asc: oldest first").choices(["asc", "desc"]))
      .action((given: Given) => exportRows(operation, given));
  }
  addWriting(group.command("report").description("the rows of a report"), "the report")
    .argument("<report>", `${Object.keys(REPORTS).join(", ")}`)
    .option("--dimensions <names...>", "a row per model_id, prompt_id, topic_id, tag_id, date, ...")
    .option("--body <json>", "the whole query, as JSON")
    .addHelpText("after", REPORT_HELP)
    .action(exportReport);
  addProjectExport(group);
}

function addWriting(command: Command, what: string): Command {
  return command
    .option("--project <id or name>", "needed when there are several")
    .addOption(
      new Option("--format <format>", "how rows are written")
        .choices(["csv", "jsonl"])
        .default("csv"),
    )
    .option("--out <file>", "where to, standard output unless given")
    .option("--date-from <day>", `first day of ${what}, like 2026-01-31`)
    .option("--date-to <day>", "last day, included");
}

async function exportReport(name: string, { body, ...given }: Given): Promise<void> {
  const report = Object.hasOwn(REPORTS, name) ? REPORTS[name as keyof typeof REPORTS] : undefined;
  if (!report) {
    const known = Object.keys(REPORTS).join(", ");
    throw new Failure("VALIDATION_ERROR", `There is no report "${name}"; known are ${known}.`);
  }
  await exportRows(report, { ...readBody(body), ...given });
}

function readBody(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  try {
    return JSON.parse(String(body)) as Record<string, unknown>;
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", "--body: must be a JSON object.", { cause });
  }
}

async function exportRows(
  operation: AnyOperation,
  { project, format, out, ...given }: Given,
): Promise<void> {
  const input = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
  await withInstallation(async (opened) => {
    const context = await openProject(opened, project);
    const rows: RowStream = await run(operation, context, input);
    const counter = makeCounter();
    const lines = writeRows(rows, format, counter.update);
    await writeOut(lines, out).finally(() => counter.stop());
    if (out) tell(`${context.project_name}: ${counter.count()} rows in ${out}`);
  });
}
