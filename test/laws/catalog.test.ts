import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import * as z from "zod";
import type { AnyOperation } from "#core/operation.ts";
import { run } from "#core/run.ts";
import { catalog } from "../../src/catalog.ts";
import { makeWorld } from "../kit/world.ts";

const world = await makeWorld();
const operations: readonly AnyOperation[] = catalog;
type Schema = {
  properties?: Record<string, Schema>;
  items?: Schema;
  description?: string;
  additionalProperties?: unknown;
} & Record<string, unknown>;
const inputOf = ({ input }: AnyOperation) =>
  z.toJSONSchema(input, { io: "input", unrepresentable: "any" }) as Schema;

/** The paths of fields without a description, lists and objects within included. */
function undescribed(schema: Schema, at: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = field.items ?? field;
    const here = field.description || inner.description ? [] : [`${at}.${name}`];
    return [...here, ...undescribed(inner, `${at}.${name}`)];
  });
}

test("a capability is named verb_noun, once", () => {
  const names = operations.map(({ name }) => name);
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[a-z]+(_[a-z]+)+$/);
});

test("a capability is in the catalogue if and only if its file is on disk", () => {
  const onDisk = globSync("src/domain/**/*.ts", { exclude: ["**/*.test.ts"] })
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/= operation\(\{\s*name: "(\w+)"/g)])
    .map((match) => match[1]);
  assert.deepEqual(onDisk.sort(), operations.map(({ name }) => name).sort());
});

test("a capability's file is named as it is", () => {
  for (const { name } of operations) {
    const file = `${name.replaceAll("_", "-")}.ts`;
    assert.equal(globSync(`src/domain/**/${file}`).length, 1, file);
  }
});

test("every input is a plain object that takes nothing undeclared, every field described", () => {
  for (const operation of operations) {
    const schema = inputOf(operation);
    assert.equal(schema["type"], "object", operation.name);
    assert.equal(schema.additionalProperties, false, operation.name);
    for (const union of ["anyOf", "oneOf", "allOf"]) assert.ok(!(union in schema), operation.name);
    assert.deepEqual(undescribed(schema, operation.name), []);
  }
});

test("every capability tells what it does in a full sentence", () => {
  for (const { name, summary, description = "", returns } of operations) {
    assert.match(summary, /^[A-Z].*[^.]$/, name);
    assert.match(description, /^[A-Z].{20,}\.$/s, name);
    assert.match(returns, /^[A-Z].*[^.]$/, name);
  }
});

test("a capability is refused without the access it needs", async () => {
  for (const operation of operations) {
    const access = operation.effect !== "reads" ? (["read"] as const) : [];
    await assert.rejects(
      run(operation, world.context({ access: [...access] }), {}),
      { code: "SCOPE_REQUIRED" },
      operation.name,
    );
  }
});

test("a viewer writes nothing, whatever the access", async () => {
  for (const operation of operations) {
    if (operation.effect === "reads" || operation.scope !== "project") continue;
    const viewer = world.context({ role: "viewer" });
    await assert.rejects(run(operation, viewer, {}), { code: "ROLE_REQUIRED" }, operation.name);
  }
});

test("a capability refuses an undeclared argument and names the legal ones", async () => {
  for (const operation of operations) {
    const sent = { no_such_argument: 1 };
    await assert.rejects(
      run(operation, world.context(), sent),
      ({ code, problem, message }: { code: string; problem: string; message: string }) => {
        const legal = Object.keys(operation.input.shape).join(", ") || "none";
        assert.equal(code, "VALIDATION_ERROR", operation.name);
        assert.ok(problem === "UNKNOWN" || problem === "MISSING", operation.name);
        assert.ok(
          message.includes(`unknown argument "no_such_argument" (valid: ${legal})`),
          message,
        );
        return true;
      },
    );
  }
});

test("a route takes its path's parameters as arguments, and a list takes limit and offset", () => {
  for (const { name, route, input } of operations) {
    for (const [, parameter = ""] of (route ?? "").matchAll(/\{(\w+)\}/g)) {
      assert.ok(parameter === "project_id" || parameter in input.shape, `${name}: ${parameter}`);
    }
    if (name.startsWith("list_")) {
      assert.ok("limit" in input.shape && "offset" in input.shape, name);
    }
  }
});
