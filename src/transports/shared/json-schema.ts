import * as z from "zod";

type JsonSchema = Record<string, unknown>;
/** `openapi-3.0` for the REST document, `draft-2020-12` for MCP. */
export type Dialect = "openapi-3.0" | "draft-2020-12";

/** JSON Schema of a zod schema, without the noise zod adds (safe-integer bounds, long date patterns). */
export function toSchema(schema: z.ZodType, dialect: Dialect, io: "input" | "output"): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: dialect,
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.format && jsonSchema.pattern) delete jsonSchema.pattern;
      // OpenAPI 3.0.3 lets null pass only where the enum has it too, `nullable` or not.
      const { enum: legal } = jsonSchema;
      if ("nullable" in jsonSchema && legal && !legal.includes(null)) legal.push(null);
    },
  }) as JsonSchema;
  return rest;
}
