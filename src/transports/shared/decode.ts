import * as z from "zod";
import { Failure } from "#core/failure.ts";

/** A request's address in its parts, as sent: nothing is decoded yet. */
export type Address = { path: string; search: string };

/** Takes a URL apart without decoding it; a fragment is dropped. */
export function splitUrl(url: string): Address {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const [whole = ""] = (start < 0 ? "/" : url.slice(start)).split("#", 1);
  const mark = whole.indexOf("?");
  if (mark < 0) return { path: whole, search: "" };
  return { path: whole.slice(0, mark), search: whole.slice(mark + 1) };
}

/** Percent-decodes a part of an address; `where` names it to the caller when it cannot be decoded. */
export function decodePart(text: string, where: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure("VALIDATION_ERROR", `${where}: is not valid percent-encoded UTF-8`);
  }
}

/** The names and values of a query string, in order, each name with all its values. */
export function parseQuery(search: string): Map<string, string[]> {
  const query = new Map<string, string[]>();
  if (search === "") return query;
  for (const pair of search.split("&")) {
    if (pair === "") continue;
    const equals = pair.indexOf("=");
    const [name, value] = [
      equals < 0 ? pair : pair.slice(0, equals),
      equals < 0 ? "" : pair.slice(equals + 1),
    ].map((part) => decodePart(part.replaceAll("+", " "), "query string")) as [string, string];
    query.set(name, [...(query.get(name) ?? []), value]);
  }
  return query;
}

/** Query strings carry only text: reads each value as the type that its schema asks for; every name must be in `shape`. */
export function decodeQuery(
  shape: Readonly<Record<string, z.ZodType>>,
  query: ReadonlyMap<string, string[]>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [name, values] of query) {
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (schema) result[name] = decodeValue(schema, name, values);
  }
  return result;
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
    const element = schema.element as z.ZodType;
    const items = values.map((value) => decodeValue(element, name, [value]));
    // Objects come one by one, or as a whole list in JSON.
    return items.flat();
  }
  if (values.length > 1) {
    throw new Failure(
      "VALIDATION_ERROR",
      `${name}: is given ${values.length} times; once is legal`,
      { problem: "DUPLICATE" },
    );
  }
  const text = values[0] ?? "";
  if (schema instanceof z.ZodNumber)
    return /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? Number(text) : text;
  if (schema instanceof z.ZodBoolean)
    return text === "true" ? true : text === "false" ? false : text;
  return schema instanceof z.ZodObject ? decodeObject(text, name) : text;
}

function decodeObject(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Failure("VALIDATION_ERROR", `${name}: must be an object, written as JSON`, {
      problem: "FORMAT",
    });
  }
}
