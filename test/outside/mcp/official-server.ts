import { createServer } from "node:http";
import { serve } from "@hono/node-server";
import { Server as Server1 } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createMcpHandler, Server as Server2 } from "@modelcontextprotocol/server";
import { catalog } from "../../../src/catalog.ts";
import { readConfig } from "../../../src/config.ts";
import { authenticateToken } from "../../../src/domain/oauth/authenticate-token.ts";
import { accessOf } from "../../../src/domain/oauth/scope.ts";
import { projectContextFor } from "../../../src/domain/projects/project-context.ts";
import { openInstallation } from "../../../src/installation.ts";
import { makeTools } from "../../../src/transports/mcp/tools.ts";

// Our tools, database and tokens behind the official server packages, for bench/mcp.ts: node official-server.ts v1|v2
// The low-level Server of each, which is the cheapest way they offer: no schema is registered or compiled per request.
const version = process.argv[2] === "v1" ? "v1" : "v2";
const config = readConfig();
const silent = { info() {}, warn() {}, error: (fields: object) => console.error(fields) };
const { base } = await openInstallation(config, silent);
const tools = makeTools(catalog, async (context, project_id) => {
  const { actor } = context;
  return actor.kind === "user" ? projectContextFor(context, actor, project_id, "mcp") : undefined;
});
const byName = new Map(tools.map((tool) => [tool.name, tool]));
const list = { tools: tools.map((tool) => tool.describe()) };
const INFO = { name: "official", version: "1" };
const OPTIONS = { capabilities: { tools: {} } };

// biome-ignore lint/suspicious/noExplicitAny: two libraries with like, unrelated types.
type Any = any;

async function contextOf(authorization: string | null | undefined): Promise<Any> {
  const { user_id, email, scopes } = await authenticateToken(base, authorization?.slice(7));
  return {
    ...base,
    actor: { kind: "user", door: "mcp", user_id, email, access: accessOf(scopes) },
  };
}

async function call(context: Any, { name, arguments: args = {} }: Any): Promise<Any> {
  const tool = byName.get(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return JSON.parse(await tool.call(context, args));
}

if (version === "v1") {
  createServer(async (request, response) => {
    const context = await contextOf(request.headers.authorization).catch(() => null);
    if (!context) return response.writeHead(401).end();
    const server = new Server1(INFO, OPTIONS);
    server.setRequestHandler(ListToolsRequestSchema, async () => list as Any);
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => call(context, params));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: undefined as Any,
      enableJsonResponse: true,
    });
    response.on("close", () => {
      void transport.close();
      void server.close();
    });
    await server.connect(transport);
    await transport.handleRequest(request, response);
  }).listen(config.PORT, "127.0.0.1", () => console.log("ready"));
} else {
  const handler = createMcpHandler(async ({ authInfo }: Any) => {
    const server = new Server2(INFO, OPTIONS);
    const context = authInfo?.extra?.context;
    server.setRequestHandler("tools/list", async () => list as Any);
    server.setRequestHandler("tools/call", ({ params }: Any) => call(context, params));
    return server;
  });
  const fetch = async (request: Request) => {
    const context = await contextOf(request.headers.get("authorization")).catch(() => null);
    if (!context) return new Response(null, { status: 401 });
    const authInfo = { token: "t", clientId: "c", scopes: [], extra: { context } };
    return handler.fetch(request, { authInfo } as Any);
  };
  serve({ fetch, hostname: "127.0.0.1", port: config.PORT }, () => console.log("ready"));
}
process.on("SIGTERM", () => process.exit(0));
