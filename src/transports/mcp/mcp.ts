import { type Context, Hono } from "hono";
import type { Access, BaseContext, ProjectScope } from "#core/context.ts";
import { translateDatabaseError } from "#core/database.ts";
import { Failure, toFailure } from "#core/failure.ts";
import { decodeId, idPattern } from "#core/id.ts";
import type { RateLimit } from "#transports/shared/rate-limit.ts";
import { readBody } from "./body.ts";
import {
  type Dispatch,
  type McpContext,
  METHODS,
  makeDispatch,
  PROTOCOL_VERSIONS,
  type Prompt,
  type Tool,
} from "./dispatch.ts";
import { errorText, idOf, isRecord, readMessage, toRpcError } from "./json-rpc.ts";
import { makeOriginRule, type OriginRule } from "./origin.ts";
import { badRequest, Refusal, type RefusalStatus } from "./refusal.ts";

/** Where the MCP endpoint is mounted. */
export const MCP_PATH = "/api/mcp";

const PROJECT_ID = idPattern("prj");

/** Whom a bearer token speaks for, what its scopes allow, and the project asked for if it is theirs. */
export type Caller = {
  user_id: number;
  email: string;
  access: ReadonlySet<Access>;
  project?: ProjectScope | undefined;
};

export type McpParts = {
  tools: readonly Tool[];
  prompts: readonly Prompt[];
  base: BaseContext;
  limit: RateLimit;
  /** The caller of a bearer token, and one project of theirs by number (0: none); UNAUTHORIZED for any other text. */
  authenticate(base: BaseContext, bearer: string, project_id: number): Promise<Caller>;
  /** Origins of web pages that may call, in addition to our own and loopback ones. */
  origins: readonly string[];
};
type Doors = McpParts & { dispatch: Dispatch; rule: OriginRule };

/** The MCP server over tools and prompts, stateless, to be mounted at MCP_PATH. */
export function makeMcp(parts: McpParts): Hono {
  const { base, tools, prompts, origins } = parts;
  const { version, base_url } = base.server;
  const doors: Doors = {
    ...parts,
    rule: makeOriginRule(base_url, origins),
    dispatch: makeDispatch({ tools, prompts, version, base_url }),
  };
  const app = new Hono();
  app.all("/", (c) => answer(c, doors));
  return app;
}

async function answer(c: Context, doors: Doors): Promise<Response> {
  const { version } = doors.base.server;
  c.header("Cache-Control", "no-store");
  c.header("X-Content-Type-Options", "nosniff");
  try {
    checkOrigin(c, doors.rule);
    if (c.req.method === "POST") return await serve(c, doors);
    if (c.req.method === "OPTIONS") return c.body(null, 204);
    // To clients that only open streams a JSON answer is a stream that ended: they ask again for ever.
    if ((c.req.method === "GET" || c.req.method === "HEAD") && !wantsStreamOnly(c)) {
      return c.json({ serverInfo: { name: "earshot", version } });
    }
    c.header("Allow", "GET, POST");
    const words = "POST messages here; nothing is pushed.";
    throw new Refusal(405, toRpcError(new Failure("METHOD_NOT_ALLOWED", words)));
  } catch (thrown) {
    const refusal = toRefusal(thrown, doors.base);
    return sendJson(c, errorText(refusal.id, refusal, version), refusal.status);
  }
}

/** Authenticate, count, check the protocol version, answer each message in its order. */
async function serve(c: Context, doors: Doors): Promise<Response> {
  const { body, unreadable } = await readBody(c.req).then(
    (value) => ({ body: value, unreadable: null }),
    (error: unknown) => ({ body: null, unreadable: error }),
  );
  const context = await authenticateCaller(c, doors, body);
  const entries = Array.isArray(body) ? body : [body];
  await countMessages(c, doors, { context, entries });
  if (unreadable) throw unreadable;
  checkProtocolVersion(c.req.header("mcp-protocol-version"), body);
  // Nobody would read what is answered, and who asks again must not find it done twice.
  const isGone = () => c.req.raw.signal.aborted;
  if (!Array.isArray(body) && !isGone()) return answerOne(c, doors, { context, body });
  const answers: string[] = [];
  for (const entry of entries) {
    if (isGone()) break;
    const text = await answerEntry(c, doors, entry);
    if (text !== null) answers.push(text);
  }
  if (answers.length === 0) return c.body(null, 202);
  return wantsStreamOnly(c) ? sendStream(c, answers) : sendJson(c, `[${answers.join(",")}]`, 200);
}

/** The answer to an entry of a batch, or null; the caller is looked up for each, since what is revoked ends at once. */
async function answerEntry(c: Context, doors: Doors, entry: unknown): Promise<string | null> {
  const message = readMessage(entry);
  if (message.kind === "silent") return null;
  try {
    const context = await authenticateCaller(c, doors, entry);
    return (await doors.dispatch(context, message)).text;
  } catch (thrown) {
    return errorText(idOf(entry), toRefusal(thrown, doors.base), doors.base.server.version);
  }
}

type Single = { context: McpContext; body: unknown };

async function answerOne(c: Context, doors: Doors, { context, body }: Single): Promise<Response> {
  const { text, error } = await doors.dispatch(context, readMessage(body));
  if (text === null) return c.body(null, 202);
  if (error?.code === -32002) {
    challenge(c, doors.base, 'error="insufficient_scope", scope="mcp:read mcp:write"');
    return sendJson(c, text, 403);
  }
  if (error?.code === -32600) return sendJson(c, text, 400);
  const wait_seconds = error?.data["retry_after_seconds"];
  if (wait_seconds !== undefined) {
    c.header("Retry-After", String(wait_seconds));
    return sendJson(c, text, 429);
  }
  return wantsStreamOnly(c) ? sendStream(c, [text]) : sendJson(c, text, 200);
}

async function authenticateCaller(c: Context, doors: Doors, body: unknown): Promise<McpContext> {
  const { base } = doors;
  const bearer = /^bearer ([^\s,]+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  try {
    if (bearer === undefined) throw new Failure("UNAUTHORIZED", "This call needs a bearer token.");
    const caller = await doors.authenticate(base, bearer, projectIn(body));
    const { project: entered, ...user } = caller;
    const isGone = () => c.req.raw.signal.aborted;
    return { ...base, isGone, actor: { kind: "user", door: "mcp", ...user }, entered };
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "UNAUTHORIZED") throw error;
    challenge(c, base, bearer === undefined ? "" : 'error="invalid_token"');
    const { message } = error;
    const body401 = { code: -32001, message, data: { code: "UNAUTHENTICATED" } };
    throw new Refusal(401, body401, idOf(body));
  }
}

/** The number of the project that a single call names, or 0: looking it up with the token saves a round trip. */
function projectIn(body: unknown): number {
  const params = isRecord(body) ? body["params"] : undefined;
  const args = isRecord(params) ? params["arguments"] : undefined;
  const id = isRecord(args) ? args["project_id"] : undefined;
  return typeof id === "string" && PROJECT_ID.test(id) ? decodeId("prj", id) : 0;
}

/** Says where to get a token, or a better one (RFC 9728 5.1, RFC 6750 3). */
function challenge(c: Context, { server }: BaseContext, reason: string): void {
  const metadata = `${server.base_url}/.well-known/oauth-protected-resource`;
  const parts = [`resource_metadata="${metadata}"`, ...(reason ? [reason] : [])];
  c.header("WWW-Authenticate", `Bearer ${parts.join(", ")}`);
}

/** Counts every message, so that a batch does not pass as one. */
async function countMessages(
  c: Context,
  { limit }: Doors,
  { context, entries }: { context: McpContext; entries: unknown[] },
): Promise<void> {
  const { actor } = context;
  if (actor.kind !== "user") return;
  try {
    await limit.count(c, `user:${actor.user_id}`, entries.length);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "RATE_LIMIT_EXCEEDED") throw error;
    throw new Refusal(429, toRpcError(error), entries.length === 1 ? idOf(entries[0]) : null);
  }
}

/** No header, or an empty one, is fine: clients of the first versions send none. */
function checkProtocolVersion(sent: string | undefined, body: unknown): void {
  if (!sent || PROTOCOL_VERSIONS.includes(sent)) return;
  const supported = [...PROTOCOL_VERSIONS];
  const message = `MCP-Protocol-Version: ${JSON.stringify(sent.slice(0, 40))} is not supported (valid: ${supported.join(", ")})`;
  const method = isRecord(body) ? body["method"] : undefined;
  // Clients of later versions probe with a method of theirs, and fall back when that is unknown.
  const isUnknown = typeof method === "string" && !METHODS.includes(method);
  const error = isUnknown
    ? { code: -32601, message, data: { code: "METHOD_NOT_FOUND", supported } }
    : { code: -32600, message, data: { code: "UNSUPPORTED_PROTOCOL_VERSION", supported } };
  throw new Refusal(400, error, idOf(body));
}

const EXPOSED = [
  "WWW-Authenticate",
  "Retry-After",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
].join(", ");
const REQUEST_HEADERS =
  "Authorization, Content-Type, Accept, MCP-Protocol-Version, MCP-Session-Id, Last-Event-ID";

/** Refuses foreign web pages and foreign names of this host; lets the legal pages read the answer. */
function checkOrigin(c: Context, rule: OriginRule): void {
  const host = c.req.header("host");
  const origin = c.req.header("origin");
  c.header("Vary", "Origin");
  if (host !== undefined && !rule.allowsHost(host)) {
    throw badRequest("This Host is not served here: BASE_URL names another.", {
      status: 403,
      code: "HOST_NOT_ALLOWED",
    });
  }
  if (origin === undefined) return;
  if (!rule.allowsOrigin(origin)) {
    throw badRequest("This Origin may not call.", { status: 403, code: "ORIGIN_NOT_ALLOWED" });
  }
  c.header("Access-Control-Allow-Origin", origin);
  c.header("Access-Control-Expose-Headers", EXPOSED);
  if (c.req.method !== "OPTIONS") return;
  c.header("Access-Control-Allow-Methods", "GET, POST");
  c.header("Access-Control-Allow-Headers", REQUEST_HEADERS);
  c.header("Access-Control-Max-Age", "7200");
}

/** True when a client takes an event stream and no JSON; one that takes JSON, or says nothing, gets JSON. */
function wantsStreamOnly(c: Context): boolean {
  const types = (c.req.header("accept") ?? "").toLowerCase();
  return types.includes("text/event-stream") && !/application\/(json|\*)|\*\/\*/.test(types);
}

function sendJson(c: Context, text: string, status: RefusalStatus | 200): Response {
  return c.body(text, status, { "content-type": "application/json" });
}

/** One event per response, then the end. */
function sendStream(c: Context, answers: readonly string[]): Response {
  const events = answers.map((text) => `event: message\ndata: ${text}\n\n`);
  return c.body(events.join(""), 200, {
    "content-type": "text/event-stream",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
  });
}

function toRefusal(thrown: unknown, { log }: BaseContext): Refusal {
  if (thrown instanceof Refusal) return thrown;
  const failure = toFailure(translateDatabaseError(thrown));
  const is_away = failure.code === "UNAVAILABLE";
  log.error({ error: failure.cause ?? failure }, "request failed");
  return new Refusal(is_away ? 503 : 500, toRpcError(failure));
}
