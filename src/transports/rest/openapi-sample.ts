import values from "./sample-values.json" with { type: "json" };

/** The parts of JSON Schema, as OpenAPI 3.0 has them, that samples are made from. */
export type JsonSchema = {
  $ref?: string;
  type?: string;
  format?: string;
  pattern?: string;
  description?: string;
  example?: unknown;
  default?: unknown;
  enum?: unknown[];
  nullable?: boolean;
  minimum?: number;
  minItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  allOf?: JsonSchema[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: unknown;
};

type Place = { schemas: Readonly<Record<string, JsonSchema>>; name?: string };

/** What fields of these names look like where the schema has no example of its own. */
const BY_NAME: Readonly<Record<string, unknown>> = values;

/** A value that the schema allows, like one an answer would have. */
export function sampleOf(schema: JsonSchema, { schemas, name = "" }: Place): unknown {
  if (schema.$ref) {
    const part = schemas[schema.$ref.split("/").at(-1) ?? ""];
    return part ? sampleOf(part, { schemas, name }) : null;
  }
  if (schema.example !== undefined) return schema.example;
  if (schema.allOf?.[0]) return sampleOf(schema.allOf[0], { schemas, name });
  if (schema.enum) return schema.enum[0];
  const known = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  if (known !== undefined && fits(known, schema)) return known;
  if (schema.default !== undefined) return schema.default;
  const either = (schema.anyOf ?? schema.oneOf)?.[0];
  if (either) return sampleOf(either, { schemas, name });
  return sampleByType(schema, { schemas, name });
}

function fits(value: unknown, { type }: JsonSchema): boolean {
  if (type === "integer" || type === "number") return typeof value === "number";
  if (type === "array") return Array.isArray(value);
  return typeof value === type;
}

function sampleByType(schema: JsonSchema, { schemas, name = "" }: Place): unknown {
  switch (schema.type) {
    case "object":
      return sampleObject(schema, schemas);
    case "array": {
      const item =
        schema.items && sampleOf(schema.items, { schemas, name: name.replace(/s$/, "") });
      return item === undefined ? [] : [item];
    }
    case "integer":
      return Math.max(1, schema.minimum ?? 1);
    case "number":
      return name === "sentiment" ? 62.5 : 0.42;
    case "boolean":
      return false;
    case "string":
      return sampleText(schema, name);
    default:
      return null;
  }
}

/** Every field, but in requests with alternatives (`suggestion_id` or `suggestion_ids`) only the list. */
function sampleObject(schema: JsonSchema, schemas: Place["schemas"]): Record<string, unknown> {
  const { properties = {} } = schema;
  const names = Object.keys(properties).filter((name) => !Object.hasOwn(properties, `${name}s`));
  return Object.fromEntries(
    names.map((name) => [name, sampleOf(properties[name] ?? {}, { schemas, name })]),
  );
}

function sampleText({ format, pattern }: JsonSchema, name: string): string {
  const kind = /^\^([a-z]{3})_/.exec(pattern ?? "")?.[1];
  if (kind) return `${kind}_PqYbRw9s`;
  if (format === "date-time") return "2026-11-21T06:00:00Z";
  if (format === "date") return "2026-11-21";
  if (format === "uri") return "https://acme.com/shoes";
  return name.endsWith("_id") ? "Acme" : "text";
}
