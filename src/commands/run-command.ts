import { Command } from "commander";
import { sayReadOnly } from "#adapters/database/read-only.ts";
import { Failure } from "#core/failure.ts";
import { addApplyCommand } from "./apply.ts";
import { addBackupCommand } from "./backup.ts";
import { addBuildCommand } from "./build.ts";
import { addDemoCommand } from "./demo.ts";
import { addDistributeCommand } from "./distribute.ts";
import { addDoctorCommand } from "./doctor.ts";
import { addExportCommand } from "./export.ts";
import { addImportCommand } from "./import.ts";
import { addKeyCommand } from "./key.ts";
import { addMigrateCommand } from "./migrate.ts";
import { tell } from "./open-command.ts";
import { addPlanCommand } from "./plan.ts";
import { addReparseCommand } from "./reparse.ts";
import { addServeCommands } from "./serve.ts";
import { addSizeCommand } from "./size.ts";
import { addUserCommand } from "./user.ts";
import { addViewsCommand } from "./views.ts";

const LEARN = `
Commands work on the installation that the environment names (DATA_DIR or DATABASE_URL, as for npm start),
with no server running or next to a running one. The common ones have a script of their own, as npm run key -- list;
all of them go as npm run earshot -- size.

First steps:
  $ npm run demo                                   a simulated project to look around in
  $ npm start                                      then open http://localhost:8787
  $ npm run user -- create --email you@example.com --role owner
  $ npm run key -- create --name scripts --access write
  $ npm run import -- answers answers.jsonl --dry-run
  $ npm run export -- report brands --date-from 2026-01-01 --date-to 2026-01-31
  $ npm run backup -- --out project.jsonl.gz       all of a project; npm run import -- project restores it
  $ npm run earshot -- describe > project.yaml     a project as a file, which apply makes true
  $ npm run earshot -- apply project.yaml          what it would change; --yes does it
  $ npm run doctor                                 when something is wrong
  $ npm run doctor -- --live                       which assistants answer, and what they take

"help COMMAND" says more, such as: npm run earshot -- help import answers`;

/** Runs a command of ours, as `key list`; a refusal is a sentence on standard error and sets the exit code to 1. */
export async function runCommand(words: readonly string[]): Promise<void> {
  try {
    await makeProgram().parseAsync(words, { from: "user" });
  } catch (thrown) {
    const error = sayReadOnly(thrown);
    // An expected refusal is reported in a sentence; anything else with where it happened.
    const { message, stack } = error as Error;
    tell(error instanceof Failure ? message : (stack ?? message));
    process.exitCode = 1;
  }
}

/** Every command of ours, to be parsed or looked at. */
export function makeProgram(): Command {
  const program = new Command("earshot")
    .description("What AI assistants say about your brand: commands of a self-hosted Earshot.")
    .addHelpText("after", LEARN)
    .showHelpAfterError("(add --help to see what there is)");
  const add = [
    addServeCommands,
    addDemoCommand,
    addImportCommand,
    addExportCommand,
    addBackupCommand,
    addApplyCommand,
    addKeyCommand,
    addUserCommand,
    addPlanCommand,
    addMigrateCommand,
    addDoctorCommand,
    addReparseCommand,
    addSizeCommand,
    addViewsCommand,
    addDistributeCommand,
    addBuildCommand,
  ];
  for (const addCommand of add) addCommand(program);
  return program;
}
