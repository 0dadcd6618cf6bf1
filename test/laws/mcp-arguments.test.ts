import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Role } from "#core/context.ts";
import type { AnyOperation } from "#core/operation.ts";
import { catalog } from "../../src/catalog.ts";
import { objectsOf, type Schema } from "../kit/json-arbitrary.ts";
import { type McpAnswer, openMcp } from "../kit/mcp-client.ts";
import { makeWorld } from "../kit/world.ts";

type Listed = { name: string; description: string; inputSchema: Schema };
const world = await makeWorld();
const mcp = await openMcp(world);
const project_id = world.project.id;
const tools: Listed[] = (await mcp.request("tools/list")).body.result.tools;
const operations = new Map<string, AnyOperation>(catalog.map((one) => [one.name, one]));
const codeOf = ({ body }: McpAnswer) => body.error?.data.code;

const ID_EXAMPLES: Record<string, string> = {
  date_from: "2026-11-01",
  date_to: "2026-11-20",
  name: "Boots",
  domain: "example.com",
  provider: "ollama",
  requested_model: "own-model",
  action_key: "source_gap:example.com",
};

/** The least a tool can be called with so that its arguments are all good in form. */
function leastOf({ name, inputSchema }: Listed): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const key of inputSchema.required ?? []) {
    const { input } = operations.get(name) as AnyOperation;
    const said =
      key === "project_id" ? undefined : input.shape[key].safeParse("?").error?.issues[0].message;
    const example = /like "(\w+)"/.exec(said ?? "")?.[1];
    args[key] = ID_EXAMPLES[key] ?? example;
    if (key === "project_id") args[key] = project_id;
    if (key === "prompt_ids") args[key] = ["prm_D76ZzsQ9"];
    if (key === "suggestion_ids") args[key] = ["sug_D76ZzsQ9"];
    if (key === "prompts") args[key] = [{ text: "Which boots are good?" }];
  }
  if (/^(accept|reject|reopen)_/.test(name)) args["suggestion_ids"] = ["sug_D76ZzsQ9"];
  return args;
}

test("a wrong type in any argument of any tool is said once, with its name and what is legal", async () => {
  const wrong = [
    null,
    true,
    1.5,
    "",
    "\u0000",
    [],
    ["?"],
    [[]],
    {},
    { a: 1 },
    "x".repeat(5_000),
    1e300,
  ];
  for (const tool of tools) {
    for (const key of Object.keys(tool.inputSchema.properties ?? {})) {
      for (const value of wrong) {
        const answer = await mcp.call(tool.name, { ...leastOf(tool), [key]: value });
        const { error } = answer.body;
        if (!error) continue;
        assert.notEqual(error.code, -32603, `${tool.name}.${key} ${answer.text}`);
        if (error.code !== -32602) continue;
        assert.match(error.data.code, /^MCP_ARG_/);
        assert.ok(error.message.includes(tool.name), error.message);
        const sentences = error.message.split("; ");
        assert.equal(new Set(sentences).size, sentences.length, error.message);
        assert.ok(error.data.valid_keys.includes(key));
      }
    }
  }
});

test("whatever a tool's schema suggests, no call ends in an internal error", async () => {
  const ids = [
    project_id,
    "brd_D76ZzsQ9",
    "prm_D76ZzsQ9",
    "top_D76ZzsQ9",
    "tag_D76ZzsQ9",
    "sug_D76ZzsQ9",
    "mdl_chatgpt",
    "cht_D76ZzsQ9",
    "onb_D76ZzsQ9",
  ];
  const calls = fc.oneof(
    ...tools.map(({ name, inputSchema }) =>
      objectsOf(inputSchema, ids).map((args) => ({
        name,
        args: "project_id" in args ? { ...args, project_id } : args,
      })),
    ),
  );
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(calls, async ({ name, args }) => {
      const answer = await mcp.call(name, args);
      assert.equal(answer.status, 200, answer.text);
      assert.notEqual(answer.body.error?.code, -32603, `${name} ${JSON.stringify(args)}`);
      if (answer.body.result) seen.add(name);
      else assert.ok(answer.body.error.message.length > 10);
    }),
    { numRuns: 800 },
  );
  // By chance 12 to 20; none or a few would mean that only refusals were looked at.
  assert.ok(seen.size > 6, `only ${[...seen].join(", ")} ever worked`);
});

test("89: with good arguments too, a foreign project is as unknown as one that is not", async () => {
  const other = await world.neighbour();
  for (const tool of tools) {
    if (operations.get(tool.name)?.scope !== "project") continue;
    const foreign = await mcp.call(tool.name, { ...leastOf(tool), project_id: other.project.id });
    const none = await mcp.call(tool.name, { ...leastOf(tool), project_id: "prj_zzzzzzzz" });
    assert.equal(codeOf(foreign), "MCP_ARG_NOT_FOUND", `${tool.name} ${foreign.text}`);
    const words = ({ body }: McpAnswer) => body.error.message.replace(/prj_\w+/, "");
    assert.equal(words(foreign), words(none), tool.name);
  }
});

async function inRole<Result>(role: Role, work: () => Promise<Result>): Promise<Result> {
  const set = (value: Role) =>
    world.db
      .updateTable("memberships")
      .set({ role: value })
      .where("user_id", "=", world.user.user_id)
      .execute();
  await set(role);
  try {
    return await work();
  } finally {
    await set("owner");
  }
}

test("49: no tool lets a viewer write, whatever the token's scope, and every reading tool answers", async () => {
  const started = await mcp.call("start_onboarding", { name: "Globex", domain: "globex.com" });
  const { session_id } = started.body.result.structuredContent;
  await inRole("viewer", async () => {
    for (const tool of tools) {
      const own = tool.name === "complete_onboarding" && { session_id };
      const answer = await mcp.call(tool.name, { ...leastOf(tool), ...own });
      if (operations.get(tool.name)?.effect === "reads") {
        const isForAdmins = tool.name === "list_project_audit";
        if (isForAdmins) assert.equal(codeOf(answer), "ROLE_REQUIRED");
        else assert.ok(["MCP_ARG_NOT_FOUND", undefined].includes(codeOf(answer)), answer.text);
      } else {
        assert.equal(codeOf(answer), "ROLE_REQUIRED", `${tool.name} ${answer.text}`);
      }
    }
  });
});

test("the plan gates deciding over suggestions and nothing else, also below the REST API's plan", async () => {
  for (const [plan, gated] of [
    ["brand/starter", true],
    ["brand/scale", true],
    ["brand/enterprise", false],
    ["agency/growth", true],
    ["agency/scale", false],
  ] as const) {
    const other = await world.neighbour({ plan });
    const client = await openMcp(other);
    for (const tool of tools) {
      const answer = await client.call(tool.name, {
        ...leastOf(tool),
        ...("project_id" in leastOf(tool) && { project_id: other.project.id }),
      });
      const decides = /^(accept|reject|reopen)_/.test(tool.name);
      assert.equal(
        codeOf(answer) === "PLAN_REQUIRED",
        decides && gated,
        `${plan} ${tool.name} ${answer.text}`,
      );
    }
  }
});

test("a description names no tool that is not there", () => {
  const names = new Set(tools.map(({ name }) => name));
  const others = catalog.map(({ name }) => name).filter((name) => !names.has(name));
  for (const tool of tools) {
    const text = JSON.stringify(tool);
    for (const name of others) {
      assert.doesNotMatch(text, new RegExp(`\\b${name}\\b`), `${tool.name} speaks of ${name}`);
    }
  }
});
