import { type Context, Hono } from "hono";
import type { AccountContext, ProjectContext } from "#core/context.ts";
import { FAILURES, Failure, toFailure } from "#core/failure.ts";
import { encodeId } from "#core/id.ts";
import type { AnyOperation, Method } from "#core/operation.ts";
import { admit, run } from "#core/run.ts";
import { authenticateKey } from "#domain/keys/authenticate-key.ts";
import type { RateLimit } from "#transports/shared/rate-limit.ts";
import { readBounded, readJson, requireMediaType } from "./body.ts";
import { decodeQuery } from "./decode.ts";
import { describeApi } from "./openapi.ts";

type Base = Omit<AccountContext, "actor">;
type Routed = AnyOperation & { route: `${Method} /${string}` };

/** The REST API of `catalog`, to be mounted at /api/v1. */
export function makeRest(catalog: readonly AnyOperation[], base: Base, limit: RateLimit): Hono {
  const app = new Hono();
  const routed = catalog.filter((operation): operation is Routed => operation.route !== undefined);
  const document = JSON.stringify(describeApi(routed));
  app.get("/openapi.json", (c) => c.body(document, 200, { "content-type": "application/json" }));
  const paths = new Map<string, Set<Method>>([["/openapi.json", new Set(["GET"])]]);
  for (const operation of routed) {
    const [method, path] = splitRoute(operation);
    const pattern = path.replaceAll(/\{(\w+)\}/g, ":$1");
    app.on(method, pattern, (c) => answer(c, operation, { base, limit }));
    paths.set(pattern, (paths.get(pattern) ?? new Set()).add(method));
  }
  for (const [pattern, methods] of paths) {
    app.all(pattern, async (c) => {
      await admitCaller(c, { base, limit });
      const allow = [...methods].join(", ");
      c.header("Allow", allow);
      throw new Failure("METHOD_NOT_ALLOWED", `This path takes ${allow}, not ${c.req.method}.`);
    });
  }
  app.notFound(async (c) => {
    try {
      await admitCaller(c, { base, limit });
    } catch (error) {
      return refuse(c, error, base);
    }
    const failure = new Failure(
      "NOT_FOUND",
      "No such endpoint; GET /api/v1/openapi.json lists them.",
    );
    return refuse(c, failure, base);
  });
  app.onError((error, c) => refuse(c, error, base));
  return app;
}

type Doors = { base: Base; limit: RateLimit };

/** Key, rate, plan, body, existence, state: in this order. */
async function answer(c: Context, operation: Routed, doors: Doors): Promise<Response> {
  const context = await admitCaller(c, doors);
  admit(operation, context);
  const input = await readInput(c, operation, context);
  const body = operation.stream && readBounded(c.req.raw, operation.stream.limit_bytes);
  const result = await run(operation, context, input, body);
  const status = operation.status ?? 200;
  return status === 204 ? c.body(null, 204) : c.json(result, status);
}

/** Authenticates the key and counts the request against its project. */
async function admitCaller(c: Context, { base, limit }: Doors): Promise<ProjectContext> {
  if (new URL(c.req.url).search.includes("earshot_sk_")) {
    throw new Failure("UNAUTHORIZED", "API keys belong in the X-API-Key header, never in a URL.");
  }
  const context = await limit.shield(c, () => authenticateKey(base, c.req.header("x-api-key")));
  await limit.count(c, `project:${context.project.project_id}`);
  return context;
}

/** Path, query and body as one input; `{project_id}` must name the key's own project. */
async function readInput(
  c: Context,
  operation: Routed,
  { project }: ProjectContext,
): Promise<Record<string, unknown>> {
  const [method] = splitRoute(operation);
  const { project_id, ...inPath } = c.req.param() as Record<string, string>;
  if (project_id !== undefined && project_id !== encodeId("prj", project.project_id)) {
    if (!project_id.startsWith("prj_")) {
      throw new Failure("VALIDATION_ERROR", "project_id: must be the id of a project (prj_...)");
    }
    throw new Failure("NOT_FOUND", "There is no such project.");
  }
  const query = c.req.queries();
  const inQuery = decodeQuery(
    method === "GET" || operation.stream ? operation.input.shape : {},
    query,
  );
  if (operation.stream) requireMediaType(c.req, operation.stream.media_type);
  const hasBody = (method === "POST" || method === "PATCH") && !operation.stream;
  const inBody = hasBody ? await readJson(c.req) : {};
  for (const name of Object.keys(inPath)) {
    if (name in inQuery || name in inBody) {
      throw new Failure("VALIDATION_ERROR", `${name}: belongs in the path only`);
    }
  }
  return { ...inQuery, ...inBody, ...inPath };
}

function splitRoute(operation: Routed): [Method, string] {
  return operation.route.split(" ") as [Method, string];
}

function refuse(c: Context, error: unknown, { log }: Base): Response {
  const failure = toFailure(error);
  const { http, rest } = FAILURES[failure.code];
  if (http >= 500)
    log.error({ error: failure.cause ?? failure, path: c.req.path }, "request failed");
  return c.json({ error: { code: rest, message: failure.message } }, http);
}
