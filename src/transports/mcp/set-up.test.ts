import assert from "node:assert/strict";
import { test } from "node:test";
import { call as callPage, signedIn } from "../../../test/kit/http-client.ts";
import { type McpClient, openMcp } from "../../../test/kit/mcp-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const errorOf = ({ body }: Awaited<ReturnType<McpClient["call"]>>) => [
  body.error?.code,
  body.error?.data?.code,
];
// biome-ignore lint/suspicious/noExplicitAny: tests look into any answer.
type Any = any;
const resultOf = async (client: McpClient, tool: string, args: object): Promise<Any> => {
  const { body } = await client.call(tool, args as Record<string, unknown>);
  assert.equal(body.error, undefined, `${tool}: ${body.error?.message}`);
  return body.result.structuredContent;
};
const rowsOf = ({ columns, rows }: Any): Any[] =>
  rows.map((row: unknown[]) => Object.fromEntries(row.map((value, at) => [columns[at], value])));

test("onboarding over MCP says what is missing and where, keeps what was told, and ends in a project that asks", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const told = { industry: "hiking boots", competitors: ["Globex"] };
  const begun = { name: "Northwind", domain: "northwind.example.com", ...told };
  const { session_id } = await resultOf(mcp, "start_onboarding", begun);
  const made = await resultOf(mcp, "complete_onboarding", { session_id });
  const project_id = made.id;
  assert.equal(made.profile.industry, "hiking boots");
  const brands = rowsOf(await resultOf(mcp, "list_brands", { project_id }));
  assert.deepEqual(
    brands.map(({ name }) => name),
    ["Northwind", "Globex"],
  );
  const page = `http://localhost:8787/projects/${project_id}/models`;
  assert.deepEqual(
    made.missing.map(({ what, url }: Any) => [what, url]),
    [["assistant", page]],
  );
  const refused = await mcp.call("run_captures", { project_id });
  assert.deepEqual(errorOf(refused), [-32000, "NO_ASSISTANT"]);
  assert.ok(refused.body.error.message.includes(page), refused.body.error.message);
  assert.match(refused.body.error.message, /create_model/);

  const waits = await resultOf(mcp, "create_model", {
    ...{ project_id, provider: "openai", requested_model: "model-x", name: "ChatGPT" },
  });
  assert.deepEqual([waits.is_active, waits.model_id], [false, "mdl_chatgpt"]);
  assert.ok(waits.next_step.includes(page), waits.next_step);
  assert.deepEqual(errorOf(await mcp.call("run_captures", { project_id })), [
    -32000,
    "NO_ASSISTANT",
  ]);
  const asks = await resultOf(mcp, "create_model", {
    ...{ project_id, provider: "ollama", requested_model: "own-model" },
  });
  assert.deepEqual([asks.is_active, asks.next_step], [true, null]);
  const planned = await resultOf(mcp, "run_captures", { project_id });
  assert.ok(planned.planned > 0);
});

test("a key is entered by a person on the page that the tool names; then the model is asked", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const project_id = world.project.id;
  const given = { project_id, provider: "openai", requested_model: "model-x" };
  const { model_id } = await resultOf(mcp, "create_model", given);
  const keyed = await mcp.call("create_model", { ...given, name: "B", api_key: "sk-1" });
  assert.deepEqual(errorOf(keyed), [-32602, "MCP_ARG_UNKNOWN"]);
  const early = await mcp.call("update_model", { project_id, model_id, is_active: true });
  assert.equal(early.body.error.code, -32602);
  assert.match(early.body.error.message, /needs one first/);
  const { visitor } = await signedIn(world, "member");
  const saved = await callPage(visitor, "update_target", {
    ...{ project_id, model_id, api_key: "key-0123456789abcdef" },
  });
  assert.equal(saved.body.is_active, true);
  const twice = await resultOf(mcp, "update_model", { project_id, model_id, samples_per_day: 2 });
  assert.deepEqual([twice.is_active, twice.samples_per_day, twice.next_step], [true, 2, null]);
  const targets = await resultOf(mcp, "list_targets", { project_id });
  assert.equal(rowsOf(targets)[0].api_key_hint, "…cdef");
  assert.ok(!JSON.stringify(targets).includes("0123456789"));
  const wrong = await mcp.call("create_model", { ...given, provider: "skynet" });
  assert.match(wrong.body.error.message, /provider: must be one of .*openai/);
});

test("a rejection is taken back, whatever was suggested, and the log says who did what", async () => {
  const world = await makeWorld();
  const mcp = await openMcp(world);
  const project_id = world.project.id;
  await world.db
    .insertInto("suggestions")
    .values(
      (["brand", "topic"] as const).map((kind) => ({
        ...{ project_id: world.project.project_id, kind, name: `${kind} x`, name_key: `${kind} x` },
        ...{ status: "rejected", reason: "", chat_count: 3, model_count: 1, score: 1 },
      })) as never,
    )
    .execute();
  const ids = [];
  for (const kind of ["brand", "topic"]) {
    const list = { project_id, status: "rejected" };
    ids.push(rowsOf(await resultOf(mcp, `list_${kind}_suggestions`, list))[0].id);
  }
  const opened = await resultOf(mcp, "reopen_suggestions", { project_id, suggestion_ids: ids });
  assert.deepEqual(
    opened.data.map(({ status }: Any) => status),
    ["open", "open"],
  );
  for (const kind of ["brand", "topic"]) {
    const open = await resultOf(mcp, `list_${kind}_suggestions`, { project_id });
    assert.equal(open.total_count, 1);
  }
  const audit = rowsOf(await resultOf(mcp, "list_project_audit", { project_id }));
  assert.deepEqual(
    [audit[0].operation, audit[0].door, audit[0].actor_name],
    ["reopen_suggestions", "mcp", world.user.email],
  );
  const hooks = await resultOf(mcp, "list_webhooks", { project_id });
  assert.equal(hooks.total_count, 0);
});
