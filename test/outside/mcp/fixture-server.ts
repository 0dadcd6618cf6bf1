import { serve } from "@hono/node-server";
import { makeDatabase, makePool } from "../../../src/adapters/database/pool.ts";
import type { Prompt, Tool } from "../../../src/transports/mcp/dispatch.ts";
import { MCP_PATH, makeMcp } from "../../../src/transports/mcp/mcp.ts";

// Our MCP server with the tools and prompts that the conformance suite calls, in place of ours.
const PORT = Number(process.env["PORT"] ?? 8851);
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==";
const text = (value: string) => ({ type: "text", text: value });
const image = { type: "image", data: PIXEL, mimeType: "image/png" };
const audio = { type: "audio", data: SILENCE, mimeType: "audio/wav" };
const resource = (uri: string) => ({
  type: "resource",
  resource: { uri, mimeType: "text/plain", text: "An embedded resource." },
});

function tool(name: string, result: object, inputSchema: object = { type: "object" }): Tool {
  return {
    name,
    describe: () => ({ name, description: `Fixture ${name}.`, inputSchema }),
    access: "read",
    call: async () => JSON.stringify(result),
  };
}

function prompt(
  name: string,
  names: string[],
  write: (args: Record<string, unknown>) => object[],
): Prompt {
  const declared = names.map((one) => ({ name: one, description: "Text.", required: true }));
  return {
    listing: { name, description: `Fixture ${name}.`, arguments: declared },
    get: async (_, args) =>
      JSON.stringify({ messages: write(args).map((content) => ({ role: "user", content })) }),
  };
}

const SCHEMA_2020 = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } },
    },
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" },
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false,
};

const tools = [
  tool("test_simple_text", { content: [text("This is a simple text response for testing.")] }),
  tool("test_image_content", { content: [image] }),
  tool("test_audio_content", { content: [audio] }),
  tool("test_embedded_resource", { content: [resource("test://embedded-resource")] }),
  tool("test_multiple_content_types", {
    content: [text("Several kinds:"), image, resource("test://mixed-content-resource")],
  }),
  tool("test_error_handling", {
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }),
  tool("json_schema_2020_12_tool", { content: [text("ok")] }, SCHEMA_2020),
];
const prompts = [
  prompt("test_simple_prompt", [], () => [text("This is a simple prompt for testing.")]),
  prompt("test_prompt_with_arguments", ["arg1", "arg2"], ({ arg1, arg2 }) => [
    text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`),
  ]),
  prompt("test_prompt_with_embedded_resource", ["resourceUri"], ({ resourceUri }) => [
    resource(String(resourceUri)),
    text("Please process the embedded resource above."),
  ]),
  prompt("test_prompt_with_image", [], () => [image, text("Please analyze the image above.")]),
];

const log = { info() {}, warn() {}, error: (fields: object) => console.error(fields) };
const queue = { async add() {}, async cancel() {} };
const app = makeMcp({
  tools,
  prompts,
  base: {
    // Never connected to: the fixtures ask nothing of it.
    db: makeDatabase(makePool({ url: "postgres://localhost:1/none" }, { size: 1 })),
    log,
    queueOn: () => queue,
    now: () => new Date(),
    server: {
      version: "fixture",
      base_url: `http://localhost:${PORT}`,
      rate_limit_per_minute: 0,
      keep_days: { answers: null, raw_bodies: null, runs: null, audit: null },
    },
  },
  limit: { async count() {}, shield: (_, authenticate) => authenticate() },
  authenticate: async () => ({
    user_id: 1,
    email: "fixture@example.com",
    access: new Set(["read", "write"] as const),
  }),
  origins: [],
});

// The suite sends no token; every other header of its requests stays as it is.
function fetch(request: Request): Response | Promise<Response> {
  const headers = new Headers(request.headers);
  if (!headers.has("authorization")) headers.set("authorization", "Bearer fixture");
  const path = new URL(request.url).pathname.slice(MCP_PATH.length) || "/";
  const url = new URL(path, request.url);
  const hasBody = !["GET", "HEAD"].includes(request.method);
  const init = {
    method: request.method,
    headers,
    ...(hasBody && { body: request.body, duplex: "half" }),
  };
  return app.fetch(new Request(url, init as RequestInit));
}

serve({ fetch, hostname: "127.0.0.1", port: PORT }, () => console.log(`ready on ${PORT}`));
