import type { Command } from "commander";
import { recordAudit } from "#core/audit.ts";
import { reparseAnswers } from "#domain/capture/asking/reparse-answers.ts";
import { judgeAgain } from "#domain/judging/judge-queries.ts";
import { openProject, print, withInstallation } from "./open-command.ts";

/** Adds `reparse`. */
export function addReparseCommand(program: Command): void {
  program
    .command("reparse")
    .description(
      "read the stored bodies of captured answers again, with the adapters as they are now",
    )
    .option("--project <id>", "its id or name; needed when there are several")
    .option("--dry-run", "only count what would change")
    .action(reparse);
}

async function reparse(options: { project?: string; dryRun?: boolean }): Promise<void> {
  const dry_run = options.dryRun ?? false;
  await withInstallation(async (opened) => {
    const context = await openProject(opened, options.project);
    // It commits in steps: noted as it begins, so that one that is killed is noted too.
    if (!dry_run) await recordAudit(context, { operation: "reparse_answers", target: {} });
    const { read, changed, unreadable } = await reparseAnswers(context, context.project, {
      dry_run,
      // Other words and brands wait for the judge.
      onChanged: (db) => judgeAgain(db, context.project),
    });
    print(
      `${read} bodies of ${context.project_name} read; ${changed} answers ${dry_run ? "would change" : "changed"}, ${unreadable} bodies cannot be read.`,
    );
  });
}
