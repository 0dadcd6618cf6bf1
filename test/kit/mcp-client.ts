import { randomBytes } from "node:crypto";
import { makeClientId } from "#domain/oauth/client.ts";
import { issueTokens } from "#domain/oauth/issue-tokens.ts";
import { insertClient, insertGrant } from "#domain/oauth/oauth-queries.ts";
import { resourceOf } from "#domain/oauth/resource.ts";
import { scopesOf } from "#domain/oauth/scope.ts";
import type { World } from "./world.ts";

/** An access token of a world's user for the MCP server, as if they had consented. */
export async function makeToken(world: World, access: "read" | "write"): Promise<string> {
  const { db, base, user } = world;
  const now = base.now();
  const client_id = makeClientId();
  await insertClient(
    db,
    { client_id, name: "Test", redirect_uris: ["https://client.example/cb"] },
    now,
  );
  const scopes = scopesOf(access === "write");
  const resource = resourceOf(base.server.base_url);
  const grant = { client_id, user_id: user.user_id, scopes, resource, created_at: now };
  const grant_id = await insertGrant(db, randomBytes(32), grant);
  return (await issueTokens(db, { grant_id, scopes, granted: scopes }, now)).access_token;
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
export type McpAnswer = { status: number; headers: Headers; text: string; body: any };
export type McpClient = {
  token: string;
  /** Sends any body with the token; headers given here win, undefined ones are left out. */
  post(body: unknown, headers?: Record<string, string | undefined>): Promise<McpAnswer>;
  request(method: string, params?: unknown): Promise<McpAnswer>;
  call(tool: string, args?: Record<string, unknown>): Promise<McpAnswer>;
};

/** Speaks to the MCP server of a world as its user. */
export async function openMcp(
  world: World,
  { access = "write" }: { access?: "read" | "write" } = {},
): Promise<McpClient> {
  const token = await makeToken(world, access);
  const post: McpClient["post"] = async (body, headers = {}) => {
    const sent = Object.entries({
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    }).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return readAnswer(
      await world.app.request("http://localhost:8787/api/mcp", {
        method: "POST",
        headers: sent,
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    );
  };
  const request: McpClient["request"] = (method, params) =>
    post({ jsonrpc: "2.0", id: 1, method, params });
  const call: McpClient["call"] = (name, args) => request("tools/call", { name, arguments: args });
  return { token, post, request, call };
}

/** Status, headers, text and, of JSON answers, the parsed body. */
export async function readAnswer(response: Response): Promise<McpAnswer> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get("content-type")?.includes("json");
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}
