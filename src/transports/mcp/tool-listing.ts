import type * as z from "zod";
import type { AnyOperation } from "#core/operation.ts";
import { toSchema } from "#transports/shared/json-schema.ts";

type JsonSchema = { [key: string]: unknown };

const PROJECT_ID = { type: "string", description: "prj_ id from list_projects." };

/** A tool as `tools/list` shows it: what it does, its arguments in JSON Schema 2020-12, and all four hints. */
export function describeTool(operation: AnyOperation) {
  const { name, scope, summary, description = summary, input } = operation;
  const schema = compact(toSchema(input as z.ZodType, "draft-2020-12", "input")) as JsonSchema;
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const required = (schema["required"] ?? []) as string[];
  const isProject = scope === "project";
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
  };
}

/** What a host may want to know before it lets a model call: reading, destroying, repeating, reaching outside. */
function hintsOf({ name, access }: AnyOperation) {
  const changes = /^(update|accept|reject|delete)_/.test(name);
  return {
    readOnlyHint: access === "read",
    destructiveHint: access === "write" && changes,
    idempotentHint: access === "read" || changes,
    openWorldHint: name === "run_captures",
  };
}

const PATTERN_MAX = 30;
const ID_PATTERN = /^\^([a-z]{3})_/;
/** Where a model finds the ids of a kind. */
const ID_SOURCES: Record<string, string> = {
  brd: "list_brands",
  prm: "list_prompts",
  top: "list_topics",
  tag: "list_tags",
  mdl: "list_models",
  cht: "list_chats",
  sug: "the list_*_suggestions tools",
  onb: "start_onboarding",
};

/** A schema without what models do not need: patterns of ids become words, machine formats go. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (value === null || typeof value !== "object") return value;
  const { example: _, ...schema } = value as JsonSchema;
  const { pattern } = schema;
  if (typeof pattern === "string") {
    const kind = ID_PATTERN.exec(pattern)?.[1];
    const source = kind && ID_SOURCES[kind];
    if (kind || pattern.length > PATTERN_MAX) delete schema["pattern"];
    if (source) {
      const words = `${kind}_ id from ${source}.`;
      const { description } = schema;
      schema["description"] = typeof description === "string" ? `${description} ${words}` : words;
    }
  }
  return Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, compact(inner)]));
}
