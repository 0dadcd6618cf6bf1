import type * as z from "zod";
import type { Access, AccountContext, ProjectContext } from "./context.ts";
import type { FailureCode } from "./failure.ts";
import type { Feature } from "./plans.ts";
import type { Shared } from "./shared.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";
export type Route = `${Method} /${string}`;
export type Scope = "project" | "account";
export type ContextOf<S extends Scope> = S extends "project" ? ProjectContext : AccountContext;

/**
 * What a call does to what is stored: `adds` takes nothing away, `changes` replaces what was, `destroys` takes away.
 * All but `reads` run in a transaction, leave an audit row, and need write access.
 */
export type Effect = "reads" | "adds" | "changes" | "destroys";

/** What an audit row names: public ids, each by what it is of, and of values only for how many days something is kept. */
export type AuditTarget = {
  readonly [one: `${string}_id`]: string | null | undefined;
  readonly [several: `${string}_ids`]: readonly string[] | undefined;
  readonly [kept: `${string}_days`]: number | null | undefined;
  readonly domain?: string;
};

type Named<Input extends z.ZodType, Output extends z.ZodType> = (
  input: z.output<Input>,
  result: z.output<Output>,
) => AuditTarget | null;

/** A change must say what its audit row names, null where nothing was changed; of what is read, only what leaves in bulk is noted. */
type Audited<Input extends z.ZodType, Output extends z.ZodType> =
  | { effect: "reads"; audit?: never; download?: never }
  | {
      effect: "reads";
      audit: Named<Input, Output>;
      /** Its answer is a file of rows of this name, not JSON. */
      download: string;
    }
  | { effect: Exclude<Effect, "reads">; audit: Named<Input, Output>; download?: never };

/** One capability. REST, OpenAPI, MCP and the dashboard's client are derived from it. */
export type Operation<
  Name extends string = string,
  S extends Scope = Scope,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType = z.ZodType,
> = Audited<Input, Output> & {
  /** Verb and noun: the MCP tool, the operationId, the dashboard call, the log field. */
  name: Name;
  /** A project operation has `context.project`; MCP adds `project_id`, REST takes it from the key. */
  scope: S;
  /** Absent: what was done twice is as if it was done once, unless the operation adds. */
  is_repeatable?: boolean;
  /** It calls or notifies a party outside of this installation. */
  reaches_outside?: true;
  /** Absent: the holder of a share link cannot call it. */
  shared?: Shared<z.output<Output>>;
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
  /** Absent: not a tool. `without`: arguments that it does not take, because others say the same in fewer words. */
  tool?: true | { without: readonly string[] };
  /** Its own failures, in addition to those of every operation: for the documents. */
  failures?: readonly FailureCode[];
  /** The body is a stream of this type, or `also` as another, given to the handler as its third argument: one `line` after another. */
  stream?: { media_type: string; also?: string; limit_bytes: number; line: z.ZodObject };
  /** In the dashboard only for who typed the password within 15 minutes: what it does lasts, or cannot be taken back. */
  sensitive?: true;
  /** It takes a password: calls that fail are counted as guesses. */
  guesses?: true;
  /** "own": the handler commits in steps and says when; only for bulk work that must. */
  transaction?: "own";
  /** It makes numbers of several reads: all of them read one snapshot. */
  snapshot?: true;
  input: Input;
  output: Output;
  /** What takes long outside the database and may refuse: before a transaction or snapshot of its own holds a connection. */
  prepare?(context: ContextOf<S>, input: z.output<Input>): Promise<void>;
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

/** The access that a caller needs for an operation. */
export function accessFor({ effect }: { effect: Effect }): Access {
  return effect === "reads" ? "read" : "write";
}

/** An operation of any shape, as the catalogue holds them. */
// biome-ignore lint/suspicious/noExplicitAny: only `run`, which parses both ends, calls through this type.
export type AnyOperation = Operation<string, any, any, any>;
