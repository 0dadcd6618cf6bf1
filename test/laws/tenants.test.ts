import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "#core/failure.ts";
import { encodeId, ID_KINDS, type IdKind } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import type { RowStream } from "#core/rows.ts";
import { run } from "#core/run.ts";
import { type JsonSchema, sampleOf } from "#transports/rest/openapi-sample.ts";
import { toSchema } from "#transports/shared/json-schema.ts";
import { catalog } from "../../src/catalog.ts";
import { dumpProject, makeThings, type Things } from "../kit/one-of-each.ts";
import { collect } from "../kit/read-all.ts";
import { makeWorld } from "../kit/world.ts";

const operations: readonly AnyOperation[] = catalog;
const world = await makeWorld();
const own = await makeThings(world);
const neighbour = await world.neighbour({ name: "Other" });
const foreign = await makeThings(neighbour);

/** The kind of thing that an argument names, if it names one of `things`. */
function kindOf<Kind extends string>(schema: JsonSchema, things: Record<Kind, string>) {
  const kind = /^\^([a-z]{3})_/.exec((schema.items ?? schema).pattern ?? "")?.[1];
  return kind !== undefined && kind in things ? (kind as Kind) : undefined;
}

/** The required arguments, valid and of the own project, and those named in `more`. */
function argumentsOf({ input }: AnyOperation, more: Record<string, unknown> = {}) {
  const schema = toSchema(input, "openapi-3.0", "input") as JsonSchema;
  const {
    properties = {},
    required = [],
    definitions = {},
  } = schema as JsonSchema & {
    definitions?: Record<string, JsonSchema>;
  };
  const values = required.map((name) => {
    const field = properties[name] ?? {};
    const kind = kindOf(field, own);
    const sample =
      name === "email" ? "an@example.com" : sampleOf(field, { schemas: definitions, name });
    const value = kind ? own[kind] : sample;
    return [name, kind && field.type === "array" ? [value] : value];
  });
  return { properties, values: { ...Object.fromEntries(values), ...more } };
}

const isNothing = (answer: unknown) =>
  answer !== null &&
  typeof answer === "object" &&
  "data" in answer &&
  Array.isArray(answer.data) &&
  answer.data.length === 0;

/** Has every operation look for things that the project does not have, one argument at a time. */
async function findNone(things: Record<string, string>): Promise<void> {
  let tried = 0;
  for (const operation of operations) {
    const { properties } = argumentsOf(operation);
    for (const [name, schema] of Object.entries(properties)) {
      const kind = kindOf(schema, things);
      if (!kind) continue;
      tried++;
      const id = schema.type === "array" ? [things[kind]] : things[kind];
      const { values } = argumentsOf(operation, { [name]: id });
      const where = `${operation.name} ${JSON.stringify(values)}`;
      try {
        const answer = await run(operation, world.context(), values);
        if (operation.download) {
          const { batches } = answer as RowStream;
          assert.deepEqual((await collect(batches)).flat(), [], where);
          continue;
        }
        assert.ok(isNothing(answer), `${where} answered ${JSON.stringify(answer)}`);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        assert.equal(error.code, "NOT_FOUND", `${where}: ${error.message}`);
        assert.ok(!error.message.includes("Other"), where);
      }
    }
  }
  assert.ok(tried > 10, `only ${tried} arguments tried`);
}

test("what belongs to another tenant is not found, by any operation, and stays as it was", async () => {
  const before = await dumpProject(neighbour);
  await findNone(foreign);
  assert.equal(await dumpProject(neighbour), before);
});

test("an id that was never given out is not found either, whatever number is in it", async () => {
  const kinds = Object.keys(ID_KINDS) as IdKind[];
  const every = (make: (kind: IdKind) => string) =>
    findNone(Object.fromEntries(kinds.map((kind) => [kind, make(kind)])));
  await every((kind) => `${kind}_zzzzzzzz`);
  for (const number of [0, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    await every((kind) => encodeId(kind, number));
  }
});

test("a read-only key changes nothing", async () => {
  const reader = await world.makeKey("read");
  const before = await dumpProject(world);
  for (const operation of operations) {
    if (operation.effect === "reads" || !operation.route) continue;
    const [method = "", path = ""] = operation.route.split(" ");
    const filled = path
      .replace("{project_id}", world.project.id)
      .replaceAll(/\{(\w{3})\w*_id\}/g, (_, kind: string) => own[SHORT[kind] ?? "brd"]);
    const { status } = await world.rest(method, filled, {}, reader);
    assert.deepEqual([operation.name, status], [operation.name, 403]);
  }
  assert.equal(await dumpProject(world), before);
});

const SHORT: Record<string, keyof Things> = { bra: "brd", top: "top", tag: "tag", pro: "prm" };
