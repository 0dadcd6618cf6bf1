import * as z from "zod";
import { distinctIssues, explainInput, valueAt } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { exampleId, idInput } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import { type Params, RpcError, toRpcError } from "./json-rpc.ts";
import { findNearest } from "./nearest.ts";

const ProjectArgument = z.strictObject({ project_id: idInput("prj") });
const EXAMPLE = `, like "${exampleId("prj")}"`;
/** Names for which the nearest legal one is looked up; that is the only part that costs. */
const NEAREST_MAX = 100;

/** The argument names of a tool, in the order of its schema. */
export function argumentNames({ scope, input, tool }: AnyOperation): string[] {
  const without = typeof tool === "object" ? tool.without : [];
  const own = Object.keys(input.shape).filter((name) => !without.includes(name));
  return [...(scope === "project" ? ["project_id"] : []), ...own];
}

/** What a listed tool says of each of its arguments. */
export type Hints = Readonly<Record<string, { description?: unknown }>>;

/**
 * Refuses undeclared arguments, then wrong types and values, in words that let a model recover; `hints`
 * are the listed properties of the tool.
 */
export function checkArguments(operation: AnyOperation, args: Params, hints: Hints): void {
  const { name, scope } = operation;
  const valid_keys = argumentNames(operation);
  refuseUnknown(Object.keys(args), name, valid_keys);
  const { project_id, ...rest } = args;
  const isProject = scope === "project";
  const input = operation.input as z.ZodObject;
  const failures = [
    ...(isProject ? explain(ProjectArgument, { project_id }, hints) : []),
    ...explain(input, isProject ? rest : args, hints),
  ];
  const [first] = failures;
  if (!first) return;
  const sentences = failures.map(({ message }) => message).join("; ");
  const { code, data } = toRpcError(first);
  throw new RpcError({
    code,
    message: `${sentences} for tool "${name}" (valid: ${valid_keys.join(", ")})`,
    data: { ...data, valid_keys },
  });
}

/** Names the tool and its legal arguments on a failure that its arguments caused; passes all else on. */
export function blameArguments(operation: AnyOperation, error: unknown): unknown {
  if (!(error instanceof Failure)) return error;
  const { code, message, data } = toRpcError(error);
  if (code !== -32602) return error;
  const sentence = `${message.replace(/\.$/, "")} for tool "${operation.name}"`;
  return new RpcError(
    { code, message: sentence, data: { ...data, valid_keys: argumentNames(operation) } },
    error,
  );
}

function refuseUnknown(keys: string[], tool: string, valid_keys: string[]): void {
  const unknown = keys.filter((key) => !valid_keys.includes(key));
  if (unknown.length === 0) return;
  const quoted = unknown.map((key) => `"${key}"`);
  const nearest = unknown.slice(0, NEAREST_MAX).map((key) => findNearest(key, valid_keys));
  throw new RpcError({
    code: -32602,
    message: `unknown argument ${quoted.join(", ")} for tool "${tool}" (valid: ${valid_keys.join(", ")})`,
    data: {
      code: "MCP_ARG_UNKNOWN",
      valid_keys,
      unknown_keys: unknown,
      nearest: nearest.map((name) => name ?? null),
    },
  });
}

/** What is wrong with `args`, each with the nearest legal value, an example or what the argument is. */
function explain(schema: z.ZodObject, args: Params, hints: Hints): Failure[] {
  const parsed = schema.safeParse(args);
  if (parsed.success) return [];
  return distinctIssues(parsed.error).map((issue) => {
    const { code, problem, message } = explainInput(new z.ZodError([issue]), schema, args);
    const detail = problem === undefined ? {} : { problem };
    return new Failure(code, `${message}${hintFor(issue, args, hints)}`, detail);
  });
}

function hintFor(issue: z.core.$ZodIssue, args: Params, hints: Hints): string {
  const [key] = issue.path;
  if (typeof key !== "string") return "";
  if (issue.code === "invalid_value") {
    const given = valueAt(args, issue.path);
    const nearest =
      typeof given === "string" ? findNearest(given, issue.values.map(String)) : undefined;
    if (nearest) return `; did you mean "${nearest}"?`;
  }
  if (key === "project_id") {
    return `${issue.code === "invalid_format" ? "" : EXAMPLE}, from list_projects`;
  }
  const description = hints[key]?.description;
  return typeof description === "string" ? ` (${description})` : "";
}
