/** What is made of the OpenAPI document for scripts: the types and routes of the TypeScript client, and a Postman collection. */

type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  description?: string;
} & Partial<Record<"allOf" | "anyOf" | "oneOf", Schema[]>>;
type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description: string;
  schema?: Schema;
  content?: Content;
};
type Content = Record<string, { schema: Schema; example?: unknown }>;
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
/** As much of the document as this reads. */
export type ApiDocument = {
  info: { title: string; version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const listOperations = ({ paths }: ApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...{ path, operation },
      method: method.toUpperCase(),
    })),
  );

/** The module of types and routes that the TypeScript client is typed by. */
export function clientOperations(document: ApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`,
  );
  const listed = listOperations(document);
  const types = listed.map(({ operation }) => {
    const { operationId, summary } = operation;
    return `  /** ${summary} */\n  ${operationId}: { input: ${inputOf(operation)}; output: ${outputOf(operation)} };\n`;
  });
  const routes = listed.map(({ path, method, operation }) => {
    const query = (operation.parameters ?? []).filter((one) => one.in === "query");
    const names = JSON.stringify(query.map(({ name }) => name));
    return `  ${operation.operationId}: { method: "${method}", path: "${path}", query: ${names} },\n`;
  });
  return `// Written by npm run contract from contract/openapi.json.
${schemas.join("")}
/** What each operation takes and answers. */
export type Operations = {
${types.join("")}};

/** Where each is called. */
export const ROUTES: Record<
  keyof Operations,
  { method: "GET" | "POST" | "PATCH" | "DELETE"; path: string; query: readonly string[] }
> = {
${routes.join("")}};
`;
}

function inputOf({ parameters: all = [], requestBody }: Operation): string {
  const parameters = all.filter((one) => one.in !== "header");
  const own: Schema = {
    type: "object",
    properties: Object.fromEntries(
      parameters.map(({ name, schema, content, description }) => [
        name,
        { ...(schema ?? content?.["application/json"]?.schema), description },
      ]),
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
  };
  const body = requestBody?.content["application/json"]?.schema;
  const parts = [parameters.length > 0 && typeOf(own), body && typeOf(body)];
  return parts.filter(Boolean).join(" & ") || "Record<never, never>";
}

function outputOf({ responses }: Operation): string {
  const [, answered] = Object.entries(responses).find(([status]) => status.startsWith("2")) ?? [];
  const schema = answered?.content?.["application/json"]?.schema;
  return schema ? typeOf(schema) : "undefined";
}

function typeOf(schema: Schema): string {
  const { nullable, ...rest } = schema;
  return nullable ? `${typeOf(rest)} | null` : plainTypeOf(rest);
}

function plainTypeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.replace("#/components/schemas/", "");
  if (schema.enum) return `(${schema.enum.map((one) => JSON.stringify(one)).join(" | ")})`;
  if (schema.allOf) return `(${schema.allOf.map(typeOf).join(" & ")})`;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return `(${either.map(typeOf).join(" | ")})`;
  if (schema.type === "array") return `(${typeOf(schema.items ?? {})})[]`;
  if (schema.type === "integer") return "number";
  if (schema.type === "object") return objectOf(schema);
  return schema.type ?? "unknown";
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) {
    const value =
      typeof additionalProperties === "object" ? typeOf(additionalProperties) : "unknown";
    return `Record<string, ${value}>`;
  }
  const lines = Object.entries(properties).map(([name, schema]) => {
    const about = schema.description ? `/** ${schema.description.replaceAll("*/", "* /")} */ ` : "";
    return `${about}${name}${required.includes(name) ? "" : "?"}: ${typeOf(schema)};`;
  });
  return `{\n${lines.join("\n")}\n}`;
}

/** A collection of Postman (format 2.1) with every operation; `url` and `key` are its variables. */
export function postmanCollection(document: ApiDocument): object {
  const groups = new Map<string, object[]>();
  for (const { path, method, operation } of listOperations(document)) {
    const [group = "Other"] = operation.tags;
    groups.set(group, [...(groups.get(group) ?? []), requestOf(path, method, operation)]);
  }
  return {
    info: {
      name: document.info.title,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    auth: {
      type: "apikey",
      apikey: [
        { key: "key", value: "X-API-Key", type: "string" },
        { key: "value", value: "{{key}}", type: "string" },
        { key: "in", value: "header", type: "string" },
      ],
    },
    variable: [
      { key: "url", value: "http://localhost:8787" },
      { key: "key", value: "" },
    ],
    item: [...groups].map(([name, item]) => ({ name, item })),
  };
}

function requestOf(path: string, method: string, operation: Operation): object {
  const { parameters = [], requestBody, summary } = operation;
  const of = (place: string) => parameters.filter((one) => one.in === place);
  const segments = path.slice(1).replace(/\{(\w+)\}/g, ":$1");
  const query = of("query").map(({ name, required, description }) => ({
    ...{ key: name, value: "", description },
    disabled: !required,
  }));
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  const example = content?.example;
  const raw = typeof example === "string" ? example : JSON.stringify(example, null, 2);
  return {
    name: summary,
    request: {
      method,
      header: type ? [{ key: "Content-Type", value: type }] : [],
      ...(type && { body: { mode: "raw", raw } }),
      url: {
        raw: `{{url}}/api/v1/${segments}`,
        host: ["{{url}}"],
        path: ["api", "v1", ...segments.split("/")],
        ...(query.length > 0 && { query }),
        variable: of("path").map(({ name, description }) => ({
          key: name,
          value: "",
          description,
        })),
      },
    },
  };
}
