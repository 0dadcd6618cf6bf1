import * as z from "zod";
import { Failure } from "#core/failure.ts";

/** Query strings carry only text: reads each value as the type that its schema asks for. */
export function decodeQuery(
  shape: Readonly<Record<string, z.ZodType>>,
  query: Readonly<Record<string, string[]>>,
): Record<string, unknown> {
  const entries = Object.entries(query).map(([name, values]) => {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    return [name, schema ? decodeValue(schema, name, values) : values[0]] as const;
  });
  return Object.fromEntries(entries);
}

function decodeValue(schema: z.ZodType, name: string, values: string[]): unknown {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodNullable
  ) {
    return decodeValue(schema.unwrap() as z.ZodType, name, values);
  }
  if (schema instanceof z.ZodArray) {
    return values.map((value) => decodeValue(schema.element as z.ZodType, name, [value]));
  }
  if (values.length > 1) {
    throw new Failure(
      "VALIDATION_ERROR",
      `${name}: is given ${values.length} times; once is legal`,
      {
        problem: "DUPLICATE",
      },
    );
  }
  const text = values[0] ?? "";
  if (schema instanceof z.ZodNumber) return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  if (schema instanceof z.ZodBoolean)
    return text === "true" ? true : text === "false" ? false : text;
  return text;
}
