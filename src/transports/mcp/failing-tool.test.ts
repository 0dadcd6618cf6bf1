import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { operation } from "#core/operation.ts";
import { openMcp } from "../../../test/kit/mcp-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const breakDown = operation({
  name: "break_down",
  scope: "project",
  effect: "reads",
  group: "Test",
  summary: "Break down",
  returns: "Nothing",
  tool: true,
  input: z.strictObject({}),
  output: z.object({}),
  async handler() {
    throw new Error("secret cause");
  },
});

test("a tool that breaks shows nothing of the cause", async () => {
  const world = await makeWorld({ catalog: [breakDown] });
  const mcp = await openMcp(world);
  const { status, body, text } = await mcp.call("break_down", { project_id: world.project.id });
  assert.equal(status, 200);
  assert.deepEqual([body.error.code, body.error.data.code], [-32603, "INTERNAL_ERROR"]);
  assert.equal(body.error.data.server_version, "test-commit");
  assert.ok(!text.includes("secret cause"));
});
