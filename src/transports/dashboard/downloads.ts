import { type Context, Hono } from "hono";
import type { AccountContext, BaseContext, ProjectContext } from "#core/context.ts";
import { Failure, toFailure } from "#core/failure.ts";
import type { AnyOperation } from "#core/operation.ts";
import type { RowStream } from "#core/rows.ts";
import { admit, run } from "#core/run.ts";
import type { Session } from "#domain/accounts/session-queries.ts";
import { hasInventedAnswers } from "#domain/models/model-queries.ts";
import { askAgain } from "#domain/projects/ask-again.ts";
import { callerOf } from "#domain/projects/project-context.ts";
import { findProject } from "#domain/projects/project-queries.ts";
import { decodeQuery, parseQuery, splitUrl } from "#transports/shared/decode.ts";
import { guardCall } from "#transports/shared/failures.ts";
import { readAllowed } from "#transports/shared/read-allowed.ts";
import { signedIn } from "#transports/shared/signed-in.ts";
import { ROW_FORMATS, type RowFormat, writeRows } from "#transports/shared/write-rows.ts";
import { contextOf, refuseOthers } from "./calls.ts";
import { fileNamePart, filteredPart, withFacts } from "./download-facts.ts";

/** Spreadsheets that a file is opened with by a press know UTF-8 by it. */
const UTF8_MARK = "\uFEFF";

/** Where exports are mounted. */
export const DOWNLOADS_PATH = "/app/export";

/**
 * Every operation that answers a file of rows at `GET /app/export/{download}.{csv|jsonl}`, for signed-in users.
 * Arguments are in the query, those that are objects as JSON, each of a list by itself. No page of
 * ours has to send it: it only reads, and what it answers is a file for the person who follows the link.
 */
export function makeDownloads(catalog: readonly AnyOperation[], base: BaseContext): Hono {
  const operations = new Map(
    catalog.flatMap((operation) => (operation.download ? [[operation.download, operation]] : [])),
  );
  const app = new Hono();
  app.get("/:file", (c) => guardCall(c, base, () => answer(c, base, operations)));
  return refuseOthers(app, base, "GET", `${DOWNLOADS_PATH}/{what}.{csv|jsonl} only`);
}

async function answer(
  c: Context,
  base: BaseContext,
  operations: ReadonlyMap<string, AnyOperation>,
): Promise<Response> {
  const session = await signedIn(c, base);
  const { what, format } = readFile(c.req.param("file") ?? "");
  const operation = operations.get(what);
  if (!operation) throw new Failure("NOT_FOUND", `There is no export ${what}.`);
  const { project_id, input } = readInput(c, operation);
  const enter = async (by: Session) =>
    contextOf(base, callerOf(by, ["read"]), { operation, input, project_id });
  const context = await enter(session);
  const rows: RowStream = await run(operation, context, input);
  const is_invented =
    "project" in context && (await hasInventedAnswers(context.db, context.project));
  const { columns, batches } =
    format === "csv" ? withFacts(context, { input, is_invented }, rows) : rows;
  const isAllowed = () =>
    askAgain(async () => admit(operation, await enter(await signedIn(c, base))));
  // What fails before the first rows is reported as any call's failure.
  const lines = writeRows({ columns, batches: readAllowed(batches, isAllowed) }, format);
  const first = await lines.next();
  const isMarked = format === "csv" && !first.done;
  const head = isMarked ? { ...first, value: UTF8_MARK + first.value } : first;
  c.header("Content-Type", ROW_FORMATS[format]);
  c.header(
    "Content-Disposition",
    `attachment; filename="${await nameOf(context, { what, input, is_invented })}.${format}"`,
  );
  return c.body(toBytes(head, lines, base));
}

function readFile(file: string): { what: string; format: RowFormat } {
  const [, what, format] = /^([a-z-]{1,60})\.(csv|jsonl)$/.exec(file) ?? [];
  if (!what) throw new Failure("NOT_FOUND", "Exports are files like answers.csv or answers.jsonl.");
  return { what, format: format as RowFormat };
}

function readInput(c: Context, { input }: AnyOperation) {
  const query = parseQuery(splitUrl(c.req.url).search);
  const project_id = query.get("project_id")?.[0];
  query.delete("project_id");
  // What is not declared is passed on, to be refused by name.
  const given = Object.fromEntries([...query].map(([name, values]) => [name, values[0]]));
  return { project_id, input: { ...given, ...decodeQuery(input.shape, query) } };
}

const MARK = "simulated";

/**
 * The file's name in letters that every system takes: the project's name, what it is, a row of what, whether answers are
 * invented, the days it is of, or the day it was made, and whether filters were on, with the one value of one alone.
 */
async function nameOf(
  context: AccountContext | ProjectContext,
  {
    what,
    input,
    is_invented,
  }: { what: string; input: Record<string, unknown>; is_invented: boolean },
): Promise<string> {
  const found = "project" in context ? await findProject(context.db, context.project) : undefined;
  const name = fileNamePart(found?.name ?? "");
  const mark = is_invented && !name.includes(MARK) ? MARK : "";
  const filtered = await filteredPart(context, input);
  return [name, what, ...splitOf(input), mark, ...daysOf(input, context.now()), ...filtered]
    .filter((part) => part !== "")
    .join("-");
}

function daysOf({ date_from: from, date_to: to }: Record<string, unknown>, now: Date) {
  const today = now.toISOString().slice(0, 10);
  return from || to ? [from ?? "", "to", to ?? today] : [today];
}

function splitOf({ dimensions }: Record<string, unknown>) {
  const names = Array.isArray(dimensions) ? dimensions.map(String) : [];
  return names.length > 0 ? ["by", ...names.map((name) => name.replace(/_(id|code)$/, ""))] : [];
}

/** Text as a body that is read only as fast as it is taken, and breaks off where reading fails. */
function toBytes(
  head: IteratorResult<string>,
  lines: AsyncGenerator<string>,
  { log }: BaseContext,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string> | null = head;
  let isWanted = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = next ?? (await lines.next());
          next = null;
          if (!isWanted) return;
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          if (!isWanted) return;
          log.error({ error: toFailure(error).cause ?? error }, "an export broke off");
          controller.error(error);
        }
      },
      async cancel() {
        isWanted = false;
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
