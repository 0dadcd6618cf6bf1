import type * as z from "zod";
import type { AccountContext, ProjectContext } from "./context.ts";
import { type Database, isTransient, translateDatabaseError } from "./database.ts";
import { explainInput, requireStorable } from "./explain.ts";
import { Failure } from "./failure.ts";
import { decodeId } from "./id.ts";
import type { AnyOperation, ContextOf, Operation, Scope } from "./operation.ts";
import { hasFeature, plansWith } from "./plans.ts";
import { streamsRows } from "./rows.ts";

/** Refuses a caller whose access, role or plan does not cover `operation`; run() asks it first. */
export function admit(operation: AnyOperation, context: AccountContext | ProjectContext): void {
  const { actor } = context;
  if (!actor.access.has(operation.access)) {
    throw new Failure(
      "SCOPE_REQUIRED",
      actor.kind === "key"
        ? `${operation.name} needs a key with write access; this key is read-only.`
        : `${operation.name} needs the scope mcp:${operation.access}.`,
    );
  }
  if (!("project" in context)) return;
  const { role, plan } = context.project;
  if (operation.access === "write" && role === "viewer") {
    throw new Failure("ROLE_REQUIRED", `${operation.name} needs the role member; yours is viewer.`);
  }
  // The dashboard is limited, never gated.
  if (actor.door === "dashboard" || actor.door === "command") return;
  for (const feature of [
    operation.feature,
    actor.door === "rest" ? "rest_api" : undefined,
  ] as const) {
    if (feature && !hasFeature(plan, feature)) {
      throw new Failure(
        "PLAN_REQUIRED",
        `${operation.name} needs ${plansWith(feature)}; this organisation has ${plan}.`,
      );
    }
  }
}

/** The one door into an operation: access, plan, input, transaction, handler, output, audit, one log event. */
export async function run<S extends Scope, Input extends z.ZodObject, Output extends z.ZodType>(
  operation: Operation<string, S, Input, Output>,
  context: ContextOf<S>,
  rawInput: unknown,
  body: AsyncIterable<Uint8Array> = empty(),
): Promise<z.output<Output>> {
  const started = performance.now();
  let outcome = "ok";
  try {
    admit(operation, context);
    const parsed = operation.input.safeParse(rawInput);
    if (!parsed.success) throw explainInput(parsed.error, operation.input, rawInput);
    requireStorable(parsed.data);
    const handle = async (inner: ContextOf<S>) => {
      const result = operation.output.parse(await operation.handler(inner, parsed.data, body));
      // What leaves in bulk is worth knowing of, too.
      const isAudited = operation.access === "write" || streamsRows(operation);
      if (isAudited) await audit(operation, inner, parsed.data, result);
      return result;
    };
    return operation.access === "write" && operation.transaction !== "own"
      ? await transact(context.db, (db) => handle({ ...context, db }))
      : await handle(context);
  } catch (thrown) {
    const error = translateDatabaseError(thrown);
    outcome = error instanceof Failure ? error.code : "INTERNAL_ERROR";
    throw error;
  } finally {
    logCall(operation, context, outcome, performance.now() - started);
  }
}

/** One transaction, run a second time when it lost against another one. */
async function transact<Result>(
  db: Database,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (!isTransient(error)) throw error;
    return db.transaction().execute(work);
  }
}

function logCall(
  { name }: AnyOperation,
  context: AccountContext | ProjectContext,
  outcome: string,
  duration_ms: number,
): void {
  const { actor, log } = context;
  log.info(
    {
      operation: name,
      outcome,
      door: actor.door,
      actor: actorName(actor),
      project_id: "project" in context ? context.project.project_id : undefined,
      duration_ms: Math.round(duration_ms * 100) / 100,
    },
    "call",
  );
}

function actorName(actor: AccountContext["actor"]): string {
  if (actor.kind === "key") return `key:${actor.key_id}`;
  if (actor.kind === "share") return `share:${actor.share_id}`;
  return actor.kind === "user" ? `user:${actor.user_id}` : "system";
}

/** One row of who did what, in the transaction of the change itself. */
async function audit(
  operation: AnyOperation,
  context: AccountContext | ProjectContext,
  input: Record<string, unknown>,
  result: unknown,
): Promise<void> {
  const project = "project" in context ? context.project : null;
  const named = Object.entries(input).filter(([key]) => /_ids?$/.test(key));
  const made = result && typeof result === "object" && "id" in result ? [["id", result.id]] : [];
  await context.db
    .insertInto("audit_log")
    .values({
      organisation_id: project?.organisation_id ?? organisationOf(input),
      project_id: project?.project_id ?? null,
      actor: actorName(context.actor),
      door: context.actor.door,
      operation: operation.name,
      target: JSON.stringify(Object.fromEntries([...named, ...made])),
      at: context.now(),
    })
    .execute();
}

/** The organisation that an account operation was about; its handler let the caller in. */
function organisationOf({ organisation_id: id }: Record<string, unknown>): number | null {
  return typeof id === "string" ? decodeId("org", id) : null;
}

async function* empty(): AsyncIterable<Uint8Array> {}
