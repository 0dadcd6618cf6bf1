import * as z from "zod";
import { explainInput } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { idInput } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import { isRecord, type Params, RpcError, toRpcError } from "./json-rpc.ts";
import { findNearest } from "./nearest.ts";

const ProjectArgument = z.strictObject({ project_id: idInput("prj") });
const KEYS_MAX = 100;
const KEY_LENGTH_MAX = 100;

/** The argument names of a tool, in the order of its schema. */
export function argumentNames({ scope, input }: AnyOperation): string[] {
  return [...(scope === "project" ? ["project_id"] : []), ...Object.keys(input.shape)];
}

/** Refuses arguments that nobody declared, then wrong types and values, in words that let a model recover. */
export function checkArguments(operation: AnyOperation, args: Params): void {
  const { name, scope } = operation;
  const valid_keys = argumentNames(operation);
  refuseUnknown(Object.keys(args), name, valid_keys);
  const { project_id, ...rest } = args;
  const isProject = scope === "project";
  const input = operation.input as z.ZodObject;
  const failures = [
    ...(isProject ? explain(ProjectArgument, "project_id" in args ? { project_id } : {}) : []),
    ...explain(input, isProject ? rest : args),
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
  const quoted = unknown.slice(0, KEYS_MAX).map((key) => `"${key.slice(0, KEY_LENGTH_MAX)}"`);
  const nearest = unknown.slice(0, KEYS_MAX).map((key) => findNearest(key, valid_keys));
  throw new RpcError({
    code: -32602,
    message: `unknown argument ${quoted.join(", ")} for tool "${tool}" (valid: ${valid_keys.join(", ")})`,
    data: {
      code: "MCP_ARG_UNKNOWN",
      valid_keys,
      unknown_keys: unknown.slice(0, KEYS_MAX),
      nearest: nearest.map((name) => name ?? null),
    },
  });
}

/** What is wrong with `args`, with an example or the description of the first argument concerned. */
function explain(schema: z.ZodObject, args: Params): Failure[] {
  const parsed = schema.safeParse(args);
  if (parsed.success) return [];
  const failure = explainInput(parsed.error, schema, args);
  const hint = hintFor(parsed.error.issues[0], schema, args);
  const { code, problem, message } = failure;
  return [new Failure(code, `${message}${hint}`, problem === undefined ? {} : { problem })];
}

function hintFor(issue: z.core.$ZodIssue | undefined, schema: z.ZodObject, args: Params): string {
  const [key] = issue?.path ?? [];
  if (!issue || typeof key !== "string") return "";
  if (issue.code === "invalid_value") {
    const given = valueAt(args, issue.path);
    const nearest =
      typeof given === "string" ? findNearest(given, issue.values.map(String)) : undefined;
    if (nearest) return `; did you mean "${nearest}"?`;
  }
  if (key === "project_id") return `, like "prj_PqYbRw9s", from list_projects`;
  const field = schema.shape[key] as z.ZodType | undefined;
  return field?.description ? ` (${field.description})` : "";
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let inner = value;
  for (const key of path) {
    inner = Array.isArray(inner) || isRecord(inner) ? Reflect.get(inner, key) : undefined;
  }
  return inner;
}
