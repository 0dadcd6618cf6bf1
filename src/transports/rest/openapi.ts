import * as z from "zod";
import { FAILURES, type FailureCode } from "#core/failure.ts";
import type { AnyOperation } from "#core/operation.ts";
import { toSchema } from "#transports/shared/json-schema.ts";

type JsonSchema = Record<string, unknown>;
type Schemas = Record<string, unknown>;
type Parameter = Record<string, unknown>;

const RATE_HEADERS = {
  "X-RateLimit-Limit": "Requests a project may make per minute.",
  "X-RateLimit-Remaining": "Requests left in this window.",
  "X-RateLimit-Reset": "When the window ends, in seconds since 1970.",
};

const ErrorEnvelope = z
  .object({ error: z.object({ code: z.string(), message: z.string() }) })
  .meta({ id: "Error" });

/** The OpenAPI 3.0.3 description of the operations that have a route. */
export function describeApi(catalog: readonly AnyOperation[]): Record<string, unknown> {
  const schemas: Schemas = {};
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of catalog) {
    const [method, path] = (operation.route ?? "").split(" ") as [string, string];
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describeOperation(operation, { method, path, schemas });
  }
  const groups = [...new Set(catalog.map((operation) => operation.group))];
  return {
    openapi: "3.0.3",
    info: {
      title: "REST API",
      version: "v1",
      description:
        "What AI assistants say about your brand: projects, brands, prompts, captured answers and reports.",
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/api/v1" }],
    security: [{ apiKey: [] }],
    tags: groups.map((name) => ({ name })),
    paths,
    components: {
      schemas,
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "X-API-Key" } },
    },
  };
}

type Place = { method: string; path: string; schemas: Schemas };

function describeOperation(operation: AnyOperation, place: Place): Record<string, unknown> {
  return {
    operationId: operation.name,
    tags: [operation.group],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: [{ apiKey: [] }],
    ...describeRequest(operation, place),
    responses: describeResponses(operation, place),
  };
}

/** Path and query parameters, and a body for what remains when the method carries one. */
function describeRequest(operation: AnyOperation, { method, path, schemas }: Place) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const schema = componentsOf(operation.input, "input", schemas);
  const properties = (schema["properties"] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((schema["required"] ?? []) as string[]);
  const hasBody = (method === "POST" || method === "PATCH") && !operation.stream;
  const parameters: Parameter[] = inPath.map((name) => ({
    name,
    in: "path",
    required: true,
    ...describedParameter(
      properties[name] ?? { type: "string", description: "The key's project." },
    ),
  }));
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  if (!hasBody) {
    for (const name of others) {
      const parameter = describedParameter(properties[name] ?? {});
      parameters.push({ name, in: "query", required: required.has(name), ...parameter });
    }
  }
  const content = operation.stream
    ? { [operation.stream.media_type]: { schema: { type: "string" } } }
    : { "application/json": { schema: bodySchema(schema, others, required) } };
  return {
    ...(parameters.length > 0 && { parameters }),
    ...((hasBody || operation.stream) && { requestBody: { required: true, content } }),
  };
}

function bodySchema(schema: JsonSchema, names: string[], required: ReadonlySet<string>) {
  const properties = schema["properties"] as Record<string, JsonSchema>;
  const needed = names.filter((name) => required.has(name));
  return {
    ...schema,
    properties: Object.fromEntries(names.map((name) => [name, properties[name]])),
    ...(needed.length > 0 ? { required: needed } : { required: undefined }),
  };
}

function describedParameter({ description, ...schema }: JsonSchema) {
  return { ...(description !== undefined && { description }), schema };
}

function describeResponses(operation: AnyOperation, { method, path, schemas }: Place) {
  const status = operation.status ?? 200;
  const headers = Object.fromEntries(
    Object.entries(RATE_HEADERS).map(([name, description]) => [
      name,
      { description, schema: { type: "integer" } },
    ]),
  );
  const success = {
    description: operation.returns,
    headers,
    ...(status !== 204 && { content: json(componentsOf(operation.output, "output", schemas)) }),
  };
  const envelope = componentsOf(ErrorEnvelope, "output", schemas);
  const failures = failuresOf(operation, method, path).map((code) => [
    FAILURES[code].http,
    { description: FAILURES[code].rest, content: json(envelope) },
  ]);
  return { [status]: success, ...Object.fromEntries(failures) };
}

function failuresOf(operation: AnyOperation, method: string, path: string): FailureCode[] {
  const codes: FailureCode[] = ["VALIDATION_ERROR", "UNAUTHORIZED", "PLAN_REQUIRED"];
  if (path.includes("{") || operation.access === "write") codes.push("NOT_FOUND");
  if (operation.access === "write") codes.push("CONFLICT");
  if (method === "POST" || method === "PATCH") {
    codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  }
  return [...codes, "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR", "UNAVAILABLE"];
}

function json(schema: unknown) {
  return { "application/json": { schema } };
}

/** JSON Schema for OpenAPI 3.0, its named parts lifted into `schemas`. */
function componentsOf(schema: z.ZodType, io: "input" | "output", schemas: Schemas): JsonSchema {
  const { definitions = {}, ...rest } = toSchema(schema, "openapi-3.0", io);
  for (const [name, part] of Object.entries(definitions as Schemas)) schemas[name] = relink(part);
  const linked = relink(rest) as JsonSchema;
  const { id } = schema.meta() ?? {};
  if (typeof id !== "string" || "$ref" in linked) return linked;
  schemas[id] = linked;
  return { $ref: `#/components/schemas/${id}` };
}

function relink(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/definitions/', '"#/components/schemas/'));
}
