import type * as z from "zod";
import { type ArgumentProblem, Failure } from "./failure.ts";

const ISSUES_MAX = 5;
const NAMES_MAX = 100;

/** The failure that says what was wrong with an input, where, and what is legal. */
export function explainInput(error: z.ZodError, schema: z.ZodObject, raw: unknown): Failure {
  const issues = distinctIssues(error);
  const first = issues[0];
  const message = issues.map((issue) => explainIssue(issue, schema, raw)).join("; ");
  const code = first && isBulkIssue(first) ? "BULK_LIMIT_EXCEEDED" : "VALIDATION_ERROR";
  return new Failure(code, message, {
    cause: error,
    problem: first ? problemOf(first, raw) : "TYPE",
  });
}

/** The first things that are wrong, one for each place: what is of the wrong type has no length to speak of. */
export function distinctIssues({ issues }: z.ZodError): z.core.$ZodIssue[] {
  const places = new Map(issues.toReversed().map((issue) => [pathText(issue.path), issue]));
  return issues.filter((issue) => places.get(pathText(issue.path)) === issue).slice(0, ISSUES_MAX);
}

/** The sentence for undeclared arguments, in the words of the interface specification. */
export function unknownArguments(keys: readonly string[], legal: readonly string[]): string {
  return listUnknown("argument", keys, legal);
}

/** Names what is unknown and what is legal: `unknown argument "a", "b" (valid: c, d)`. */
export function listUnknown(kind: string, keys: readonly string[], legal: readonly string[]) {
  const quoted = keys.slice(0, NAMES_MAX).map((key) => JSON.stringify(key.slice(0, NAMES_MAX)));
  const more = keys.length > NAMES_MAX ? ` and ${keys.length - NAMES_MAX} more` : "";
  return `unknown ${kind} ${quoted.join(", ")}${more} (valid: ${legal.join(", ") || "none"})`;
}

/**
 * Refuses text that PostgreSQL cannot keep as sent: the character U+0000, and half a surrogate pair. `where`
 * is the path of `value` in the input.
 */
export function requireStorable(value: unknown, where = ""): void {
  if (typeof value === "string") {
    if (value.includes("\0") || !value.isWellFormed()) {
      throw new Failure(
        "VALIDATION_ERROR",
        `${where || "input"}: must be text without the character U+0000 and without half a surrogate pair`,
        { problem: "FORMAT" },
      );
    }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) requireStorable(item, `${where}[${index}]`);
  } else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      requireStorable(key, `a key of ${where || "input"}`);
      requireStorable(item, where ? `${where}.${key}` : key);
    }
  }
}

function explainIssue(issue: z.core.$ZodIssue, schema: z.ZodObject, raw: unknown): string {
  const where = pathText(issue.path);
  const target = schemaAt(schema, issue.path);
  if (issue.code === "unrecognized_keys") {
    const shape: unknown = target && "shape" in target._zod.def ? target._zod.def.shape : {};
    const sentence = unknownArguments(issue.keys, Object.keys(shape as object));
    return where ? `${where}: ${sentence}` : sentence;
  }
  return `${where || "input"}: ${wordIssue(issue, target, valueAt(raw, issue.path))}`;
}

const FORMATS: Record<string, string> = {
  email: "an e-mail address",
  url: "a URL",
  uuid: "a UUID",
  date: "a date like 2026-11-21",
  datetime: 'a time like "2026-11-21T06:00:00Z"',
};

function wordIssue(
  issue: z.core.$ZodIssue,
  target: z.core.$ZodType | undefined,
  value: unknown,
): string {
  if (value === undefined && issue.path.length > 0 && issue.code !== "custom") return "is required";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${typeWord(issue.expected)}${bounded(target)}${fieldsOf(target)}, not ${quote(value)}`;
    case "invalid_value": {
      const values = issue.values.map((legal) => JSON.stringify(legal)).join(", ");
      return `must be ${issue.values.length > 1 ? "one of " : ""}${values}, not ${quote(value)}`;
    }
    case "too_big":
    case "too_small":
      return wordRange(issue.origin, target);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      if (!issue.message.startsWith("Invalid ")) return issue.message;
      return `must be ${FORMATS[issue.format] ?? `text of the form ${issue.pattern ?? issue.format}`}, not ${quote(value)}`;
    case "invalid_union":
      return issue.message === "Invalid input" ? "has none of the legal forms" : issue.message;
    default:
      return issue.message;
  }
}

/** " between 1 and 1000" where a number has both bounds. */
function bounded(target: z.core.$ZodType | undefined): string {
  const { least, most } = boundsOf(target);
  if (target?._zod.def.type !== "number" || least === null || most === null) return "";
  return ` between ${least} and ${most}`;
}

const UNITS: Record<string, string> = { string: " characters", array: " items" };

function wordRange(origin: string, target: z.core.$ZodType | undefined): string {
  const { least, most } = boundsOf(target);
  const unit = UNITS[origin];
  const verb = unit ? "must have" : "must be";
  if (least === null && most === null) return "is out of range";
  if (most === null) return `${verb} ${least}${unit ?? ""} or more`;
  if (least === null) return `${verb} ${unit ? "at most " : ""}${most}${unit ?? " or less"}`;
  return `${verb} ${unit ? `${least} to ${most}${unit}` : `between ${least} and ${most}`}`;
}

/** The bounds that a number, text or array schema sets; null where it sets none. */
function boundsOf(target: z.core.$ZodType | undefined) {
  const { checks = [] } = (target?._zod.def ?? {}) as { checks?: z.core.$ZodCheck[] };
  let least: number | null = null;
  let most: number | null = null;
  for (const check of checks) {
    const def = check._zod.def as { value?: number; minimum?: number; maximum?: number } & {
      check: string;
    };
    if (def.check === "greater_than" || def.check === "min_length") {
      least = def.value ?? def.minimum ?? null;
    } else if (def.check === "less_than" || def.check === "max_length") {
      most = def.value ?? def.maximum ?? null;
    }
  }
  return { least, most };
}

/** What an object is made of, for who sends something else. */
function fieldsOf(target: z.core.$ZodType | undefined): string {
  const { shape } = (target?._zod.def ?? {}) as { shape?: object };
  return shape ? ` with ${Object.keys(shape).join(", ")}` : "";
}

function typeWord(expected: string): string {
  if (expected === "int") return "a whole number";
  if (expected === "boolean") return "true or false";
  return `${/^[aeio]/.test(expected) ? "an" : "a"} ${expected}`;
}

/** A value as a sentence shows it: short. */
function quote(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (value !== null && typeof value === "object") return "an object";
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}..."` : text;
}

function problemOf(issue: z.core.$ZodIssue, raw: unknown): ArgumentProblem {
  const isMissing = issue.path.length > 0 && valueAt(raw, issue.path) === undefined;
  if (isMissing && issue.code !== "custom") return "MISSING";
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
  const isLong = issue.code === "too_big" && issue.origin === "array";
  return isLong && issue.path.length === 1 && Number(issue.maximum) >= 100;
}

/** The value at `path` in an input; undefined where there is none. */
export function valueAt(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) =>
      typeof key === "number" ? `[${key}]` : `${index ? "." : ""}${String(key)}`,
    )
    .join("");
}

/** The schema at `path`, looking through optional, default, nullable, pipes and arrays. */
function schemaAt(schema: z.ZodType, path: readonly PropertyKey[]): z.core.$ZodType | undefined {
  let current: z.core.$ZodType | undefined = unwrap(schema);
  for (const key of path) {
    const def: { shape?: Record<string, z.core.$ZodType>; element?: z.core.$ZodType } = (current
      ?._zod.def ?? {}) as never;
    current = unwrap(typeof key === "number" ? def.element : def.shape?.[String(key)]);
  }
  return current;
}

function unwrap(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let current = schema;
  while (current) {
    const def = current._zod.def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType };
    const inner = def.innerType ?? def.in;
    if (!inner) return current;
    current = inner;
  }
  return undefined;
}
