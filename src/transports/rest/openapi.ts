import * as z from "zod";
import { FAILURES } from "#core/failure.ts";
import { idPattern } from "#core/id.ts";
import type { AnyOperation } from "#core/operation.ts";
import { plansWith } from "#core/plans.ts";
import { toSchema } from "#transports/shared/json-schema.ts";
import { takesName } from "#transports/shared/once.ts";
import { describeFailures, ERROR_RESPONSES, RATE_HEADERS } from "./openapi-failures.ts";
import { GROUPS } from "./openapi-groups.ts";
import { type JsonSchema, sampleOf } from "./openapi-sample.ts";
import vocabulary from "./vocabulary.json" with { type: "json" };

type Parts = { method: string; path: string; schemas: Record<string, JsonSchema> };

const ErrorEnvelope = z
  .object({
    error: z
      .object({
        code: z
          .enum([...new Set(Object.values(FAILURES).map(({ rest }) => rest))])
          .describe("What kind of failure it is, for programs."),
        message: z.string().describe("What was wrong, where, and what is legal, for people."),
      })
      .describe("The failure."),
  })
  .meta({ id: "Error" });

/** The OpenAPI 3.0.3 description of the operations that have a route. */
export function describeApi(catalog: readonly AnyOperation[]): Record<string, unknown> {
  const schemas: Parts["schemas"] = {};
  linkedSchema(ErrorEnvelope, "output", schemas);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of catalog) {
    const [method, path] = (operation.route ?? "").split(" ") as [string, string];
    paths[path] ??= {};
    paths[path][method.toLowerCase()] = describeOperation(operation, { method, path, schemas });
  }
  const groups = [...new Set(catalog.map(({ group }) => group))];
  return {
    openapi: "3.0.3",
    info: {
      title: "REST API",
      version: "v1",
      description: DESCRIPTION,
      license: { name: "MIT", url: "https://opensource.org/license/mit" },
    },
    servers: [{ url: "/api/v1", description: "This installation." }],
    security: [{ apiKey: [] }],
    tags: groups.map((name) => ({ name, description: GROUPS[name] ?? `${name}.` })),
    paths,
    components: {
      schemas,
      headers: RATE_HEADERS,
      responses: ERROR_RESPONSES,
      securitySchemes: {
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "A key of one project, made in the dashboard. Keep it out of URLs and logs.",
        },
      },
    },
  };
}

const DESCRIPTION = `What AI assistants say about your brand: projects, brands, prompts, captured answers and reports.

An installation of your own includes the REST API and bills nobody: there a plan is only what its operator allows. A new
organisation has \`brand/enterprise\`, which has everything, unless the operator sets \`PLAN\`; \`earshot plan show\` and
\`earshot plan set\` show and change it. Sold as a service, the REST API requires a paid plan: ${plansWith("rest_api")}.
Every request carries a key in the header \`X-API-Key\`; a key belongs to one project and sees only that.
Lists take \`limit\` (1 to 1000, 100 unless given) and \`offset\`; raise \`offset\` by \`limit\` until a page is
shorter than \`limit\`. Every answer has \`X-Request-Id\`, the one you send where it is 1 to 128 letters, digits and
\`_.:/+=-\`: name it when you report a fault. Unknown parameters and fields are refused. Errors are
\`{"error": {"code", "message"}}\`; checks come in the order key, rate, plan, body, existence, state.
Ratios are 0 to 1, sentiment 0 to 100, dates \`YYYY-MM-DD\` with both ends included, times RFC 3339 in UTC.`;

function describeOperation(operation: AnyOperation, parts: Parts): Record<string, unknown> {
  return {
    operationId: operation.name,
    tags: [operation.group],
    summary: operation.summary,
    ...describeProse(operation),
    security: [{ apiKey: [] }],
    ...describeRequest(operation, parts),
    responses: {
      [operation.status ?? 200]: describeSuccess(operation, parts),
      ...describeFailures(operation, parts),
    },
  };
}

/** What an operation says of itself, and the plan it needs. */
function describeProse({ description, feature }: AnyOperation): { description?: string } {
  const plan = feature && `Requires ${plansWith(feature)}.`;
  const sentences = [description, plan].filter((sentence) => sentence !== undefined);
  return sentences.length > 0 ? { description: sentences.join(" ") } : {};
}

/** Path and query parameters, and a body for what remains when the method carries one. */
function describeRequest(operation: AnyOperation, { method, path, schemas }: Parts) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  const schema = linkedSchema(operation.input, "input", schemas);
  const properties = schema.properties ?? {};
  const required = new Set(schema.required ?? []);
  const others = Object.keys(properties).filter((name) => !inPath.includes(name));
  const hasBody = (method === "POST" || method === "PATCH") && !operation.stream;
  const parameters = inPath.map((name) => ({
    ...{ name, in: "path", required: true },
    ...describedParameter(exampled(name, properties[name] ?? PROJECT_ID)),
  }));
  if (!hasBody) {
    for (const name of others) {
      const parameter = describedParameter(properties[name] ?? {});
      parameters.push({ name, in: "query", required: required.has(name), ...parameter });
    }
  }
  const header = takesName(operation) ? [CALL_NAME] : [];
  return {
    ...(parameters.length + header.length > 0 && { parameters: [...parameters, ...header] }),
    ...(hasBody && { requestBody: jsonBody(pick(schema, others), schemas) }),
    ...(operation.stream && { requestBody: streamBody(operation.stream) }),
  };
}

const CALL_NAME = {
  ...{ name: "Idempotency-Key", in: "header", required: false },
  description:
    "A name of your own for this request, like a UUID. Sent again within 24 hours, the request does nothing and answers what it did, with `Idempotent-Replayed: true`.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
  example: "0b9d3c1e-6f0a-4f6d-9c43-2f5a5d1b7e10",
};

const PROJECT_ID: JsonSchema = {
  type: "string",
  pattern: idPattern("prj").source,
  description: "The key's project.",
  example: "prj_PqYbRw9s",
};

/** An object schema with only the properties `names`. */
function pick({ required = [], ...schema }: JsonSchema, names: string[]): JsonSchema {
  const needed = names.filter((name) => required.includes(name));
  const { properties = {} } = schema;
  return {
    ...schema,
    properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
    ...(needed.length > 0 && { required: needed }),
  };
}

function jsonBody(schema: JsonSchema, schemas: Parts["schemas"]) {
  const example = sampleOf(schema, { schemas });
  return {
    required: true,
    content: { "application/json": { schema, example } },
  };
}

/** A body of lines: OpenAPI can only call it text, so its description says what a line contains. */
function streamBody({ media_type, also, line }: NonNullable<AnyOperation["stream"]>) {
  const schemas: Parts["schemas"] = {};
  const whole = linkedSchema(line, "input", schemas);
  const schema = schemas[whole.$ref?.split("/").at(-1) ?? ""] ?? whole;
  const required = new Set(schema.required);
  const sample = sampleOf(schema, { schemas }) as object;
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `- \`${name}\`${required.has(name) ? "" : " (optional)"}: ${describedField(field)}`,
  );
  return {
    required: true,
    description: `One JSON object a line${also ? `, or as ${also} a heading line and one record a line` : ""}, with these fields:\n\n${fields.join("\n")}`,
    content: {
      [media_type]: {
        schema: { type: "string" },
        example: `${JSON.stringify(sample)}\n`,
      },
      ...(also && { [also]: { schema: { type: "string" }, example: asTable(sample) } }),
    },
  };
}

/** A heading line and a record. */
function asTable(sample: object): string {
  const lines = [Object.keys(sample), Object.values(sample).map((cell) => `"${cell}"`)];
  return lines.map((cells) => `${cells.join(",")}\n`).join("");
}

/** A field's description, and those of the fields of the objects in it. */
function describedField({ description = "", items }: JsonSchema): string {
  const inner = Object.entries(items?.properties ?? {}).map(
    ([name, field]) => `\`${name}\`: ${field.description}`,
  );
  return inner.length > 0 ? `${description} Each has ${inner.join(" ")}` : description;
}

/** Of what has to be given, with what it looks like. */
function exampled(name: string, schema: JsonSchema): JsonSchema {
  return { ...schema, example: sampleOf(schema, { schemas: {}, name }) };
}

function describedParameter({ description, ...schema }: JsonSchema): Record<string, unknown> {
  // A list of objects is one text of JSON: a schema alone says no way to write it.
  if (schema.items?.properties) {
    const example = sampleOf(schema, { schemas: {}, name: "query_list" });
    return { description, content: { "application/json": { schema, example } } };
  }
  return { ...(description !== undefined && { description }), schema };
}

function describeSuccess(operation: AnyOperation, { schemas }: Parts) {
  const headers = Object.fromEntries(
    Object.keys(RATE_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
  if (operation.status === 204) return { description: operation.returns, headers };
  const schema = linkedSchema(operation.output, "output", schemas);
  const example = sampleOf(schema, { schemas });
  return {
    description: operation.returns,
    headers,
    content: { "application/json": { schema, example } },
  };
}

/** JSON Schema for OpenAPI 3.0, its named parts lifted into `schemas`. */
function linkedSchema(
  schema: z.ZodType,
  io: "input" | "output",
  schemas: Parts["schemas"],
): JsonSchema {
  const { definitions = {}, ...rest } = toSchema(schema, "openapi-3.0", io);
  for (const [name, part] of Object.entries(definitions as Parts["schemas"])) {
    schemas[name] = relink(part, io);
  }
  const linked = relink(rest, io);
  const { id } = schema.meta() ?? {};
  if (typeof id !== "string" || "$ref" in linked) return linked;
  schemas[id] = linked;
  return { $ref: `#/components/schemas/${id}` };
}

/** Points references at the components; answers may get more fields one day, so theirs are left open. */
function relink(value: JsonSchema, io: "input" | "output"): JsonSchema {
  const text = JSON.stringify(value).replaceAll('"#/definitions/', '"#/components/schemas/');
  return JSON.parse(text, (key, part: unknown) => {
    if (io === "output" && key === "additionalProperties" && part === false) return undefined;
    return io === "output" && key === "properties" ? describeFields(part as Fields) : part;
  }) as JsonSchema;
}

type Fields = Record<string, JsonSchema>;

/** What a field of an answer means wherever it is; a schema that says more says it itself. */
const VOCABULARY: Readonly<Record<string, string>> = vocabulary;

/** Gives fields that say nothing of themselves what their name means everywhere. */
function describeFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const description = VOCABULARY[name];
      const isSilent = !("$ref" in field) && field["description"] === undefined;
      return [name, description && isSilent ? { description, ...field } : field];
    }),
  );
}
