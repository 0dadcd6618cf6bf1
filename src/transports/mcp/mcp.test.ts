import assert from "node:assert/strict";
import { test } from "node:test";
import { type McpClient, openMcp, readAnswer } from "../../../test/kit/mcp-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const URL_MCP = "http://localhost:8787/api/mcp";
const METADATA = "http://localhost:8787/.well-known/oauth-protected-resource";
let shared: Promise<{ world: World; mcp: McpClient; reader: McpClient }> | undefined;

function open() {
  shared ??= (async () => {
    const world = await makeWorld();
    return { world, mcp: await openMcp(world), reader: await openMcp(world, { access: "read" }) };
  })();
  return shared;
}

const rpc = (id: unknown, method: string, params?: unknown) => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

test("without a token every POST is 401, and says where to get one", async () => {
  const { mcp } = await open();
  for (const body of [rpc(7, "initialize"), "no json", [], { jsonrpc: "2.0", method: "x" }]) {
    const answer = await mcp.post(body, { authorization: undefined });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get("www-authenticate"), `Bearer resource_metadata="${METADATA}"`);
    const { error, id } = answer.body;
    assert.deepEqual([error.code, error.data.code], [-32001, "UNAUTHENTICATED"]);
    assert.equal(error.data.server_version, "test-commit");
    assert.equal(id, (body as { id?: number }).id ?? null);
  }
});

test("a token that is no good is distinguished from none", async () => {
  const { mcp } = await open();
  const answer = await mcp.post(rpc(1, "tools/list"), { authorization: "Bearer earshot_at_no" });
  assert.equal(answer.status, 401);
  assert.match(answer.headers.get("www-authenticate") ?? "", /, error="invalid_token"$/);
});

test("initialize echoes a known version and answers the newest for others", async () => {
  const { mcp } = await open();
  for (const [asked, answered] of [
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2025-11-25"],
    ["1.0", "2025-11-25"],
  ]) {
    const { body } = await mcp.request("initialize", { protocolVersion: asked, capabilities: {} });
    assert.equal(body.result.protocolVersion, answered);
  }
  const { body, headers } = await mcp.request("initialize", {});
  assert.deepEqual(body.result.capabilities, {
    tools: { listChanged: false },
    prompts: { listChanged: false },
  });
  const { version, websiteUrl, icons } = body.result.serverInfo;
  assert.deepEqual([version, websiteUrl], ["test-commit", "http://localhost:8787"]);
  const { world } = await open();
  const icon = await world.app.request(icons[0].src);
  assert.deepEqual([icon.status, icon.headers.get("content-type")], [200, icons[0].mimeType]);
  assert.ok(body.result.instructions.length < 1024);
  assert.equal(headers.get("mcp-session-id"), null);
});

test("any other method is unknown, ping included", async () => {
  const { mcp } = await open();
  for (const method of ["ping", "server/discover", "resources/list", "tools/lst", "__proto__"]) {
    const { status, body } = await mcp.request(method);
    assert.deepEqual([status, body.error.code], [200, -32601]);
    assert.deepEqual(body.error.data, { code: "METHOD_NOT_FOUND", server_version: "test-commit" });
  }
});

test("notifications and responses are taken without a word", async () => {
  const { mcp } = await open();
  for (const body of [
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "tools/call", params: { name: "delete_brand" } },
    { jsonrpc: "2.0", id: 1, result: {} },
    [{ jsonrpc: "2.0", method: "notifications/initialized" }],
  ]) {
    const { status, text } = await mcp.post(body);
    assert.deepEqual([status, text], [202, ""]);
  }
});

test("a batch is answered entry by entry, in order, broken ones with an error of their own", async () => {
  const { mcp, reader } = await open();
  const { status, body } = await mcp.post([
    rpc("a", "tools/list"),
    5,
    { jsonrpc: "2.0", method: "notifications/cancelled" },
    { jsonrpc: "1.0", id: 3, method: "ping" },
    rpc("b", "ping"),
    rpc(null, "tools/list"),
    rpc("c", "initialize", {}),
  ]);
  assert.equal(status, 200);
  const seen = body.map(({ id, error }: { id: unknown; error?: { code: number } }) => [
    id,
    error?.code,
  ]);
  assert.deepEqual(seen, [
    ["a", undefined],
    [null, -32600],
    [3, -32600],
    ["b", -32601],
    [null, -32600],
    ["c", undefined],
  ]);
  const scoped = await reader.post([rpc(1, "tools/call", { name: "create_brand" })]);
  assert.deepEqual([scoped.status, scoped.body[0].error.code], [200, -32002]);
});

test("a batch has 1 to 100 messages", async () => {
  const { mcp } = await open();
  const batch = (count: number) => Array.from({ length: count }, (_, id) => rpc(id, "ping"));
  for (const count of [0, 101]) {
    const { status, body } = await mcp.post(batch(count));
    assert.deepEqual([status, body.id, body.error.code], [400, null, -32600]);
  }
  assert.equal((await mcp.post(batch(100))).body.length, 100);
});

test("what is no request is refused before anything runs", async () => {
  const { mcp } = await open();
  const cases: [unknown, Record<string, string | undefined>, number, number][] = [
    ["{", {}, 400, -32700],
    ["", {}, 400, -32700],
    ["7", {}, 400, -32600],
    [{ jsonrpc: "2.0", id: {}, method: "ping" }, {}, 400, -32600],
    [{ jsonrpc: "2.0", id: 1 }, {}, 400, -32600],
    [rpc(1, "tools/list"), { "content-type": "text/plain" }, 415, -32600],
    [rpc(1, "tools/list"), { "content-type": undefined }, 415, -32600],
    [`"${"x".repeat(1_048_576)}"`, {}, 413, -32600],
    [`${"[".repeat(60)}${"]".repeat(60)}`, {}, 400, -32600],
    [rpc(1, "tools/list", []), {}, 200, -32602],
    [rpc(1, "tools/list", { cursor: "2" }), {}, 200, -32602],
  ];
  for (const [body, headers, status, code] of cases) {
    const answer = await mcp.post(body, headers);
    assert.deepEqual([answer.status, answer.body.error.code], [status, code]);
    assert.equal(answer.body.error.data.server_version, "test-commit");
  }
});

test("answers are JSON unless the client takes only an event stream", async () => {
  const { mcp } = await open();
  for (const accept of [
    undefined,
    "*/*",
    "application/json",
    "text/html",
    "text/event-stream, application/json",
  ]) {
    const { status, headers } = await mcp.post(rpc(1, "tools/list"), { accept });
    assert.deepEqual([status, headers.get("content-type")], [200, "application/json"]);
  }
  const one = await mcp.post(rpc(1, "ping"), { accept: "text/event-stream" });
  assert.equal(one.headers.get("content-type"), "text/event-stream");
  assert.match(one.text, /^event: message\ndata: \{"jsonrpc":"2.0","id":1,.*\}\n\n$/);
  const two = await mcp.post([rpc(1, "ping"), rpc(2, "ping")], { accept: "text/event-stream" });
  assert.deepEqual(
    two.text.split("\n\n").map((event) => /"id":(\d)/.exec(event)?.[1]),
    ["1", "2", undefined],
  );
});

test("GET tells the version to anyone, and refuses clients that want a stream", async () => {
  const { world } = await open();
  const get = async (accept?: string) =>
    readAnswer(await world.app.request(URL_MCP, { headers: accept ? { accept } : {} }));
  for (const accept of [undefined, "*/*", "application/json, text/event-stream"]) {
    const { status, body } = await get(accept);
    assert.deepEqual(
      [status, body],
      [200, { serverInfo: { name: "earshot", version: "test-commit" } }],
    );
  }
  const stream = await get("text/event-stream");
  assert.deepEqual([stream.status, stream.headers.get("allow")], [405, "GET, POST"]);
  assert.equal(stream.body.error.data.server_version, "test-commit");
  for (const method of ["DELETE", "PUT", "PATCH"]) {
    const { status, headers } = await world.app.request(URL_MCP, { method });
    assert.deepEqual([status, headers.get("allow")], [405, "GET, POST"]);
  }
});

test("an unknown MCP-Protocol-Version is 400, and a later client's probe looks like an unknown method", async () => {
  const { mcp } = await open();
  const header = { "mcp-protocol-version": "2026-07-28" };
  const list = await mcp.post(rpc(1, "tools/list"), header);
  assert.deepEqual([list.status, list.body.error.code, list.body.id], [400, -32600, 1]);
  const probe = await mcp.post(rpc(2, "server/discover"), header);
  assert.deepEqual([probe.status, probe.body.error.code], [400, -32601]);
  const known = await mcp.post(rpc(1, "tools/list"), { "mcp-protocol-version": "2025-06-18" });
  assert.equal(known.status, 200);
  const empty = await mcp.post(rpc(1, "tools/list"), { "mcp-protocol-version": "" });
  assert.equal(empty.status, 200);
});

test("foreign web pages and rebound names are refused, ours may read the answer", async () => {
  const { mcp, world } = await open();
  for (const origin of [
    "https://evil.example",
    "null",
    "http://localhost.evil.example",
    "file://",
  ]) {
    const { status, body } = await mcp.post(rpc(1, "tools/list"), { origin });
    assert.deepEqual([status, body.error.code], [403, -32600]);
  }
  for (const origin of [
    "http://localhost:8787",
    "http://127.0.0.1:6274",
    "https://inspector.example",
  ]) {
    const { status, headers } = await mcp.post(rpc(1, "tools/list"), { origin });
    assert.deepEqual([status, headers.get("access-control-allow-origin")], [200, origin]);
    assert.match(headers.get("access-control-expose-headers") ?? "", /WWW-Authenticate/);
  }
  const rebound = await mcp.post(rpc(1, "tools/list"), { host: "evil.example:8787" });
  assert.equal(rebound.status, 403);
  const preflight = await world.app.request(URL_MCP, {
    method: "OPTIONS",
    headers: { origin: "http://localhost:6274", "access-control-request-method": "POST" },
  });
  assert.equal(preflight.status, 204);
  assert.match(preflight.headers.get("access-control-allow-headers") ?? "", /Authorization/);
});

test("the limit is per user across clients and counts every message of a batch", async () => {
  const world = await makeWorld({ per_minute: 10 });
  const first = await openMcp(world);
  const second = await openMcp(world);
  const opening = await first.request("initialize", {});
  assert.equal(opening.headers.get("x-ratelimit-limit"), "10");
  assert.equal(opening.headers.get("x-ratelimit-remaining"), "9");
  const batch = (length: number) => Array.from({ length }, (_, id) => rpc(id, "ping"));
  const refused = await second.post(batch(10));
  assert.deepEqual([refused.status, refused.headers.get("x-ratelimit-remaining")], [429, "9"]);
  assert.equal((await second.post(batch(9))).headers.get("x-ratelimit-remaining"), "0");
  const before = Date.now() / 1000;
  const over = await first.request("tools/list");
  assert.equal(over.status, 429);
  assert.deepEqual([over.body.error.code, over.body.error.data.code], [-32000, "RATE_LIMITED"]);
  assert.ok(Number(over.headers.get("retry-after")) >= 1);
  assert.ok(Number(over.headers.get("x-ratelimit-reset")) >= before);
  const get = await world.app.request(URL_MCP);
  assert.equal(get.status, 200);
  const neighbour = await openMcp(await world.neighbour());
  assert.equal((await neighbour.request("tools/list")).status, 200);
});
