import * as z from "zod";
import { withoutControls } from "#adapters/readable-line.ts";
import type { AccountContext, Log, ProjectContext, ProjectScope } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { explainInput } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { decodeId, encodeId } from "#core/id.ts";
import type { Plan } from "#core/plans.ts";
import { nameText } from "#domain/words/name-text.ts";
import { readConfig } from "../config.ts";
import { unlessStopped, untilSignal } from "../early-stop.ts";
import { type Installation, openInstallation } from "../installation.ts";

const ACCESS = new Set(["read", "write"] as const);

/** Warnings and errors as lines on standard error; a command's own output stays clean. */
export const commandLog: Log = {
  info() {},
  warn: (fields, message) => tell(`warning: ${message} ${formatFields(fields)}`),
  error: (fields, message) => tell(`error: ${message} ${formatFields(fields)}`),
};

function formatFields(fields: Record<string, unknown>): string {
  const { error, ...rest } = fields;
  const reason =
    error instanceof Error ? { error: error.message } : error === undefined ? {} : { error };
  return JSON.stringify({ ...rest, ...reason });
}

/** Of a command that changes nothing: neither does opening the installation. */
export const LOOKS = { looks: true };

/** What a command works with. */
export type Opened = Installation & { context: AccountContext };

/** Opens the installation of the environment, does `work` and closes it again, whatever happens, a signal included. */
export async function withInstallation(
  work: (opened: Opened) => Promise<void>,
  only = { looks: false },
): Promise<void> {
  await untilSignal(async (stopped) => {
    const config = readConfig();
    const installation = await openInstallation(config, commandLog, stopped, only).catch(
      (error: Error) => {
        // What is wrong with the environment is reported in a sentence.
        throw new Failure("UNAVAILABLE", error.message);
      },
    );
    try {
      const actor = { kind: "system", door: "command", access: ACCESS } as const;
      const context = { ...installation.base, actor };
      await unlessStopped(stopped, work({ ...installation, context }));
    } finally {
      await installation.close();
    }
  });
}

type Found = Omit<ProjectScope, "role"> & { name: string };

/** The context of one project, by id or name; without either, of the only one there is. */
export async function openProject(
  { context }: Pick<Opened, "context">,
  wanted: string | undefined,
): Promise<ProjectContext & { project_name: string }> {
  const rows = await listProjects(context.db);
  const fitting = wanted === undefined ? rows : rows.filter((row) => fits(row, wanted));
  const [found, another] = fitting;
  if (!found) {
    const problem = wanted === undefined ? "There is no project yet" : `No project is "${wanted}"`;
    throw new Failure("NOT_FOUND", `${problem}; there are: ${listed(rows)}`);
  }
  if (another) {
    const question = wanted === undefined ? "Which project?" : `Several projects are "${wanted}".`;
    throw new Failure("VALIDATION_ERROR", `${question} Say --project ID: ${listed(fitting)}`);
  }
  const { name, ...project } = found;
  return { ...context, project: { ...project, role: "owner" }, project_name: name };
}

async function listProjects(db: Database): Promise<Found[]> {
  return rowsOf<Found>(db)`
    select p.project_id, p.name, p.organisation_id, p.timezone, o.plan
    from projects p join organisations o using (organisation_id)
    order by p.project_id limit 10000`;
}

/** The projects of an id or name. */
export async function findProjects(db: Database, wanted: string): Promise<Found[]> {
  return (await listProjects(db)).filter((row) => fits(row, wanted));
}

function fits({ project_id, name }: Found, wanted: string): boolean {
  return decodeId("prj", wanted) === project_id || name.toLowerCase() === wanted.toLowerCase();
}

function listed(rows: readonly Found[]): string {
  const shown = rows.slice(0, 20).map((row) => `${encodeId("prj", row.project_id)} (${row.name})`);
  return shown.join(", ") || "none (npm run demo makes one)";
}

/** The number of the organisation of a public id, or of the first one; undefined when there is none. */
export async function findOrganisation(
  db: Database,
  id?: string,
): Promise<{ organisation_id: number; name: string; plan: Plan } | undefined> {
  let query = db.selectFrom("organisations").select(["organisation_id", "name", "plan"]);
  if (id !== undefined) query = query.where("organisation_id", "=", decodeId("org", id));
  return query.orderBy("organisation_id").limit(1).executeTakeFirst();
}

/** Prints one line on standard output. */
export function print(line = ""): void {
  process.stdout.write(`${withoutControls(line)}\n`);
}

/** Prints one line on standard error, for who watches. */
export function tell(line: string): void {
  process.stderr.write(`${withoutControls(line)}\n`);
}

/** Prints rows under headings, in columns as wide as they need. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of [headings, ...rows]) {
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  }
}

const Named = z.strictObject({ "--name": nameText(100) });

/** The name that an option gives, by the rules for all names. */
export function readName(name: string): string {
  const given = { "--name": name };
  const parsed = Named.safeParse(given);
  if (!parsed.success) throw explainInput(parsed.error, Named, given);
  return parsed.data["--name"];
}
