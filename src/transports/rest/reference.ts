import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import type { AnyOperation } from "#core/operation.ts";
import { packedText } from "#transports/shared/packed-text.ts";
import { describeApi } from "./openapi.ts";
import type { JsonSchema } from "./openapi-sample.ts";

/** Samples of operations and what calls them; loaded beside the page, which is read without them. */
const SCRIPTS = ["reference-script.js", "samples.js"];
const ADDRESS = "/docs/api";

/** Its hash is in the content policy of the page. */
const STYLE = readFileSync(new URL("./reference.css", import.meta.url), "utf8");

type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
  content?: Record<string, Content>;
};
type Content = {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
};
type Answer = { $ref?: string; description: string; content?: Record<string, Content> };
type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { description?: string; content: Record<string, Content> };
  responses: Record<string, Answer>;
};
type Document = {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, Answer> };
};

/** The browsable reference of the REST API: one page made from the OpenAPI document, and the scripts that add samples to it. */
export function makeReference(catalog: readonly AnyOperation[]): Hono {
  const routed = catalog.filter(({ route }) => route !== undefined);
  const page = () => writePage(JSON.parse(JSON.stringify(describeApi(routed))) as Document);
  const style = createHash("sha256").update(STYLE).digest("base64");
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'sha256-${style}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
  const app = new Hono().get("/", packedText(page, headers));
  for (const name of SCRIPTS) {
    const text = () => readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
    app.get(`/${name}`, packedText(text, { "content-type": "text/javascript; charset=utf-8" }));
  }
  return app;
}

type Place = { method: string; path: string; operation: Described };

function writePage(document: Document): string {
  const places: Place[] = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const of = (group: string) => places.filter(({ operation }) => operation.tags.includes(group));
  const nav = document.tags.map(
    ({ name }) =>
      `<li><a href="#${anchor(name)}">${escapeHtml(name)}</a><ul>${of(name)
        .map(
          ({ operation }) =>
            `<li><a href="#${operation.operationId}">${escapeHtml(operation.summary)}</a></li>`,
        )
        .join("")}</ul></li>`,
  );
  const groups = document.tags.map(
    ({ name, description }) =>
      `<section aria-labelledby="${anchor(name)}"><h2 id="${anchor(name)}">${escapeHtml(name)}</h2><p>${prose(description)}</p>${of(
        name,
      )
        .map((place) => writeOperation(place, document))
        .join("")}</section>`,
  );
  const intro = document.info.description.split("\n\n").map((text) => `<p>${prose(text)}</p>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>REST API reference</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/pages/typeface.css"><style>${STYLE}</style><script type="module" src="${ADDRESS}/${SCRIPTS[0]}"></script></head><body><a class="skip" href="#main">Skip to the reference</a><nav aria-label="Operations"><p><a href="/">Back to the dashboard</a></p><p><a href="#main">REST API</a></p><ul>${nav.join("")}</ul></nav><main id="main"><h1>REST API</h1>${intro.join("")}<p>The machine-readable description: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.0.3).</p>${groups.join("")}</main></body></html>`;
}

function writeOperation({ method, path, operation }: Place, document: Document): string {
  const parts = [
    `<h3 id="${operation.operationId}">${escapeHtml(operation.summary)}</h3>`,
    `<p class="route"><b class="${method}">${method.toUpperCase()}</b> <code>/api/v1${escapeHtml(path)}</code></p>`,
    operation.description ? `<p>${prose(operation.description)}</p>` : "",
    writeParameters(operation.parameters ?? []),
    writeBody(operation, document),
    `<h4>Answers</h4>${Object.entries(operation.responses)
      .map(([status, answer]) => writeAnswer(status, answer, document))
      .join("")}`,
  ];
  return `<article aria-labelledby="${operation.operationId}">${parts.join("")}</article>`;
}

/** The fields of a JSON body; of any other, its description, in which lines with a dash are a list. */
function writeBody({ requestBody }: Described, document: Document): string {
  const [body] = Object.values(requestBody?.content ?? {});
  if (!requestBody || !body) return "";
  const [intro = "", list = ""] = (requestBody.description ?? "").split("\n\n");
  const items = list.split("\n").filter((line) => line !== "");
  return [
    "<h4>Body</h4>",
    intro && `<p>${prose(intro)}</p>`,
    items.length > 0
      ? `<ul>${items.map((line) => `<li>${prose(line.slice(2))}</li>`).join("")}</ul>`
      : "",
    writeFields(body.schema, document),
    typeof body.example === "string"
      ? `<pre tabindex="0"><code>${escapeHtml(body.example)}</code></pre>`
      : writeExample(body.example),
  ].join("");
}

function writeParameters(parameters: Parameter[]): string {
  if (parameters.length === 0) return "";
  const rows = parameters.map(({ name, in: place, required, description, ...given }) =>
    writeRow(
      name,
      {
        ...(given.schema ?? given.content?.["application/json"]?.schema),
        description: description ?? "",
      },
      `${place}${given.content ? ", as JSON" : ""}${required ? ", required" : ""}`,
    ),
  );
  return `<h4>Parameters</h4><dl>${rows.join("")}</dl>`;
}

function writeAnswer(status: string, given: Answer, document: Document): string {
  const answer = given.$ref
    ? document.components.responses[given.$ref.split("/").at(-1) ?? ""]
    : given;
  if (!answer) return "";
  const content = answer.content?.["application/json"];
  const examples = content?.examples ? Object.values(content.examples) : [];
  const shown =
    content?.example === undefined ? examples.map(({ value }) => value) : [content.example];
  const fields = status.startsWith("2") && content ? writeFields(content.schema, document) : "";
  return `<details><summary><code>${status}</code> ${escapeHtml(answer.description)}</summary>${fields}${shown.map(writeExample).join("")}</details>`;
}

const DEPTH_MAX = 5;

/** The fields of an object, and below each the fields of what it holds. */
function writeFields(schema: JsonSchema, document: Document, depth = 0): string {
  const plain = resolve(schema, document);
  const inner = resolve(plain.items ?? plain, document);
  if (!inner.properties || depth > DEPTH_MAX) return "";
  const required = new Set(inner.required ?? []);
  const rows = Object.entries(inner.properties).map(([name, field]) => {
    const note = required.has(name) || depth > 0 ? "" : "optional";
    return `${writeRow(name, resolve(field, document), note)}${nest(writeFields(field, document, depth + 1))}`;
  });
  return `<dl>${rows.join("")}</dl>`;
}

function nest(fields: string): string {
  return fields && `<dd>${fields}</dd>`;
}

function writeRow(name: string, schema: JsonSchema, note: string): string {
  const values = schema.enum ?? schema.items?.enum;
  const type = [
    schema.format ?? schema.type ?? "",
    values ? values.map((value) => JSON.stringify(value)).join(", ") : "",
    schema.nullable ? "or null" : "",
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    note,
  ].filter((part) => part !== "");
  return `<dt><code>${escapeHtml(name)}</code> <small>${escapeHtml(type.join(" · "))}</small></dt><dd>${prose(schema.description ?? "")}</dd>`;
}

function resolve(schema: JsonSchema, { components }: Document): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  const merged = schema.allOf?.[0];
  if (merged) return resolve(merged, { components } as Document);
  return (name ? components.schemas[name] : undefined) ?? schema;
}

function writeExample(value: unknown): string {
  if (value === undefined) return "";
  return `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(value, null, 2))}</code></pre>`;
}

const anchor = (group: string) => `group-${group.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;

function prose(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
