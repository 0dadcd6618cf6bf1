import type * as z from "zod";
import type { Access, AccountContext, ProjectContext } from "./context.ts";
import type { FailureCode } from "./failure.ts";
import type { Feature } from "./plans.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
export type Route = `${Method} /${string}`;
export type Scope = "project" | "account";
export type ContextOf<S extends Scope> = S extends "project" ? ProjectContext : AccountContext;

/** One capability. REST, OpenAPI, MCP and the dashboard's client are derived from it. */
export type Operation<
  Name extends string = string,
  S extends Scope = Scope,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> = {
  /** Verb and noun: the MCP tool, the operationId, the dashboard call, the log field. */
  name: Name;
  /** A project operation has `context.project`; MCP adds `project_id`, REST takes it from the key. */
  scope: S;
  /** `write` runs in a transaction, leaves an audit row, and needs the write scope. */
  access: Access;
  /** The plan gate; REST adds `rest_api` itself. */
  feature?: Feature;
  /** OpenAPI tag. */
  group: string;
  summary: string;
  /** What it does, when to use it, what comes back: for the documents and for models. */
  description?: string;
  /** What the success answer is, e.g. "Rejected". */
  returns: string;
  /** HTTP status of success, 200 unless given. 204 answers nothing. */
  status?: 200 | 201 | 204;
  /** Absent: not in the public REST API. `{project_id}` in the path is the key's project. */
  route?: Route;
  /** Absent: not a tool. */
  tool?: true;
  /** What it may refuse of itself, beside what every operation may: for the documents. */
  failures?: readonly FailureCode[];
  /** The body is a stream of this type, given to the handler as its third argument: one `line` after another. */
  stream?: { media_type: string; limit_bytes: number; line: z.ZodObject };
  /** In the dashboard only for who typed the password within 15 minutes: it changes who may do what. */
  sensitive?: true;
  /** "own": the handler commits in steps and says when; only for bulk work that must. */
  transaction?: "own";
  input: Input;
  output: Output;
  handler(
    context: ContextOf<S>,
    input: z.output<Input>,
    body: AsyncIterable<Uint8Array>,
  ): Promise<z.input<Output>>;
};

/** Carries the types of a definition; does nothing else. */
export function operation<
  Name extends string,
  S extends Scope,
  Input extends z.ZodObject,
  Output extends z.ZodType,
>(definition: Operation<Name, S, Input, Output>): Operation<Name, S, Input, Output> {
  return definition;
}

/** An operation of any shape, as the catalogue holds them. */
// biome-ignore lint/suspicious/noExplicitAny: only `run`, which parses both ends, calls through this type.
export type AnyOperation = Operation<string, any, any, any>;
