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

/** The kinds of things that filters name, by their field. */
const FILTERS: Record<string, string> = {
  ...{ model_id: "mdl", prompt_id: "prm", topic_id: "top", tag_id: "tag" },
  ...{ brand_id: "brd", not_brand_id: "brd", first_brand_id: "brd" },
};

/** The fields of the filters that an operation takes as a list. */
function filterFields(properties: Record<string, JsonSchema>): string[] {
  const fields = properties["filters"]?.items?.properties?.["field"]?.enum ?? [];
  return fields.map(String).filter((field) => field in FILTERS);
}

/** Has every operation look for things that the project does not have, one argument or filter at a time. */
async function findNone(given: Record<string, string>): Promise<void> {
  const things: Record<string, string> = { mdl: "mdl_nobody", ...given };
  let tried = 0;
  let filtered = 0;
  for (const operation of operations) {
    const { properties } = argumentsOf(operation);
    for (const [name, schema] of Object.entries(properties)) {
      const kind = kindOf(schema, things);
      if (!kind) continue;
      tried++;
      await refusesAsMissing(operation, {
        [name]: schema.type === "array" ? [things[kind]] : things[kind],
      });
    }
    for (const field of filterFields(properties)) {
      const id = things[FILTERS[field] ?? ""];
      for (const operator of id === undefined ? [] : ["in", "not_in"]) {
        filtered++;
        // A share link says its days in one of two ways.
        const days = "last_days" in properties && { last_days: 7 };
        const filters = [{ field, operator, values: [id] }];
        await refusesAsMissing(operation, { ...days, filters });
      }
    }
  }
  assert.ok(tried > 10 && filtered > 10, `only ${tried} arguments, ${filtered} filters tried`);
}

async function refusesAsMissing(operation: AnyOperation, more: Record<string, unknown>) {
  const { values } = argumentsOf(operation, more);
  const where = `${operation.name} ${JSON.stringify(values)}`;
  const call = run(operation, world.context(), values).then((answer) =>
    operation.download ? collect((answer as RowStream).batches) : answer,
  );
  // What changes many things at once passes over those that are not there.
  if (operation.effect !== "reads" && isNothing(await call.catch(() => null))) return;
  await assert.rejects(
    call,
    (error) => {
      assert.ok(error instanceof Failure, `${where}: ${error}`);
      assert.equal(error.code, "NOT_FOUND", `${where}: ${error.message}`);
      assert.ok(!error.message.includes("Other"), where);
      return true;
    },
    `${where} was answered`,
  );
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
