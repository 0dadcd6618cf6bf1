import type * as z from "zod";
import { type ArgumentProblem, Failure } from "./failure.ts";

/** The failure that tells a caller what was wrong with an input, where, and what is legal. */
export function explainInput(error: z.ZodError, schema: z.ZodObject, raw: unknown): Failure {
  const issues = error.issues.slice(0, 5);
  const first = issues[0];
  const message = issues.map((issue) => explainIssue(issue, schema, raw)).join("; ");
  const code = first && isBulkIssue(first) ? "BULK_LIMIT_EXCEEDED" : "VALIDATION_ERROR";
  return new Failure(code, message, {
    cause: error,
    problem: first ? problemOf(first, raw) : "TYPE",
  });
}

/** The sentence for arguments that nobody declared, in the words of the interface specification. */
export function unknownArguments(keys: readonly string[], legal: readonly string[]): string {
  const quoted = keys.map((key) => `"${key}"`).join(", ");
  return `unknown argument ${quoted} (valid: ${legal.join(", ")})`;
}

function explainIssue(issue: z.core.$ZodIssue, schema: z.ZodObject, raw: unknown): string {
  const where = pathText(issue.path);
  if (issue.code === "unrecognized_keys") {
    const legal = Object.keys(shapeAt(schema, issue.path) ?? {});
    const sentence = unknownArguments(issue.keys, legal);
    return where ? `${where}: ${sentence}` : sentence;
  }
  if (isMissing(issue, raw)) return `${where}: is required`;
  if (issue.code === "invalid_value") {
    return `${where}: must be one of ${issue.values.map((value) => JSON.stringify(value)).join(", ")}`;
  }
  return `${where || "input"}: ${issue.message}`;
}

function problemOf(issue: z.core.$ZodIssue, raw: unknown): ArgumentProblem {
  if (isMissing(issue, raw)) return "MISSING";
  switch (issue.code) {
    case "unrecognized_keys":
      return "UNKNOWN";
    case "invalid_value":
      return "ENUM";
    case "too_big":
    case "too_small":
    case "not_multiple_of":
      return "RANGE";
    case "invalid_format":
      return "FORMAT";
    case "custom":
      return (issue.params?.["problem"] as ArgumentProblem | undefined) ?? "FORMAT";
    default:
      return "TYPE";
  }
}

/** An array longer than the 100 that bulk operations take. */
function isBulkIssue(issue: z.core.$ZodIssue): boolean {
  return issue.code === "too_big" && issue.origin === "array" && issue.path.length === 1;
}

function isMissing(issue: z.core.$ZodIssue, raw: unknown): boolean {
  if (issue.code !== "invalid_type" && issue.code !== "invalid_value") return false;
  let value = raw;
  for (const key of issue.path) {
    if (value === null || typeof value !== "object") return false;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value === undefined && issue.path.length > 0;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index ? "." : ""}${String(key)}`,
    )
    .join("");
}

/** The fields of the object schema at `path`, looking through optional, default and arrays. */
function shapeAt(
  schema: z.ZodType,
  path: readonly PropertyKey[],
): Record<string, z.ZodType> | null {
  let current: z.core.$ZodType | undefined = schema;
  for (const key of [...path, null]) {
    while (current && "innerType" in current._zod.def) {
      current = current._zod.def.innerType as z.core.$ZodType;
    }
    if (key === null) break;
    const def: { shape?: Record<string, z.ZodType>; element?: z.ZodType } = (current?._zod.def ??
      {}) as never;
    current = typeof key === "number" ? def.element : def.shape?.[String(key)];
  }
  const shape = (current?._zod.def as { shape?: Record<string, z.ZodType> } | undefined)?.shape;
  return shape ?? null;
}
