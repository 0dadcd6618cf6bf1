import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AnyOperation } from "#core/operation.ts";
import { catalog } from "../../src/catalog.ts";
import { type McpAnswer, openMcp } from "../kit/mcp-client.ts";
import { makeWorld } from "../kit/world.ts";

const world = await makeWorld();
const mcp = await openMcp(world);
const reader = await openMcp(world, { access: "read" });
const tools = (catalog as readonly AnyOperation[]).filter(({ tool }) => tool);
const codeOf = ({ body }: McpAnswer) => body.error?.data.code;

test("every tool refuses an undeclared argument, in the words of the interface, before it runs", async () => {
  for (const { name, scope, input, tool } of tools) {
    const without = typeof tool === "object" ? tool.without : [];
    const own = Object.keys(input.shape).filter((key) => !without.includes(key));
    const valid_keys = [...(scope === "project" ? ["project_id"] : []), ...own];
    const { body } = await mcp.call(name, { no_such_argument: 1, project_id: world.project.id });
    const named = scope === "project" ? '"no_such_argument"' : '"no_such_argument", "project_id"';
    assert.equal(
      body.error.message,
      `unknown argument ${named} for tool "${name}" (valid: ${valid_keys.join(", ")})`,
    );
    assert.equal(body.error.code, -32602);
    assert.deepEqual(body.error.data.valid_keys, valid_keys);
  }
});

test("every tool that writes needs the write scope, whatever it is given", async () => {
  for (const { name, effect } of tools) {
    if (effect === "reads") continue;
    const answer = await reader.call(name, { no_such_argument: 1 });
    assert.deepEqual([answer.status, answer.body.error.code], [403, -32002], name);
  }
});

test("every tool of a project asks for it, and answers alike for one that is foreign or is not", async () => {
  const other = await world.neighbour();
  for (const operation of tools) {
    if (operation.scope !== "project") continue;
    const missing = await mcp.call(operation.name, {});
    assert.equal(codeOf(missing), "MCP_ARG_MISSING", operation.name);
    assert.match(missing.body.error.message, /^project_id: is required/);
    const needsMore = !operation.input.safeParse({}).success;
    if (needsMore) continue;
    const foreign = await mcp.call(operation.name, { project_id: other.project.id });
    assert.equal(codeOf(foreign), "MCP_ARG_NOT_FOUND", operation.name);
  }
});

test("lists that need nothing else answer in columns with the version", async () => {
  for (const { name, scope, input } of tools) {
    if (!name.startsWith("list_") || !input.safeParse({}).success) continue;
    const args = scope === "project" ? { project_id: world.project.id } : {};
    const { body } = await mcp.call(name, args);
    const { columns, rows, row_count, total_count, next_offset, server_version } =
      body.result.structuredContent;
    assert.ok(Array.isArray(columns) && columns.length > 0 && Array.isArray(rows), name);
    assert.deepEqual([row_count, server_version], [rows.length, "test-commit"]);
    assert.ok(Number.isInteger(total_count) && (next_offset === null || next_offset > 0));
    for (const row of rows) assert.equal(row.length, columns.length, name);
  }
});

const method = fc.oneof(
  fc.constantFrom("initialize", "tools/list", "prompts/list", "tools/call", "prompts/get", "ping"),
  fc.string(),
);
const name = fc.oneof(fc.constantFrom(...tools.map((tool) => tool.name)), fc.string());
const args = fc.dictionary(
  fc.constantFrom("project_id", "limit", "offset", "name", "brand_id", "__proto__", "constructor"),
  fc.oneof(fc.jsonValue(), fc.constant(world.project.id)),
);
const request = fc.record(
  {
    jsonrpc: fc.constantFrom("2.0", "1.0"),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    method,
    params: fc.oneof(
      fc.jsonValue(),
      fc.record({ name, arguments: fc.oneof(args, fc.jsonValue()) }),
    ),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(request, fc.array(request, { maxLength: 4 }), fc.jsonValue());

test("whatever is sent, the answer is well-formed and never an internal error", async () => {
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const answer = await reader.post(sent);
      assert.ok([200, 202, 400, 403].includes(answer.status), `${answer.status} ${answer.text}`);
      if (answer.status === 202) return;
      const single = answer.body;
      for (const one of Array.isArray(single) ? single : [single]) {
        assert.equal(one.jsonrpc, "2.0");
        assert.ok("id" in one && "result" in one !== "error" in one);
        if (!one.error) continue;
        assert.notEqual(one.error.code, -32603, answer.text);
        assert.equal(one.error.data.server_version, "test-commit");
        assert.equal(typeof one.error.data.code, "string");
      }
    }),
    { numRuns: 400 },
  );
});
