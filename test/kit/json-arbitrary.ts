import fc from "fast-check";

/** As much of JSON Schema as our tools use. */
export type Schema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minimum?: number;
  maximum?: number;
  description?: string;
};

const WORDS = [
  "Boots",
  "best boots",
  "acme.com",
  "2026-11-20",
  "2026-02-30",
  "US",
  "en",
  "#3b82f6",
  "(a+)+$",
  "{",
  "é",
  "%",
  "'",
];

/** Values that a schema allows, and now and then one that it does not; `ids` are worth trying as texts. */
export function valuesOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 9, arbitrary: legalOf(schema, ids) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

function legalOf(schema: Schema, ids: readonly string[]): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valuesOf(one, ids)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ("const" in schema) return fc.constant(schema.const);
  switch (schema.type) {
    case "object":
      return objectsOf(schema, ids);
    case "array":
      return fc.array(valuesOf(schema.items ?? {}, ids), { maxLength: 3 });
    case "integer":
    case "number":
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 2_000 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.oneof(
        fc.constantFrom(...ids, ...WORDS),
        fc.string({ unit: "binary", maxLength: 40 }),
      );
  }
}

/** Objects of a schema's properties, the required ones nearly always there. */
export function objectsOf(
  { properties = {}, required = [] }: Schema,
  ids: readonly string[],
): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([key, one]) => [key, valuesOf(one, ids)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: required });
}
