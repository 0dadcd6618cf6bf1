import type { Command } from "commander";
import { recordAudit } from "#core/audit.ts";
import { Failure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import { sumMany } from "#domain/answers/facts/fact-queries.ts";
import { sayOld } from "#domain/backups/age-limits.ts";
import { restoreBackup } from "#domain/backups/restore-backup.ts";
import { writeBackup } from "#domain/backups/write-backup.ts";
import {
  commandLog,
  findOrganisation,
  openProject,
  print,
  readName,
  tell,
  withInstallation,
} from "./open-command.ts";
import { openFile } from "./open-file.ts";
import { makeCounter } from "./progress.ts";
import { writeOut } from "./write-out.ts";

const EXPORT_HELP = `
A backup holds the project's settings, brands, topics, tags, prompts, models and how they are asked, answers with what
was found in them and what providers sent, suggestions with decisions, runs, budget and webhooks, as of one moment. It
holds no API keys, no keys of providers, no secrets of webhooks, no share links, no users.

  $ npm run backup -- --project Acme --out acme.jsonl.gz
  $ npm run import -- project acme.jsonl.gz            here or elsewhere: a new project with the same reports`;

const IMPORT_HELP = `
Makes a new project of a backup; nothing that is there changes. All of it is restored or, when the file is cut short or
damaged, nothing. The project is paused and its webhooks are switched off, with new secrets that are printed this once:
enter the providers' keys under Assistants, then resume it. Its own limits of age are lifted and printed: they would
delete at the next full hour what the backup was kept for.`;

/** Adds `backup`, which is `export project` by a shorter name. */
export function addBackupCommand(program: Command): void {
  addProjectExport(program, "backup");
}

/** Adds `export project`, or the same by another name. */
export function addProjectExport(group: Command, name = "project"): void {
  group
    .command(name)
    .description("a whole project as a backup, to be restored here or elsewhere")
    .option("--project <id or name>", "needed when there are several")
    .option("--out <file>", "where to; .gz is compressed; standard output unless given")
    .addHelpText("after", EXPORT_HELP)
    .action(exportProject);
}

/** Adds `import project`. */
export function addProjectImport(group: Command): void {
  group
    .command("project")
    .description("restore a backup as a new project")
    .argument("<file>", "what `export project` wrote")
    .option("--name <name>", "another name for it")
    .option("--organisation <id>", "where to; the first one unless given")
    .option("--old-may-go", "also what is older than KEEP_*_DAYS, which is then deleted")
    .addHelpText("after", IMPORT_HELP)
    .action(importProject);
}

type ExportChoice = { project?: string; out?: string };

async function exportProject({ project, out }: ExportChoice): Promise<void> {
  await withInstallation(async (opened) => {
    const context = await openProject(opened, project);
    await recordAudit(context, { operation: "export_project", target: {} });
    const counter = makeCounter();
    const lines = writeBackup(context, counter.update);
    await writeOut(lines, out).finally(() => counter.stop());
    if (out) tell(`${context.project_name}: ${counter.count()} rows in ${out}`);
  });
}

type ImportChoice = { name?: string; organisation?: string; oldMayGo?: boolean };

async function importProject(
  file: string,
  { name, organisation, oldMayGo }: ImportChoice,
): Promise<void> {
  const wanted = name === undefined ? undefined : readName(name);
  await withInstallation(async ({ context }) => {
    const found = await findOrganisation(context.db, organisation);
    if (!found) {
      const missing = organisation ? `no organisation ${organisation}` : "no organisation yet";
      throw new Failure(
        "NOT_FOUND",
        `There is ${missing}; npm start makes the first with an account.`,
      );
    }
    const { stream, progress } = await openFile(file);
    const target = { ...found, name: wanted, old_may_go: oldMayGo };
    const made = await restoreBackup(context, stream, target).finally(() => progress.stop());
    const { answers = 0, prompts = 0, brands = 0 } = made.rows;
    const id = encodeId("prj", made.project_id);
    print(
      `${made.name} (${id}) is restored in ${found.name}: ${answers} answers, ${prompts} prompts, ${brands} brands.`,
    );
    print("It is paused: enter the providers' keys under Assistants, then resume it.");
    for (const one of made.limits.going) {
      print(`${sayOld(one)} than this installation keeps are deleted at the next full hour.`);
    }
    for (const one of made.limits.lifted) {
      const kind = one.kind.replace("_", " ");
      print(
        `Its limit of ${one.days} days for ${kind} is lifted: it would delete ${one.count.toLocaleString("en")} of them at the next full hour.`,
      );
    }
    for (const { url, secret } of made.webhooks) {
      print(`Webhook ${url} is switched off; its new secret, shown this once: ${secret}`);
    }
    tell("Its reports are being summed.");
    await sumMany(context.db, made).catch((error: unknown) =>
      commandLog.warn({ error }, "Its reports are not ready; the server sums what is missing."),
    );
  });
}
