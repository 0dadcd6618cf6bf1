import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { type McpAnswer, openMcp } from "../../../test/kit/mcp-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const errorOf = ({ body }: McpAnswer) => [body.error?.code, body.error?.data?.code];

test("an unknown tool names the nearest one", async () => {
  const mcp = await openMcp(await makeWorld());
  const answer = await mcp.call("list_brand");
  assert.deepEqual(errorOf(answer), [-32601, "TOOL_NOT_FOUND"]);
  assert.match(answer.body.error.message, /did you mean "list_brands"/);
  assert.equal(answer.body.error.data.server_version, "test-commit");
});

test("undeclared arguments fail the whole call in the words of the interface", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const project_id = world.project.id;
  const one = await mcp.call("create_topic", { project_id, name: "Boots", nmae: 1 });
  assert.equal(
    one.body.error.message,
    'unknown argument "nmae" for tool "create_topic" (valid: project_id, name)',
  );
  assert.deepEqual(errorOf(one), [-32602, "MCP_ARG_UNKNOWN"]);
  assert.deepEqual(one.body.error.data.valid_keys, ["project_id", "name"]);
  const two = await mcp.call("list_projects", { a: 1, ["__proto__x"]: 2, limit: "x" });
  assert.equal(
    two.body.error.message,
    'unknown argument "a", "__proto__x" for tool "list_projects" (valid: limit, offset)',
  );
  const many = Array.from({ length: 300 }, (_, index) => `${"k".repeat(300)}${index}`);
  const all = await mcp.call("list_projects", Object.fromEntries(many.map((key) => [key, 1])));
  for (const key of many) assert.ok(all.body.error.message.includes(`"${key}"`), key);
  const topics = await mcp.call("list_topics", { project_id });
  assert.equal(topics.body.result.structuredContent.total_count, 0);
});

test("scope comes before arguments, and asks for the better token", async () => {
  const world = await makeWorld();
  const reader = await openMcp(world, { access: "read" });
  const answer = await reader.call("create_topic", { nonsense: true });
  assert.equal(answer.status, 403);
  assert.deepEqual(errorOf(answer), [-32002, "SCOPE_REQUIRED"]);
  assert.equal(answer.body.error.data.uri, undefined);
  assert.match(
    answer.headers.get("www-authenticate") ?? "",
    /^Bearer resource_metadata="[^"]+", error="insufficient_scope", scope="mcp:read mcp:write"$/,
  );
});

test("wrong values are named with what is legal", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const project_id = world.project.id;
  const cases: [string, Record<string, unknown>, string, RegExp][] = [
    ["get_project", {}, "MCP_ARG_MISSING", /^project_id: is required, like "prj_/],
    ["get_project", { project_id: 7 }, "MCP_ARG_TYPE", /project_id: must be a string/],
    ["get_project", { project_id: "brd_PqYbRw9s" }, "MCP_ARG_FORMAT", /id of a project/],
    ["get_project", { project_id: encodeId("prj", 999_999) }, "MCP_ARG_NOT_FOUND", /list_projects/],
    ["list_brands", { project_id, limit: 1001 }, "MCP_ARG_RANGE", /between 1 and 1000/],
    ["list_brands", { project_id, limit: "5" }, "MCP_ARG_TYPE", /limit: must be/],
    ["update_project", { project_id, status: "pausd" }, "MCP_ARG_ENUM", /did you mean "paused"\?/],
    ["delete_topic", { project_id, topic_id: encodeId("top", 99) }, "MCP_ARG_NOT_FOUND", /topic/],
  ];
  for (const [tool, args, code, words] of cases) {
    const answer = await mcp.call(tool, args);
    assert.deepEqual(errorOf(answer), [-32602, code], tool);
    assert.match(answer.body.error.message, words);
    assert.ok(answer.body.error.message.includes(`for tool "${tool}"`), answer.body.error.message);
    assert.ok(answer.body.error.data.valid_keys);
  }
});

test("another tenant's project is as unknown as one that is not", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const other = await world.neighbour();
  const foreign = await mcp.call("list_brands", { project_id: other.project.id });
  const none = await mcp.call("list_brands", { project_id: encodeId("prj", 999_999) });
  assert.deepEqual(errorOf(foreign), [-32602, "MCP_ARG_NOT_FOUND"]);
  const words = (answer: McpAnswer) => answer.body.error.message.replace(/"prj_\w+"/, "");
  assert.equal(words(foreign), words(none));
});

test("lists are columnar and every result carries the server's version three times", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const project_id = world.project.id;
  for (const name of ["Boots", "Shoes", "Socks"])
    await mcp.call("create_topic", { project_id, name });
  const { body, text } = await mcp.call("list_topics", { project_id, limit: 2 });
  const { content, structuredContent, _meta, isError } = body.result;
  assert.equal(isError, undefined);
  assert.deepEqual(JSON.parse(content[0].text), structuredContent);
  assert.deepEqual(_meta, { server_version: "test-commit" });
  const { columns, rows, ...rest } = structuredContent;
  assert.deepEqual(columns, ["id", "name", "prompt_count"]);
  assert.deepEqual(
    rows.map((row: unknown[]) => row[1]),
    ["Boots", "Shoes"],
  );
  assert.deepEqual(rest, {
    row_count: 2,
    total_count: 3,
    next_offset: 2,
    dashboard: `http://localhost:8787/projects/${project_id}/prompts?tab=topics`,
    server_version: "test-commit",
  });
  assert.equal(text.split("test-commit").length - 1, 4);
  const end = await mcp.call("list_topics", { project_id, limit: 2, offset: 2 });
  assert.equal(end.body.result.structuredContent.next_offset, null);
  const empty = await mcp.call("list_tags", { project_id });
  assert.deepEqual(empty.body.result.structuredContent.columns, [
    "id",
    "name",
    "color",
    "prompt_count",
  ]);
});

test("a deletion says what was deleted, a project its settings with the version beside", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const project_id = world.project.id;
  const made = await mcp.call("create_topic", { project_id, name: "Boots" });
  const topic_id = made.body.result.structuredContent.id;
  const { body } = await mcp.call("delete_topic", { project_id, topic_id });
  assert.deepEqual(body.result.structuredContent, {
    deleted: true,
    id: topic_id,
    dashboard: `http://localhost:8787/projects/${project_id}/prompts?tab=topics`,
    server_version: "test-commit",
  });
  const project = await mcp.call("get_project", { project_id });
  const { id, server_version } = project.body.result.structuredContent;
  assert.deepEqual([id, server_version], [project_id, "test-commit"]);
});

test("a viewer cannot write whatever the token's scope says", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  await world.db
    .updateTable("memberships")
    .set({ role: "viewer" })
    .where("user_id", "=", world.user.user_id)
    .execute();
  const answer = await mcp.call("create_topic", { project_id: world.project.id, name: "Boots" });
  assert.deepEqual([answer.status, ...errorOf(answer)], [200, -32000, "ROLE_REQUIRED"]);
});

test("the plan gates decisions on suggestions", async () => {
  const world = await makeWorld({ plan: "brand/growth" });
  const mcp = await openMcp(world);
  const answer = await mcp.call("reject_brand_suggestions", {
    project_id: world.project.id,
    suggestion_ids: ["sug_PqYbRw9s"],
  });
  assert.deepEqual(errorOf(answer), [-32000, "PLAN_REQUIRED"]);
});

test("duplicates and bulk limits have names of their own", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const project_id = world.project.id;
  await mcp.call("create_topic", { project_id, name: "Boots" });
  const again = await mcp.call("create_topic", { project_id, name: "boots" });
  assert.deepEqual(errorOf(again), [-32000, "DUPLICATE"]);
  const suggestion_ids = Array.from({ length: 101 }, (_, index) => encodeId("sug", index + 1));
  const many = await mcp.call("reject_brand_suggestions", { project_id, suggestion_ids });
  assert.deepEqual(errorOf(many), [-32000, "BULK_LIMIT_EXCEEDED"]);
});
