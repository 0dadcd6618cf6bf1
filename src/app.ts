import { Hono } from "hono";
import type { BaseContext } from "#core/context.ts";
import type { AnyOperation } from "#core/operation.ts";
import type { Plan } from "#core/plans.ts";
import { authenticateToken } from "#domain/oauth/authenticate-token.ts";
import { accessOf } from "#domain/oauth/scope.ts";
import { projectContextFor } from "#domain/projects/project-context.ts";
import { CALLS_PATH, makeCalls } from "#transports/dashboard/calls.ts";
import { DOWNLOADS_PATH, makeDownloads } from "#transports/dashboard/downloads.ts";
import { makeProgress, PROGRESS_PATH } from "#transports/dashboard/progress.ts";
import {
  makeShareCalls,
  SHARE_CALLS_PATH,
  type ShareLimits,
} from "#transports/dashboard/share-calls.ts";
import { type Dashboard, makeShell } from "#transports/dashboard/shell.ts";
import { MCP_PATH, makeMcp } from "#transports/mcp/mcp.ts";
import { recipes } from "#transports/mcp/prompt-templates.ts";
import { makePrompts } from "#transports/mcp/prompts.ts";
import { type EnterProject, makeTools } from "#transports/mcp/tools.ts";
import { makeOAuth } from "#transports/oauth/oauth.ts";
import type { OAuthPolicy } from "#transports/oauth/oauth-parts.ts";
import { makePages } from "#transports/pages/pages.ts";
import { makeReference } from "#transports/rest/reference.ts";
import { makeRest, REST_PATH } from "#transports/rest/rest.ts";
import type { AttemptLimit } from "#transports/shared/attempts.ts";
import {
  type CountRequest,
  clientAddress,
  frameRequests,
  type Labelled,
  type TraceRequest,
} from "#transports/shared/middleware.ts";
import { packedText } from "#transports/shared/packed-text.ts";
import { showNotFound } from "#transports/shared/page.ts";
import type { RateLimit } from "#transports/shared/rate-limit.ts";
import { PROJECT_SCHEMA_PATH, projectFileSchema } from "./commands/project-file/project-file.ts";

/** Everything the app is made of; tests give their own. */
export type AppParts = {
  catalog: readonly AnyOperation[];
  base: BaseContext;
  limits: {
    rest: RateLimit;
    mcp: RateLimit;
    registration: RateLimit;
    share: ShareLimits;
    sign_in: AttemptLimit;
  };
  settings: AppSettings;
  dashboard: Dashboard;
  /** Aborted when the process begins to stop: answers that have no end of their own then end. */
  closing: AbortSignal;
  countRequest?: CountRequest | undefined;
  traceRequest?: TraceRequest | undefined;
  labelled: Labelled;
  /** Throws while the database is out of reach. */
  checkReady(): Promise<void>;
};

/** What an operator decides about the doors. */
export type AppSettings = {
  /** The plan of an organisation that the setup page makes. */
  plan: Plan;
  oauth: OAuthPolicy;
  /**
   * Origins of web pages that may call the MCP server, in addition to our own and loopback ones.
   */
  mcp_origins: readonly string[];
  /** Proxies in front whose X-Forwarded-For is believed. */
  trusted_proxies: number;
};

/** One origin for every door. */
export function makeApp({
  catalog,
  base,
  limits,
  settings,
  dashboard,
  closing,
  countRequest,
  traceRequest,
  labelled,
  checkReady,
}: AppParts): Hono {
  const app = new Hono();
  const { base_url } = base.server;
  app.use(frameRequests({ labelled, count: countRequest, trace: traceRequest, base_url }));
  if (settings.trusted_proxies > 0) app.use(clientAddress(settings.trusted_proxies));
  app.get("/healthz", (c) => c.json({ status: "ok", version: base.server.version }));
  app.get("/readyz", async (c) => {
    try {
      if (closing.aborted) throw new Error("stopping");
      await checkReady();
      return c.json({ status: "ready" });
    } catch {
      return c.json({ status: "unavailable" }, 503);
    }
  });
  const schema = { "content-type": "application/schema+json" };
  app.get(
    PROJECT_SCHEMA_PATH,
    packedText(() => JSON.stringify(projectFileSchema()), schema),
  );
  app.route("/docs/api", makeReference(catalog));
  app.route(REST_PATH, makeRest(catalog, base, limits.rest));
  app.route(CALLS_PATH, makeCalls(catalog, base, limits.sign_in));
  app.route(DOWNLOADS_PATH, makeDownloads(catalog, base));
  app.route(SHARE_CALLS_PATH, makeShareCalls(catalog, base, limits.share));
  app.route(PROGRESS_PATH, makeProgress(base, closing));
  app.route("/", makeShell(base, dashboard));
  app.route(
    "/",
    makeOAuth({
      base,
      limit: limits.registration,
      attempts: limits.sign_in,
      policy: settings.oauth,
    }),
  );
  const { sign_in: attempts, registration: limit } = limits;
  app.route("/", makePages({ base, attempts, limit, plan: settings.plan }));
  const mcp = makeMcp({
    tools: makeTools(catalog, enterProject),
    prompts: makePrompts(recipes, catalog, enterProject),
    base,
    limit: limits.mcp,
    authenticate,
    origins: settings.mcp_origins,
  });
  // Who types the address may end it with a slash.
  for (const path of [MCP_PATH, `${MCP_PATH}/`]) app.route(path, mcp);
  app.notFound((c) =>
    c.req.header("accept")?.includes("text/html")
      ? showNotFound(c)
      : c.text("There is nothing here.", 404),
  );
  return app;
}

async function authenticate(base: AppParts["base"], bearer: string, project_id: number) {
  const holder = await authenticateToken(base, bearer, project_id);
  const { user_id, email, scopes, sign_on, project } = holder;
  return { user_id, email, sign_on, access: accessOf(scopes), project };
}

const enterProject: EnterProject = async (context, project_id) => {
  const { actor, entered } = context;
  if (entered?.project_id === project_id) return { ...context, project: entered };
  return actor.kind === "user" ? projectContextFor(context, actor, project_id, "mcp") : undefined;
};
