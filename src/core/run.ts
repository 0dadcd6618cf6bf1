import type * as z from "zod";
import { actorName, recordAudit } from "./audit.ts";
import { type AccountContext, type ProjectContext, workFor } from "./context.ts";
import { type Database, isTransient, translateDatabaseError } from "./database.ts";
import { explainInput, requireStorable } from "./explain.ts";
import { Failure } from "./failure.ts";
import { atOneMoment } from "./one-moment.ts";
import {
  type AnyOperation,
  accessFor,
  type ContextOf,
  type Operation,
  type Scope,
} from "./operation.ts";
import { hasFeature, plansWith } from "./plans.ts";

/** Refuses a caller whose access, role or plan does not cover `operation`; run() asks it first. */
export function admit(operation: AnyOperation, context: AccountContext | ProjectContext): void {
  const { actor } = context;
  const access = accessFor(operation);
  if (!actor.access.has(access)) {
    throw new Failure(
      "SCOPE_REQUIRED",
      actor.kind === "key"
        ? `${operation.name} needs a key with write access; this key is read-only.`
        : `${operation.name} needs the scope mcp:${access}.`,
    );
  }
  if (!("project" in context)) return;
  const { role, plan } = context.project;
  if (access === "write" && role === "viewer") {
    throw new Failure("ROLE_REQUIRED", `${operation.name} needs the role member; yours is viewer.`);
  }
  // The dashboard is limited, never gated.
  if (actor.door === "dashboard" || actor.door === "command") return;
  const rest = actor.door === "rest" ? "rest_api" : undefined;
  for (const feature of [operation.feature, rest] as const) {
    if (!feature || hasFeature(plan, feature)) continue;
    const words = `${operation.name} needs ${plansWith(feature)}; this organisation has ${plan}.`;
    throw new Failure("PLAN_REQUIRED", words);
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
      const target = operation.audit?.(parsed.data, result);
      if (target) await recordAudit(inner, { operation: operation.name, target });
      return result;
    };
    const handleOn = (db: Database) => handle({ ...context, db });
    const save = () => transact(context.db, handleOn);
    const call = async () => {
      await operation.prepare?.(context, parsed.data);
      if (operation.snapshot && "project" in context) return atOneMoment(context, handleOn);
      if (accessFor(operation) === "read" || operation.transaction === "own")
        return handle(context);
      // What belongs together is done in one transaction, by who began it.
      if (context.db.isTransaction) return handleOn(context.db);
      return "project" in context ? context.inTurn("writes", context.project, save) : save();
    };
    return await ("project" in context ? workFor(context, context.project, call) : call());
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
  const attempt = () => db.transaction().execute(work);
  return attempt().catch((error: unknown) => {
    if (isTransient(error)) return attempt();
    throw error;
  });
}

function logCall(
  { name }: AnyOperation,
  context: AccountContext | ProjectContext,
  outcome: string,
  duration_ms: number,
): void {
  const { actor, log } = context;
  const fields = {
    ...{ operation: name, outcome, door: actor.door, actor: actorName(actor) },
    project_id: "project" in context ? context.project.project_id : undefined,
    duration_ms: Math.round(duration_ms * 100) / 100,
  };
  log.info(fields, "call");
}

async function* empty(): AsyncIterable<Uint8Array> {}
