import { Failure } from "#core/failure.ts";
import { decodeId, idPattern } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { nameKey } from "#domain/brands/brand.ts";
import type { McpContext, Prompt } from "./dispatch.ts";
import { fitRows, PAGE_BYTES, type Table } from "./fit-page.ts";
import { type Params, RpcError } from "./json-rpc.ts";
import { nameThings } from "./name-things.ts";
import { findNearest } from "./nearest.ts";
import { explain, saySimulated, withFewBrands } from "./show-answer.ts";
import { type CallTool, type EnterProject, makeCall } from "./tools.ts";

/** The project a recipe is written for, and the way to its numbers. */
export type Subject = {
  project: { id: string; name: string; domain: string };
  /** The project's day now, YYYY-MM-DD. */
  today: string;
  /** The other arguments of the prompt, as checked. */
  args: Readonly<Record<string, string | undefined>>;
  /** What a list or report tool answers for this project as CSV, at most 25 rows and what fits a page; how to ask, when it is not there. */
  show(tool: string, args: Params): Promise<string>;
  /** The ids that a list or report tool answers for this project; `column`: where it has them. */
  ids(tool: string, args: Params, column?: string): Promise<string[]>;
};
export type RecipeArgument = {
  name: string;
  description: string;
  required: boolean;
  /** What is wrong with a value, as `problem` and sentence; null for a good one. */
  check?(value: string, today: string): { problem: string; sentence: string } | null;
};
/** A prompt that users start: what it is for, what it needs, and its text over live numbers. */
export type Recipe = {
  name: string;
  title: string;
  description: string;
  arguments: readonly RecipeArgument[];
  write(subject: Subject): Promise<string>;
};

const PROJECT: RecipeArgument = {
  name: "project",
  description: "Name of the project, its beginning, or its id.",
  required: true,
};
const ARGUMENT_MAX = 20_000;
const ROWS_MAX = 25;
const PROJECTS_MAX = 1000;
const PROJECT_ID = idPattern("prj");

/** The prompts of some recipes, which read through the operations of a catalogue. */
export function makePrompts(
  recipes: readonly Recipe[],
  catalog: readonly AnyOperation[],
  enterProject: EnterProject,
): readonly Prompt[] {
  const reads = catalog.filter(({ tool, effect }) => tool && effect === "reads");
  const calls = new Map(reads.map((one) => [one.name, makeCall(one, enterProject)] as const));
  return recipes.map((recipe) => {
    const { name, title, description } = recipe;
    const declared = [PROJECT, ...recipe.arguments];
    const listed = declared.map(({ check: _, ...argument }) => argument);
    return {
      listing: { name, title, description, arguments: listed },
      async get(context, given) {
        const args = checkPromptArguments(name, declared, given);
        const { timezone, ...project } = await findProject(calls, context, args["project"] ?? "");
        const today = dayIn(timezone, context.now());
        checkValues(recipe, args, today);
        const { show, ids } = makeReader({ reads, calls, enterProject }, context, project.id);
        const text = await recipe.write({ project, today, args, show, ids });
        const simulated = await saySimulated(() =>
          enterProject(context, decodeId("prj", project.id)),
        );
        const known = simulated ? `${simulated}\n\n${text}` : text;
        return promptResult(description, known, context.server.version);
      },
    };
  });
}

function promptResult(description: string, text: string, server_version: string): string {
  const messages = [{ role: "user", content: { type: "text", text } }];
  return JSON.stringify({ description, messages, _meta: { server_version }, server_version });
}

function checkPromptArguments(
  prompt: string,
  declared: readonly RecipeArgument[],
  given: Params,
): Record<string, string | undefined> {
  const valid_keys = declared.map(({ name }) => name);
  const refuse = (problem: string, sentence: string) =>
    new RpcError({
      code: -32602,
      message: `${sentence} for prompt "${prompt}" (valid: ${valid_keys.join(", ")})`,
      data: { code: `MCP_ARG_${problem}`, valid_keys },
    });
  const unknown = Object.keys(given).filter((key) => !valid_keys.includes(key));
  if (unknown.length > 0) {
    const quoted = unknown.slice(0, 20).map((key) => `"${key.slice(0, 100)}"`);
    throw refuse("UNKNOWN", `unknown argument ${quoted.join(", ")}`);
  }
  for (const { name, description, required } of declared) {
    const value = given[name];
    if (required && (value === undefined || value === "")) {
      throw refuse("MISSING", `${name}: is required (${description})`);
    }
    if (value !== undefined && typeof value !== "string") {
      throw refuse("TYPE", `${name}: must be a string`);
    }
    if (value !== undefined && value.length > ARGUMENT_MAX) {
      throw refuse("RANGE", `${name}: must have at most ${ARGUMENT_MAX} characters`);
    }
  }
  return given as Record<string, string | undefined>;
}

function checkValues(
  { name, arguments: declared }: Recipe,
  args: Readonly<Record<string, string | undefined>>,
  today: string,
): void {
  for (const { name: key, check } of declared) {
    const value = args[key];
    const wrong = value === undefined ? null : check?.(value, today);
    if (!wrong) continue;
    throw new RpcError({
      code: -32602,
      message: `${key}: ${wrong.sentence} for prompt "${name}"`,
      data: { code: `MCP_ARG_${wrong.problem}` },
    });
  }
}

type Found = Record<"id" | "name" | "domain" | "timezone", string>;

/** The project of a name or of a beginning that no other has, any case, or of an id, among those the user sees. */
async function findProject(
  calls: ReadonlyMap<string, CallTool>,
  context: McpContext,
  given: string,
): Promise<Found> {
  const wanted = given.trim();
  if (PROJECT_ID.test(wanted)) {
    const project = calls.get("get_project")?.(context, { project_id: wanted });
    const found = await project?.catch(explainRefusal);
    if (found && typeof found !== "string") return found as Found;
  }
  const list = await calls.get("list_projects")?.(context, { limit: PROJECTS_MAX });
  const { columns, rows } = (list ?? { columns: [], rows: [] }) as Table;
  const projects = rows.map((row) => {
    const value = (column: string) => String(row[columns.indexOf(column)] ?? "");
    return {
      id: value("id"),
      name: value("name"),
      domain: value("domain"),
      timezone: value("timezone"),
    };
  });
  const key = nameKey(wanted);
  const equal = projects.filter(({ name }) => nameKey(name) === key);
  const begun = projects.filter(({ name }) => key !== "" && nameKey(name).startsWith(key));
  const meant = equal.length > 0 ? equal : begun;
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  throw new RpcError({
    code: -32602,
    message: `project: ${only ? sayWhich(wanted, meant) : sayNone(wanted, projects)}`,
    data: { code: "MCP_ARG_NOT_FOUND" },
  });
}

const NAMED_MAX = 20;
const quoted = (wanted: string) => JSON.stringify(wanted.slice(0, 100));

function sayWhich(wanted: string, meant: readonly Found[]): string {
  const shown = meant
    .slice(0, NAMED_MAX)
    .map(({ name, domain, id }) => `${name} (${domain}, ${id})`);
  return `${quoted(wanted)} may be each of ${meant.length} projects; give the id of one: ${shown.join("; ")}`;
}

function sayNone(wanted: string, projects: readonly Found[]): string {
  const names = projects.map(({ name }) => name);
  const nearest = findNearest(wanted, names);
  const hint = nearest
    ? `did you mean "${nearest}"?`
    : `there are: ${names.slice(0, NAMED_MAX).join(", ") || "none"}`;
  return `there is no project ${quoted(wanted)}; ${hint}`;
}

type Reads = {
  reads: readonly AnyOperation[];
  calls: ReadonlyMap<string, CallTool>;
  enterProject: EnterProject;
};

function makeReader(
  { reads, calls, enterProject }: Reads,
  context: McpContext,
  project_id: string,
): Pick<Subject, "show" | "ids"> {
  const probe = async (name: string, given: Params) =>
    (await calls.get(name)?.(context, { ...given, project_id })) as Table;
  const enter = () => enterProject(context, decodeId("prj", project_id));
  return {
    async show(tool, args) {
      const operation = reads.find(({ name }) => name === tool);
      const asked = { project_id, ...args, limit: ROWS_MAX };
      if (!operation) return `(call ${tool} with ${JSON.stringify(asked)})`;
      const table = await probe(tool, asked).catch(explainRefusal);
      if (typeof table === "string") return `(${tool} did not answer: ${table})`;
      const note = await explain({ operation, args: asked, probe }, table);
      if (table.rows.length === 0) return `(${note})`;
      const named = await nameThings(enter, await withFewBrands(table, probe));
      const fitted = fitRows(named, { offset: 0, room: PAGE_BYTES });
      const next = JSON.stringify({ ...asked, offset: fitted.next_offset });
      const rest = table.total_count - fitted.rows.length;
      const more = rest > 0 ? `\n(${rest} more rows: call ${tool} with ${next})` : "";
      const notes = [sayCounted(asked, table), note].flatMap((one) => (one ? `\n(${one})` : []));
      return `${toCsv(fitted)}${nameLists(fitted)}${more}${notes.join("")}`;
    },
    async ids(tool, args, column = "id") {
      const { columns, rows } = await probe(tool, args);
      return rows.map((row) => String(row[columns.indexOf(column)]));
    },
  };
}

/** A refusal is part of what the model should know; a bug is not. */
function explainRefusal(error: unknown): string {
  if (error instanceof RpcError || error instanceof Failure) return error.message;
  throw error;
}

/** Which answers the numbers of a report are of; undefined for other tables. */
function sayCounted(asked: Params, { population }: Table): string | undefined {
  if (!population) return;
  const { answers, branded_answers } = population as { answers: number; branded_answers: number };
  const all = `${answers} usable answers`;
  return asked["branded"] === "exclude"
    ? `${all}; prompts that name the own brand are left out, as on the dashboard and in its mails`
    : `${all}, ${branded_answers} of them to prompts that name the own brand, whose answers name it anyway`;
}

/** The names of what stands in lists of ids; what has a column of its own has its name beside it, or a table. */
function nameLists({ rows, names }: Table): string {
  const ids = new Set(rows.flat().filter(Array.isArray).flat());
  const named = Object.entries(names ?? {}).filter(([id, name]) => ids.has(id) && name !== null);
  if (named.length === 0) return "";
  return `\n(Names: ${named.map(([id, name]) => `${id} ${name}`).join(", ")})`;
}

function toCsv({ columns, rows }: Table): string {
  return [columns, ...rows].map((row) => row.map(toCell).join(",")).join("\n");
}

function toCell(value: unknown): string {
  if (value === null) return "";
  if (typeof value === "number") return String(Math.round(value * 1e4) / 1e4);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
