import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import { type Command, Option } from "commander";
import { sql } from "kysely";
import { recordAudit } from "#core/audit.ts";
import type { BaseContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, encodeId } from "#core/id.ts";
import { readVariable } from "../config.ts";
import { findProjects, openProject, print, withInstallation } from "./open-command.ts";
import { callHere, callRemote, divideSteps, refuseKey } from "./project-file/callers.ts";
import { describeProject } from "./project-file/describe-project.ts";
import { findManager } from "./project-file/find-manager.ts";
import type { Plan, Step } from "./project-file/plan.ts";
import { planChanges } from "./project-file/plan-changes.ts";
import { sayDay } from "./project-file/plan-day.ts";
import type { ProjectFile } from "./project-file/project-file.ts";
import { type Call, readPeople, readProviders, readState } from "./project-file/project-state.ts";
import { type ReadFile, readProjectFile } from "./project-file/read-file.ts";
import { takeSteps } from "./project-file/take-steps.ts";

/** Advisory lock of who makes projects what their files say. */
const LOCK = 4_211_860_539;

type Where = {
  project?: string;
  organisation?: string;
  as?: string;
  server?: string;
  key?: string;
};
type How = Where & { yes?: boolean; prune?: boolean };

/** Adds `apply` and `describe`. */
export function addApplyCommand(program: Command): void {
  const remote = (command: Command) =>
    command
      .addOption(
        new Option(
          "--server <url>",
          "another installation, over REST: the project of the key",
        ).conflicts(["project", "organisation", "as"]),
      )
      .option("--key <key>", "a key of it; better in the variable EARSHOT_KEY");
  const apply = program
    .command("apply")
    .description(
      "make a project what a YAML file says; without --yes it only tells what it would do",
    )
    .argument("<file>", "like project.yaml; - reads standard input")
    .option("--yes", "do it")
    .option("--prune", "delete what the file's sections do not name")
    .option("--project <id or name>", "which one; else the one of the file's name, or a new one")
    .option("--organisation <id>", "of the project; the first one for a new one unless given")
    .option("--as <email>", "the owner or admin who does it; the first owner unless given");
  remote(apply).action(applyFile);
  const describe = program
    .command("describe")
    .description("print a project as the YAML file that apply takes")
    .option("--project <id or name>", "needed when there are several");
  remote(describe).action(describeOne);
}

async function applyFile(name: string, how: How): Promise<void> {
  const bytes = name === "-" ? await buffer(process.stdin) : await readNamed(name);
  const called = name === "-" ? "standard input" : name;
  const read = readProjectFile(decode(bytes, called), called);
  if (how.server !== undefined) return applyRemote(read, { ...how, server: how.server });
  refuseKeyHere(how);
  await withInstallation(
    async ({ base }) => {
      const done = await base.db.transaction().execute(async (db) => {
        // Two that saw the same state would both add what it lacks.
        if (how.yes) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
        const place = await findPlace({ ...base, db }, read.file, how);
        const state = place.project_id === null ? null : await readState(place.call);
        const people = await readPeople(place.call, place.organisation_id);
        const { organisation_id } = place;
        return proceed(place.call, read, { how, state, people, organisation_id });
      });
      for (const line of done) print(line);
    },
    { looks: !how.yes },
  );
}

async function readNamed(name: string): Promise<Uint8Array> {
  return readFile(name).catch((cause: Error) => {
    throw new Failure("NOT_FOUND", `${name} cannot be read: ${cause.message}`, { cause });
  });
}

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure("VALIDATION_ERROR", `${name} is not UTF-8; save it as UTF-8.`, { cause });
  }
}

/** The project that a file means, and who changes it; without a number it is to be made. */
async function findPlace(base: BaseContext, { project }: ProjectFile, how: How) {
  const wanted = how.project ?? project.name;
  const found = (await findProjects(base.db, wanted)).filter(
    ({ organisation_id }) =>
      how.organisation === undefined || organisation_id === decodeId("org", how.organisation),
  );
  const [one, another] = found;
  if (another)
    throw new Failure("VALIDATION_ERROR", `Several projects are "${wanted}": say --project ID.`);
  if (!one && how.project !== undefined) {
    throw new Failure(
      "NOT_FOUND",
      `No project is "${wanted}"; without --project a new one is made.`,
    );
  }
  const { organisation_id, user } = await findManager(base.db, {
    organisation_id: one?.organisation_id,
    ...how,
  });
  const project_id = one?.project_id ?? null;
  const call = callHere(base, user, project_id);
  return { project_id, call, organisation_id: encodeId("org", organisation_id) };
}

async function applyRemote(read: ReadFile, how: How & { server: string }): Promise<void> {
  const call = await openRemote(how);
  const state = await readState(call);
  const done = await proceed(call, read, { how, state, people: null, organisation_id: "" });
  for (const line of done) print(line);
}

function openRemote({ server = "", key }: Where): Promise<Call> {
  const secret = key ?? readVariable("EARSHOT_KEY");
  if (!secret) throw new Failure("VALIDATION_ERROR", "--server needs a key: set EARSHOT_KEY.");
  return callRemote(server.replace(/\/+$/, ""), secret);
}

function refuseKeyHere({ key }: Where): void {
  if (key === undefined) return;
  throw new Failure("VALIDATION_ERROR", "--key is one of another installation: say --server, too.");
}

type Known = Pick<Parameters<typeof planChanges>[0], "state" | "people" | "organisation_id"> & {
  how: How;
};

/** Tells the plan and, with --yes, follows it; returns what is to be printed once that is kept. */
async function proceed(call: Call, read: ReadFile, { how, ...known }: Known): Promise<string[]> {
  const providers = await readProviders(call);
  const plan = planChanges({
    ...{ ...known, file: read.file, providers, prune: how.prune === true },
    secrets: readSecrets(read.file),
  });
  if (plan.problems.length > 0) throw read.refuse(plan.problems);
  const isRemote = how.server !== undefined;
  const { taken: steps, refused } = isRemote
    ? divideSteps(plan.steps)
    : { taken: plan.steps, refused: [] };
  printPlan(plan, refused);
  if (steps.length === 0) return [];
  const day = await sayDay(call, known.state, steps);
  if (day) print(day);
  if (!how.yes) return ["Nothing is changed yet: add --yes to do it."];
  return ["Done.", ...(await follow(call, steps, isRemote))];
}

async function follow(call: Call, steps: readonly Step[], isRemote: boolean): Promise<string[]> {
  let count = 0;
  try {
    return await takeSteps(call, steps, (done) => {
      count = done;
    });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const [first, ...more] = steps[count]?.lines.map((line) => line.what) ?? [];
    const what = first
      ? first + (more.length > 0 ? ` and ${more.length} more` : "")
      : "the last of these";
    const rest = isRemote
      ? `${count} of ${steps.length} steps are done: apply again to go on from there.`
      : "Nothing was changed.";
    throw new Failure(error.code, `${what}: ${error.message}\n${rest}`, { cause: error });
  }
}

/** The values of the variables that a file names. */
function readSecrets({ assistants = [] }: ProjectFile): Map<string, string> {
  return new Map(
    assistants.flatMap(({ api_key_env }): [string, string][] => {
      const value = api_key_env && readVariable(api_key_env);
      return api_key_env && value ? [[api_key_env, value]] : [];
    }),
  );
}

function printPlan({ steps, left, notes }: Plan, refused: readonly Step[]): void {
  const lines = steps.filter((step) => !refused.includes(step)).flatMap((step) => step.lines);
  for (const { sign, what, details } of lines) {
    print(`${sign} ${what}`);
    for (const detail of details) print(`    ${detail}`);
  }
  for (const step of refused) {
    for (const { what } of step.lines) print(`! ${what} takes a person: ${refuseKey(step)}`);
  }
  for (const note of notes) print(`! ${note}`);
  if (left.length > 0) {
    print(`Not in the file, and left alone (--prune deletes): ${left.length}`);
    for (const what of left) print(`    ${what}`);
  }
  const count = (sign: string) => lines.filter((line) => line.sign === sign).length;
  print(
    lines.length === 0
      ? "Nothing to change."
      : `${count("+")} to add, ${count("~")} to change, ${count("-")} to delete.`,
  );
}

async function describeOne({ project, ...where }: Where): Promise<void> {
  if (where.server !== undefined) {
    const state = await readState(await openRemote(where));
    process.stdout.write(describeProject(state, null, where.server));
    return;
  }
  refuseKeyHere(where);
  await withInstallation(async (opened) => {
    const { project: found } = await openProject(opened, project);
    const { user } = await findManager(opened.base.db, { organisation_id: found.organisation_id });
    const call = callHere(opened.base, user, found.project_id);
    const people = await readPeople(call, encodeId("org", found.organisation_id));
    const text = describeProject(await readState(call), people, opened.config.BASE_URL);
    const target = { project_id: encodeId("prj", found.project_id) };
    await recordAudit(
      { ...opened.context, project: found },
      { operation: "describe_project", target },
    );
    process.stdout.write(text);
  });
}
