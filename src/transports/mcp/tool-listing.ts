import type * as z from "zod";
import type { AnyOperation } from "#core/operation.ts";
import { toSchema } from "#transports/shared/json-schema.ts";
import { argumentNames } from "./arguments.ts";

type JsonSchema = { [key: string]: unknown };

const PROJECT_ID = { type: "string", description: "From list_projects." };

/** The paging arguments in fewer words than REST has for them: they are in every list. */
const PAGE = {
  limit: { type: "integer", description: "1 to 1000." },
  offset: { type: "integer", description: "The next_offset before." },
};

/** Claude Code shows a model that much of a result before it puts it into a file. */
const SHOWN_MAX = 100_000;

/** A tool as `tools/list` shows it: what it does, its arguments in JSON Schema 2020-12, and all four hints. */
export function describeTool(operation: AnyOperation) {
  const { name, scope, summary, description = summary, input } = operation;
  const schema = compact(toSchema(input as z.ZodType, "draft-2020-12", "input")) as JsonSchema;
  const all = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const taken = argumentNames(operation).flatMap((key) => (all[key] ? [[key, all[key]]] : []));
  const declared: Record<string, JsonSchema> = Object.fromEntries(taken);
  const properties = { ...declared, ...("offset" in declared && PAGE) };
  const required = (schema["required"] ?? []) as string[];
  const isProject = scope === "project";
  const isSmall = taken.length === 0;
  const needed = [...(isProject ? ["project_id"] : []), ...required];
  return {
    name,
    title: summary,
    description,
    inputSchema: {
      type: "object",
      properties: { ...(isProject && { project_id: PROJECT_ID }), ...properties },
      ...(needed.length > 0 && { required: needed }),
      additionalProperties: false,
    },
    annotations: hintsOf(operation),
    ...(operation.effect === "reads" &&
      !isSmall && { _meta: { "anthropic/maxResultSizeChars": SHOWN_MAX } }),
  };
}

/** What a host may want to know before it lets a model call: reading, destroying, repeating, reaching outside. */
function hintsOf({ effect, is_repeatable = effect !== "adds", reaches_outside }: AnyOperation) {
  return {
    readOnlyHint: effect === "reads",
    // To replace what was there destroys it, in the words of MCP.
    destructiveHint: effect === "changes" || effect === "destroys",
    idempotentHint: is_repeatable,
    openWorldHint: reaches_outside === true,
  };
}

const PATTERN_MAX = 15;
const ID_PATTERN = /^\^([a-z]{3})_/;

/** Where a model finds the ids of a kind, unless the operation says it itself. */
const ID_SOURCES: Record<string, string> = {
  brd: "list_brands",
  prm: "list_prompts",
  top: "list_topics",
  tag: "list_tags",
  mdl: "list_models",
  cht: "list_chats",
  onb: "start_onboarding",
};

/** What a refusal says well enough, and every model would pay for with each list. */
const LEFT_OUT = ["example", "minLength", "maxLength", "minItems"];
/** Fields of report conditions, which their values explain. */
const PLAIN = new Set(["field", "operator", "value", "values", "direction"]);
/** The most that one call takes in bulk; smaller limits are left to the refusal. */
const BULK_MAX = 100;

/** A schema in few words: patterns of ids become the name of the tool that lists them. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (value === null || typeof value !== "object") return value;
  const schema = { ...(value as JsonSchema) };
  if (typeof schema["type"] === "string" || "anyOf" in schema) dropNoise(schema);
  const { pattern } = schema;
  if (typeof pattern === "string") {
    const kind = ID_PATTERN.exec(pattern)?.[1];
    if (kind || pattern.length > PATTERN_MAX) delete schema["pattern"];
    const source = kind && ID_SOURCES[kind];
    const { description } = schema;
    if (source && !/list_|start_/.test(String(description))) {
      const words = typeof description === "string" ? `${description.replace(/\.$/, "")}, f` : "F";
      schema["description"] = `${words}rom ${source}.`;
    }
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, compactField(key, inner)]),
  );
}

function dropNoise(schema: JsonSchema): void {
  for (const key of LEFT_OUT) delete schema[key];
  if (schema["maxItems"] !== BULK_MAX) delete schema["maxItems"];
  const { default: fallback } = schema;
  if (fallback === null || fallback === "" || (Array.isArray(fallback) && fallback.length === 0)) {
    delete schema["default"];
  }
}

function compactField(key: string, value: unknown): unknown {
  const inner = compact(value);
  if (key === "order_by") return shortenOrder(inner as JsonSchema);
  if (key === "filters" && /^As in reports/.test(String((inner as JsonSchema)["description"]))) {
    return REPORT_FILTERS;
  }
  if (!PLAIN.has(key) || inner === null || typeof inner !== "object") return inner;
  const { description: _, ...rest } = inner as JsonSchema;
  return rest;
}

/** Filters that another tool lists in full. */
const REPORT_FILTERS = {
  type: "array",
  items: { type: "object" },
  description: "As in get_brand_report; all must hold.",
};

/** What rows are ordered by is what they are chosen by, listed just before, and time. */
function shortenOrder(schema: JsonSchema): JsonSchema {
  const { properties, ...items } = schema["items"] as JsonSchema;
  const field = {
    type: "string",
    description: "As in having, or a date, week, month of the rows.",
  };
  return { ...schema, items: { ...items, properties: { ...(properties as JsonSchema), field } } };
}
