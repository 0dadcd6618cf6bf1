import assert from "node:assert/strict";
import { test } from "node:test";
import { type McpAnswer, openMcp } from "../../../test/kit/mcp-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const HOUR_MS = 3_600_000;
const BRAND = { name: "Northwind", domain: "northwind.example.com" };
const errorOf = ({ body }: McpAnswer) => [body.error?.code, body.error?.data?.code];

test("every state of an onboarding session has its own answer, and says what to do", async () => {
  let time = Date.parse("2026-11-20T12:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  let mcp = await openMcp(world);
  const reader = await openMcp(world, { access: "read" });
  const stranger = await openMcp(await world.neighbour());
  const begin = async () =>
    (await mcp.call("start_onboarding", BRAND)).body.result.structuredContent;
  const complete = (session_id: string, client = mcp) =>
    client.call("complete_onboarding", { session_id });
  const pass = async (ms: number) => {
    time += ms;
    // Tokens last an hour.
    mcp = await openMcp(world);
  };

  const { session_id, expires_at, server_version } = await begin();
  assert.equal(server_version, "test-commit");
  assert.equal(Date.parse(expires_at) - time, 24 * HOUR_MS);
  assert.deepEqual(errorOf(await reader.call("start_onboarding", BRAND)), [
    -32002,
    "SCOPE_REQUIRED",
  ]);
  assert.deepEqual(errorOf(await complete(session_id, stranger)), [-32602, "MCP_ARG_NOT_FOUND"]);
  const unknown = await complete("onb_zzzzzzzz");
  assert.deepEqual(errorOf(unknown), [-32602, "MCP_ARG_NOT_FOUND"]);
  assert.match(unknown.body.error.message, /start_onboarding/);

  const made = await complete(session_id);
  assert.equal(made.body.result.structuredContent.name, "Northwind");
  const again = await complete(session_id);
  assert.deepEqual(errorOf(again), [-32000, "ONBOARDING_SESSION_STATE"]);
  assert.ok(again.body.error.message.includes(made.body.result.structuredContent.id));

  const old = (await begin()).session_id;
  await pass(24 * HOUR_MS - 1_000);
  const young = (await begin()).session_id;
  await pass(2_000);
  const expired = await complete(old);
  assert.deepEqual(errorOf(expired), [-32000, "ONBOARDING_SESSION_EXPIRED"]);
  assert.match(expired.body.error.message, /start_onboarding/);
  assert.equal((await complete(young)).body.error, undefined);
  const projects = await mcp.call("list_projects");
  assert.equal(projects.body.result.structuredContent.total_count, 3);
});
