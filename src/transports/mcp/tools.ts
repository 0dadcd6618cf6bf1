import type * as z from "zod";
import type { ProjectContext } from "#core/context.ts";
import { Failure } from "#core/failure.ts";
import { decodeId } from "#core/id.ts";
import { type AnyOperation, accessFor } from "#core/operation.ts";
import { run } from "#core/run.ts";
import { blameArguments, checkArguments } from "./arguments.ts";
import { makeTabulate } from "./columns.ts";
import type { McpContext, Tool } from "./dispatch.ts";
import { type Table, writeShort } from "./fit-page.ts";
import type { Params } from "./json-rpc.ts";
import { showAnswer } from "./show-answer.ts";
import { describeTool } from "./tool-listing.ts";

/** The context of a user's call in a project; undefined for one that is not theirs, or that is not. */
export type EnterProject = (
  context: McpContext,
  project_id: number,
) => Promise<ProjectContext | undefined>;

/** What a tool answers before it is wrapped: the object that models read. */
export type ToolAnswer = Record<string, unknown>;
export type CallTool = (context: McpContext, args: Params) => Promise<ToolAnswer>;

/** The tools of a catalogue, in its order. */
export function makeTools(
  catalog: readonly AnyOperation[],
  enterProject: EnterProject,
): readonly Tool[] {
  const operations = catalog.filter(({ tool }) => tool);
  const calls = new Map(operations.map((one) => [one.name, makeCall(one, enterProject)] as const));
  return operations.map((operation) => ({
    name: operation.name,
    describe: () => describeTool(operation),
    access: accessFor(operation),
    async call(context, args) {
      const call = (name: string, given: Params) => calls.get(name)?.(context, given);
      const answer = (await call(operation.name, args)) ?? {};
      const { project_id } = args;
      let entered: ReturnType<EnterProject> | undefined;
      const shown = await showAnswer(context, {
        ...{ operation, args, answer },
        // Once, for all that is shown with the answer.
        enter: () => (entered ??= enterProject(context, decodeId("prj", String(project_id)))),
        probe: async (name, given) => (await call(name, { ...given, project_id })) as Table,
      });
      return resultOf(shown, context.server.version);
    },
  }));
}

/** Runs an operation for a user: arguments, project, role, plan, handler, in this order. */
export function makeCall(operation: AnyOperation, enterProject: EnterProject): CallTool {
  let shape: ReturnType<typeof makeShape> | undefined;
  let hints: ReturnType<typeof describeTool>["inputSchema"]["properties"] | undefined;
  const perform = (context: McpContext, args: Params): Promise<unknown> =>
    operation.scope === "account"
      ? run(operation, context, args)
      : runInProject(operation, enterProject, { context, args });
  return async (context, args) => {
    hints ??= describeTool(operation).inputSchema.properties;
    checkArguments(operation, args, hints);
    try {
      const answer = await perform(context, args);
      shape ??= makeShape(operation);
      return shape(answer, args);
    } catch (error) {
      throw blameArguments(operation, error);
    }
  };
}

async function runInProject(
  operation: AnyOperation,
  enterProject: EnterProject,
  { context, args }: { context: McpContext; args: Params },
): Promise<unknown> {
  const { project_id, ...input } = args;
  const id = String(project_id);
  const inner = await enterProject(context, decodeId("prj", id));
  if (inner) return run(operation, inner, input);
  const message = `project_id: there is no project "${id}" for this user; list_projects names them`;
  throw new Failure("NOT_FOUND", message, { problem: "NOT_FOUND" });
}

/** How an answer of the operation is shown: lists as columns, nothing as what was deleted, all else as it is. */
function makeShape(operation: AnyOperation): (answer: unknown, args: Params) => ToolAnswer {
  if (operation.status === 204)
    return (_, args) => ({ deleted: true, ...deletedOf(operation, args) });
  const tabulate = makeTabulate(operation.output as z.ZodType);
  return (answer) => (tabulate ? tabulate(answer) : (answer as ToolAnswer));
}

function deletedOf(operation: AnyOperation, args: Params): Params {
  const [id] = Object.values(operation.audit?.(args, {}) ?? {});
  return id === undefined ? {} : { id };
}

/** A CallToolResult as text: one object, as JSON text and as structured content, since clients show only one of them. */
export function resultOf(answer: ToolAnswer, server_version: string): string {
  const payload = writeShort({ ...answer, server_version });
  const version = JSON.stringify(server_version);
  const content = `[{"type":"text","text":${JSON.stringify(payload)}}]`;
  return `{"content":${content},"structuredContent":${payload},"_meta":{"server_version":${version}},"server_version":${version}}`;
}
