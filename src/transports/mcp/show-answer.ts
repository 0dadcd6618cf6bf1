import type { AnyOperation } from "#core/operation.ts";
import { dayIn } from "#core/period.ts";
import { dashboardPage } from "./dashboard-page.ts";
import type { McpContext } from "./dispatch.ts";
import { explainEmpty, type Probe, usedIn } from "./explain-empty.ts";
import {
  fitRows,
  fitThing,
  PAGE_CHARACTERS,
  PAGE_CHARACTERS_MAX,
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
  if (!isTable(answer)) return { ...fitThing(answer), dashboard };
  const notes = answer.rows.length === 0 || usedIn(answer) === 0 ? await explain(answered) : {};
  return { ...(await fitTable(answered, answer)), ...notes, dashboard };
}

/** Today in the project's time zone, where a list of answers does not say its days. */
async function todayOf({ now }: McpContext, { operation, args, enter }: Answered): Promise<string> {
  const isOpen = operation.group === "Chats" && args["date_to"] === undefined;
  const timezone = isOpen ? (await enter())?.project.timezone : undefined;
  return dayIn(timezone ?? "UTC", now());
}

function isTable(answer: Params): answer is Table {
  return Array.isArray(answer["columns"]) && Array.isArray(answer["rows"]);
}

async function fitTable({ operation, args, enter }: Answered, table: Table): Promise<Table> {
  const offset = Number(args["offset"] ?? 0);
  const room = args["limit"] === undefined ? PAGE_CHARACTERS : PAGE_CHARACTERS_MAX;
  const first = fitRows(table, { offset, room });
  if (operation.scope !== "project" || first.rows.length === 0) return first;
  const isChats = operation.name === "list_chats";
  const told = isChats ? await addExcerpts(enter, first, args) : first;
  const named = await nameThings(enter, told);
  if (named === table) return table;
  const { rows: _, ...beside } = named;
  return fitRows(named, { offset, room: room - writeShort(beside).length });
}

async function explain({ operation, args, answer, probe }: Answered): Promise<Params> {
  const { total_count, rows } = answer as Table;
  if (total_count > 0 && Number(args["offset"] ?? 0) >= total_count) {
    return { note: `No rows: offset is past the end; there are ${total_count}.` };
  }
  const takesDays = "date_from" in operation.input.shape;
  const asked = { tool: operation.name, args, takesDays, hasRows: rows.length > 0 };
  return { note: await explainEmpty(asked, probe) };
}
