import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { describeApi } from "#transports/rest/openapi.ts";
import type { JsonSchema } from "#transports/rest/openapi-sample.ts";
import { catalog } from "../../src/catalog.ts";
import { makeThings, type Things } from "../kit/one-of-each.ts";
import { makeWorld } from "../kit/world.ts";

const RUNS = Number(process.env["EARSHOT_TEST_RUNS"] ?? 25);
const seen = new Set<number>();
const world = await makeWorld();
const own = await makeThings(world);
const foreign = await makeThings(await world.neighbour());
const document = JSON.parse(
  JSON.stringify(describeApi(catalog.filter((operation) => "route" in operation))),
);

/** Anything a careless or hostile client may send where a value belongs. */
const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom("", " ", "\0", "null", "\ud800", "1e999", "-1", "../..", "'; --", "%", "NaN"),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mostly what the schema allows, sometimes not. */
function mostly(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: legal(schema), weight: 9 }, { arbitrary: junk, weight: 1 });
}

function legal(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.$ref) return legal(document.components.schemas[schema.$ref.split("/").at(-1) ?? ""]);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const either = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (either) return fc.oneof(...either.map(legal));
  switch (schema.type) {
    case "object":
      return objectOf(schema);
    case "array":
      return fc.array(legal(schema.items ?? {}), { maxLength: 4 });
    case "integer":
      return fc.oneof(fc.integer({ min: 0, max: 50 }), fc.integer());
    case "number":
      return fc.double({ min: 0, max: 1, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "string":
      return textOf(schema);
    default:
      return junk;
  }
}

function textOf({ pattern = "", format, example }: JsonSchema): fc.Arbitrary<unknown> {
  const kind = /^\^([a-z]{3})_/.exec(pattern)?.[1] as keyof Things | undefined;
  if (kind) {
    return fc.constantFrom(own[kind] ?? `${kind}_x`, foreign[kind] ?? `${kind}_y`, `${kind}_zzzz`);
  }
  if (format === "date") return fc.constantFrom("2026-11-01", "2026-11-30", "2026-02-30");
  const common = fc.constantFrom(
    "a",
    "Umbra",
    "US",
    "en",
    "#123456",
    "umbra.example",
    "Ünïcode 東京",
  );
  const known = example === undefined ? [] : [fc.constant(example)];
  return fc.oneof(common, ...known, fc.string({ maxLength: 80 }));
}

function objectOf({ properties = {}, required = [] }: JsonSchema) {
  const fields = Object.fromEntries(
    // What is sent as a key counts as a secret from then on, where it is long enough for one.
    Object.entries(properties).map(([name, field]) => [
      name,
      name === "api_key" ? fc.oneof(fc.string({ maxLength: 8 }), fc.constant(null)) : mostly(field),
    ]),
  );
  return fc.record(fields, { requiredKeys: required });
}

type Call = { query: Record<string, unknown>; path: Record<string, unknown>; body: unknown };

type Content = Record<string, { schema: JsonSchema }>;

function callOf(operation: {
  parameters?: { name: string; in: string; schema?: JsonSchema; content?: Content }[];
  requestBody?: { content: Content };
}): fc.Arbitrary<Call> {
  const named = (place: string) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .filter((parameter) => parameter.in === place)
        .map(({ name, schema, content }) => [
          name,
          mostly(schema ?? content?.["application/json"]?.schema ?? {}),
        ]),
    );
  const body = operation.requestBody?.content["application/json"]?.schema;
  return fc.record({
    path: fc.record(named("path")),
    query: fc.record(named("query"), { requiredKeys: [] }),
    body: body ? mostly(body) : fc.constant(undefined),
  });
}

const encode = (value: unknown) =>
  encodeURIComponent(
    String(typeof value === "object" ? JSON.stringify(value) : value).toWellFormed(),
  );

for (const [path, item] of Object.entries<Record<string, never>>(document.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    test(`whatever is sent to ${method} ${path}, the answer is one that the document promises`, async () => {
      await fc.assert(
        fc.asyncProperty(callOf(operation), async (call) => {
          const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
            const value = encode(call.path[name]);
            return value === "" || /^\.{1,2}$/.test(value) ? "x" : value;
          });
          const query = Object.entries(call.query).map(
            ([name, value]) => `${name}=${encode(value)}`,
          );
          // `world.rest` holds every answer against the document.
          const { status, body } = await world.rest(
            method.toUpperCase(),
            query.length > 0 ? `${filled}?${query.join("&")}` : filled,
            call.body === undefined ? undefined : call.body,
          );
          seen.add(status);
          assert.ok(status < 500, JSON.stringify(body));
          if (status >= 400) assert.ok(body.error.message.length > 0);
        }),
        { numRuns: RUNS },
      );
    });
  }
}

test("the random requests reached answers and refusals of every kind", () => {
  for (const status of [200, 201, 400, 404]) assert.ok(seen.has(status), `no ${status} was seen`);
});
