import type * as z from "zod";
import type { AnyOperation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { hasInventedAnswers } from "#domain/models/model-queries.ts";
import { dashboardPage } from "./dashboard-page.ts";
import type { McpContext } from "./dispatch.ts";
import { explainEmpty, type Probe, usedIn } from "./explain-empty.ts";
import {
  cutBrands,
  fitRows,
  fitThing,
  PAGE_BYTES,
  PAGE_BYTES_MAX,
  type Table,
  writeShort,
} from "./fit-page.ts";
import type { Params } from "./json-rpc.ts";
import { addExcerpts, type Enter, nameThings } from "./name-things.ts";

/** What a tool answered, and the way to ask others of the same project. */
export type Answered = {
  operation: AnyOperation;
  args: Params;
  answer: Params;
  enter: Enter;
  probe: Probe;
};

/**
 * An answer as a model can use it: as many rows as fit, names and excerpts beside ids, why there are none, and the
 * address of the page that shows the same to people.
 */
export async function showAnswer(context: McpContext, answered: Answered): Promise<Params> {
  const { operation, args, answer } = answered;
  const { base_url } = context.server;
  const today = await todayOf(context, answered);
  const dashboard = dashboardPage(operation, { args, answer, base_url, today });
  const isOfProject = operation.scope === "project" && operation.effect === "reads";
  const simulated = isOfProject ? await saySimulated(answered.enter) : undefined;
  // Before all else: what is cut or skimmed begins with it.
  const first = simulated && { simulated };
  if (!isTable(answer)) return { ...first, ...fitThing(answer), dashboard };
  const note = await explain(answered, answer);
  const table = await fitTable(answered, await withFewBrands(answer, answered.probe));
  return { ...first, ...table, ...(note && { note }), dashboard };
}

const SIMULATED =
  "Some assistants of this project are simulated: no real assistant was asked, and their answers are invented. Say so wherever you give its numbers.";

/** What is to be said with all that is told of a project some of whose answers are invented; undefined for others. */
export async function saySimulated(enter: Enter): Promise<string | undefined> {
  const inner = await enter();
  return inner && (await hasInventedAnswers(inner.db, inner.project)) ? SIMULATED : undefined;
}

const GROUPS_OPEN = ["Chats", "Actions", "Opportunities"];

/** Today in the project's time zone, where a list does not say its days. */
async function todayOf({ now }: McpContext, { operation, args, enter }: Answered): Promise<string> {
  const isOpen = GROUPS_OPEN.includes(operation.group) && args["date_to"] === undefined;
  const timezone = isOpen ? (await enter())?.project.timezone : undefined;
  return dayIn(timezone ?? "UTC", now());
}

function isTable(answer: Params): answer is Table {
  return Array.isArray(answer["columns"]) && Array.isArray(answer["rows"]);
}

async function fitTable({ operation, args, enter }: Answered, table: Table): Promise<Table> {
  const offset = Number(args["offset"] ?? 0);
  const room = args["limit"] === undefined ? PAGE_BYTES : PAGE_BYTES_MAX;
  const first = fitRows(table, { offset, room });
  if (operation.scope !== "project" || first.rows.length === 0) return first;
  const isChats = operation.name === "list_chats";
  const told = isChats ? await addExcerpts(enter, first, args) : first;
  const named = await nameThings(enter, told);
  if (named === table) return table;
  const { rows: _, ...beside } = named;
  return fitRows(named, { offset, room: room - writeShort(beside).length });
}

/** Sites or pages with some of the brands named beside each, the own one first. */
export async function withFewBrands(table: Table, probe: Probe): Promise<Table> {
  if (!table.columns.includes("mentioned_brand_ids")) return table;
  const { columns, rows } = await probe("list_brands", { limit: 1 });
  return cutBrands(table, rows[0]?.[columns.indexOf("id")] as string | undefined);
}

/** Why a list has no rows, or none with answers behind them, as a sentence; undefined where it has some. */
export async function explain(
  { operation, args, probe }: Pick<Answered, "operation" | "args" | "probe">,
  table: Table,
): Promise<string | undefined> {
  const hasRows = table.rows.length > 0;
  if (hasRows && usedIn(table) > 0) return undefined;
  if (table.total_count > 0 && Number(args["offset"] ?? 0) >= table.total_count) {
    return `No rows: offset is past the end; there are ${table.total_count}.`;
  }
  const input = operation.input as z.ZodObject;
  return explainEmpty({ tool: operation.name, input, args, hasRows }, probe);
}
