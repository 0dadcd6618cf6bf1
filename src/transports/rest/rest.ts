import { setImmediate as breathe } from "node:timers/promises";
import { type Context, Hono } from "hono";
import type { BaseContext, ProjectContext } from "#core/context.ts";
import { listUnknown } from "#core/explain.ts";
import { Failure } from "#core/failure.ts";
import { encodeId, exampleId, idPattern } from "#core/id.ts";
import type { AnyOperation, Method } from "#core/operation.ts";
import { admit, run } from "#core/run.ts";
import { authenticateKey, refuseKey } from "#domain/keys/authenticate-key.ts";
import { readBounded, readJson, requireStreamType } from "#transports/shared/body.ts";
import {
  type Address,
  decodePart,
  decodeQuery,
  parseQuery,
  splitUrl,
} from "#transports/shared/decode.ts";
import { guardCall } from "#transports/shared/failures.ts";
import { once } from "#transports/shared/once.ts";
import { packedText } from "#transports/shared/packed-text.ts";
import type { RateLimit } from "#transports/shared/rate-limit.ts";
import { readAllowed } from "#transports/shared/read-allowed.ts";
import { describeApi } from "./openapi.ts";
import { makeRouter } from "./router.ts";

/** Where the REST API is mounted. */
export const REST_PATH = "/api/v1";

const LONG = 200;

type Routed = AnyOperation & { route: `${Method} /${string}` };
type Doors = { base: BaseContext; limit: RateLimit; find: ReturnType<typeof makeRouter<Routed>> };

/** The REST API of `catalog`, to be mounted at REST_PATH. */
export function makeRest(
  catalog: readonly AnyOperation[],
  base: BaseContext,
  limit: RateLimit,
): Hono {
  const routed = catalog.filter((operation): operation is Routed => operation.route !== undefined);
  const find = makeRouter(
    routed.map((operation) => {
      const [method, path] = operation.route.split(" ") as [Method, string];
      return { method, path, value: operation };
    }),
  );
  const app = new Hono();
  const document = () => JSON.stringify(describeApi(routed));
  app.get("/openapi.json", packedText(document, { "content-type": "application/json" }));
  app.all("*", (c) => guardCall(c, base, () => serve(c, { base, limit, find })));
  return app;
}

/** Key, rate, plan, body, existence, state: in this order. */
async function serve(c: Context, doors: Doors): Promise<Response> {
  const address = splitUrl(c.req.url);
  const context = await admitCaller(c, address, doors);
  const { operation, raw } = route(c, address.path, doors);
  admit(operation, context);
  const inPath = Object.fromEntries(
    Object.entries(raw).map(([name, text]) => [name, decodePart(text, name)]),
  );
  const input = await readInput(c.req, { operation, inPath, search: address.search });
  const asked = isOwnProject(inPath["project_id"], context)
    ? once(c, operation)
    : { ...operation, handler: refuseProject };
  const body =
    operation.stream &&
    readAllowed(readBounded(c.req.raw, operation.stream.limit_bytes), async () =>
      admit(operation, await authenticateKey(doors.base, c.req.header("x-api-key"))),
    );
  const isGone = () => c.req.raw.signal.aborted;
  const result = await run(asked, { ...context, isGone }, input, body);
  if (isLong(result)) await breathe();
  const status = operation.status ?? 200;
  return status === 204 ? c.body(null, 204) : c.json(result, status);
}

/** True for a list that takes its time to write out: other requests get their turn before. */
function isLong(result: unknown): boolean {
  const data = result && typeof result === "object" && "data" in result ? result.data : null;
  return Array.isArray(data) && data.length > LONG;
}

/** Authenticates the key and counts the request against its project. */
async function admitCaller(
  c: Context,
  address: Address,
  { base, limit }: Doors,
): Promise<ProjectContext> {
  const key = c.req.header("x-api-key");
  const context = await limit.shield(c, async () => {
    if (isKeyInUrl(address, key)) throw refuseKey();
    return authenticateKey(base, key);
  });
  await limit.count(c, `project:${context.project.project_id}`);
  return context;
}

const KEY_NAME = /^(x-)?(api[-_]?)?(key|token|access_token)$/i;

/** True when an address carries a key, or a parameter that is named like one: a URL ends up in logs. */
function isKeyInUrl({ path, search }: Address, key: string | undefined): boolean {
  if (path.includes("earshot_sk_")) return true;
  if (search === "") return false;
  return search.split("&").some((pair) => {
    const [name = "", ...rest] = safeDecode(pair.replaceAll("+", " ")).split("=");
    const value = rest.join("=");
    return KEY_NAME.test(name) || `${name}${value}`.includes("earshot_sk_") || value === key;
  });
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function route(c: Context, path: string, { find }: Doors) {
  const match = find(path.slice(REST_PATH.length));
  if (path === `${REST_PATH}/openapi.json`) throw notAllowed(c, ["GET"]);
  if (!match) {
    throw new Failure(
      "NOT_FOUND",
      `There is no such endpoint; GET ${REST_PATH}/openapi.json lists them${path.endsWith("/") ? ", none with a slash at the end" : ""}.`,
    );
  }
  const method = c.req.method === "HEAD" ? "GET" : c.req.method;
  const operation = match.methods.get(method as Method);
  if (!operation) throw notAllowed(c, [...match.methods.keys()]);
  return { operation, raw: match.raw };
}

function notAllowed(c: Context, methods: Method[]): Failure {
  const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : method));
  c.header("Allow", allow.join(", "));
  return new Failure(
    "METHOD_NOT_ALLOWED",
    `This path takes ${allow.join(", ")}, not ${c.req.method}.`,
  );
}

type Sent = { operation: Routed; inPath: Record<string, string>; search: string };

/** Path, query and body as one input; nothing may stand where it does not belong. */
async function readInput(
  request: Context["req"],
  { operation, inPath, search }: Sent,
): Promise<Record<string, unknown>> {
  const { project_id: _, ...parameters } = inPath;
  const shape: Record<string, never> = { ...operation.input.shape };
  for (const name of Object.keys(parameters)) delete shape[name];
  const carriesBody = /^(POST|PATCH)/.test(operation.route) && !operation.stream;
  const query = parseQuery(search);
  const legal = carriesBody ? {} : shape;
  refuseUnknown("query parameter", [...query.keys()], Object.keys(legal));
  const inQuery = decodeQuery(legal, query);
  if (operation.stream) requireStreamType(request, operation.stream);
  if (!carriesBody) return { ...inQuery, ...parameters };
  const inBody = await readJson(request);
  refuseUnknown("argument", Object.keys(inBody), Object.keys(shape));
  return { ...inBody, ...parameters };
}

function refuseUnknown(kind: string, given: string[], legal: string[]): void {
  const unknown = given.filter((name) => !legal.includes(name));
  if (unknown.length === 0) return;
  throw new Failure("VALIDATION_ERROR", listUnknown(kind, unknown, legal), { problem: "UNKNOWN" });
}

/** Whether `{project_id}` in a path names the key's own project. */
function isOwnProject(project_id: string | undefined, { project }: ProjectContext): boolean {
  if (project_id === undefined || project_id === encodeId("prj", project.project_id)) return true;
  if (idPattern("prj").test(project_id)) return false;
  throw new Failure(
    "VALIDATION_ERROR",
    `project_id: must be the id of a project, like "${exampleId("prj")}"`,
  );
}

/** Stands in for the handler of an operation on another's project: whether it is there comes after its input. */
async function refuseProject(): Promise<never> {
  throw new Failure("NOT_FOUND", "There is no such project.");
}
