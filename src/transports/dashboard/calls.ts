import { type Context, Hono } from "hono";
import type { AccountContext, BaseContext, ProjectContext } from "#core/context.ts";
import { FAILURES, Failure } from "#core/failure.ts";
import { decodeId, idInput } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import { admit, run } from "#core/run.ts";
import { holdSession, type Session } from "#domain/accounts/session-queries.ts";
import { SessionOver } from "#domain/onboarding/session-over.ts";
import {
  accountContextFor,
  callerOf,
  projectContextFor,
  type UserCaller,
} from "#domain/projects/project-context.ts";
import type { AttemptLimit } from "#transports/shared/attempts.ts";
import { readBounded, readJson, requireStreamType } from "#transports/shared/body.ts";
import { againPath } from "#transports/shared/confirm-password.ts";
import { decodeQuery, parseQuery, splitUrl } from "#transports/shared/decode.ts";
import { guardCall } from "#transports/shared/failures.ts";
import { once } from "#transports/shared/once.ts";
import { CONFIRM_PATH } from "#transports/shared/page.ts";
import { readAllowed } from "#transports/shared/read-allowed.ts";
import { isSameOrigin } from "#transports/shared/same-origin.ts";
import { isPageOf, signedIn } from "#transports/shared/signed-in.ts";

/** Where the dashboard's own calls are mounted. */
export const CALLS_PATH = "/app/call";

type CallParts = {
  base: BaseContext;
  operations: ReadonlyMap<string, AnyOperation>;
  attempts: AttemptLimit;
};
type Call = { operation: AnyOperation; input: Record<string, unknown>; project_id: unknown };
const ProjectId = idInput("prj");

/**
 * Every operation of the catalogue at `POST /app/call/{name}`, for our own pages: the session says who, and
 * operations on a project take `project_id` next to their input.
 */
export function makeCalls(
  catalog: readonly AnyOperation[],
  base: BaseContext,
  attempts: AttemptLimit,
): Hono {
  const operations = new Map(catalog.map((operation) => [operation.name, operation]));
  const parts = { base, operations, attempts };
  const app = new Hono();
  app.post("/:name", (c) =>
    guardCall(c, base, () => answer(c, parts).catch((error: unknown) => tellOver(c, error))),
  );
  return refuseOthers(app, base, "POST", `${CALLS_PATH}/{operation} is all there is here`);
}

/** Session, sender, operation, project, and then what `run` checks. */
async function answer(c: Context, { base, operations, attempts }: CallParts): Promise<Response> {
  const session = await callerIn(c, base);
  if (!isSameOrigin(c, base.server.base_url)) {
    throw new Failure("ROLE_REQUIRED", "This call was not made by a page of ours.");
  }
  const operation = operations.get(c.req.param("name") ?? "");
  if (!operation || operation.download !== undefined) {
    throw new Failure("NOT_FOUND", "There is no such operation.");
  }
  if (operation.sensitive && !session.is_confirmed) return askPassword(c, session);
  const call = await readCall(c, operation);
  const isGone = () => c.req.raw.signal.aborted;
  const caller = callerOf(session, ["read", "write"]);
  const context = await contextOf({ ...base, isGone }, caller, call);
  const body =
    operation.stream &&
    readAllowed(readBounded(c.req.raw, operation.stream.limit_bytes), async () => {
      const again = callerOf(await callerIn(c, base), ["read", "write"]);
      admit(operation, await contextOf(base, again, call));
    });
  const done = once(c, operation.sensitive ? heldBy(session, operation) : operation);
  const work = () => run(done, context, call.input, body);
  const result = operation.guesses ? await attempts.guardSession(c, session, work) : await work();
  const status = operation.status ?? 200;
  return status === 204 ? c.body(null, 204) : c.json(result, status);
}

/** The session of who the page is: one of somebody else, who signed in in another tab, sends nothing of it. */
async function callerIn(c: Context, base: BaseContext): Promise<Session> {
  const session = await signedIn(c, base);
  if (isPageOf(c, session)) return session;
  throw new Failure("UNAUTHORIZED", "Somebody else is signed in by now.");
}

/** Tells the page how a session of onboarding ended, by its own code and the project that it made. */
function tellOver(c: Context, error: unknown): Response {
  if (!(error instanceof SessionOver)) throw error;
  const { code, message, project_id } = error;
  return c.json({ error: { code, message, project_id } }, FAILURES[code].http);
}

/** The same, done only while the session is there: what lasts is of nobody who was signed out before it is stored. */
function heldBy(session: Session, operation: AnyOperation): AnyOperation {
  return {
    ...operation,
    async handler(context, input, body) {
      await holdSession(context.db, session);
      return operation.handler(context, input, body);
    },
  };
}

/** Tells the page to send the user to CONFIRM_PATH first, and then to try again. */
function askPassword(c: Context, session: Session): Response {
  const again = againPath(session);
  if (again) {
    const message =
      "To be sure that it is you, sign in again at your organisation's provider, then repeat it.";
    return c.json({ error: { code: "SIGN_IN_AGAIN", message, at: again } }, 403);
  }
  const message = `To be sure that it is you, type your password again at ${CONFIRM_PATH}, then repeat it.`;
  return c.json({ error: { code: "PASSWORD_REQUIRED", message } }, 403);
}

/** The arguments are the JSON body; of an operation that takes a stream they are in the query. */
async function readCall(c: Context, operation: AnyOperation): Promise<Call> {
  if (operation.stream) requireStreamType(c.req, operation.stream);
  const sent = operation.stream ? readQuery(c, operation) : await readJson(c.req);
  if (operation.scope === "account") return { operation, input: sent, project_id: undefined };
  const { project_id, ...input } = sent;
  return { operation, input, project_id };
}

/** Arguments that are given in the query. */
function readQuery(c: Context, { input }: AnyOperation): Record<string, unknown> {
  const { search } = splitUrl(c.req.url);
  return { ...c.req.query(), ...decodeQuery(input.shape, parseQuery(search)) };
}

/** The context of a user's call: of the project that it names, where the operation works on one. */
export async function contextOf(
  base: BaseContext,
  caller: UserCaller,
  { operation, project_id }: Call,
): Promise<AccountContext | ProjectContext> {
  if (operation.scope === "account") return accountContextFor(base, caller, "dashboard");
  const context = await projectContextFor(base, caller, readProjectId(project_id), "dashboard");
  if (!context) throw new Failure("NOT_FOUND", "There is no such project.");
  return context;
}

/** The number of the project that a call names; VALIDATION_ERROR for what names none. */
export function readProjectId(project_id: unknown): number {
  const parsed = ProjectId.safeParse(project_id);
  if (parsed.success) return decodeId("prj", parsed.data);
  throw new Failure("VALIDATION_ERROR", `project_id: ${parsed.error.issues[0]?.message}`, {
    problem: project_id === undefined ? "MISSING" : "FORMAT",
  });
}

/** Refuses what comes to `app` in another way than `method`; `legal` says what there is. */
export function refuseOthers(app: Hono, base: BaseContext, method: string, legal: string): Hono {
  return app.all("*", (c) =>
    guardCall(c, base, async () => {
      c.header("Allow", method);
      throw new Failure("METHOD_NOT_ALLOWED", `${method} ${legal}.`);
    }),
  );
}
