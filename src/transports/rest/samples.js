// How each operation is called, as text. The reference page loads this; tests run what it writes.

/** @import { JsonSchema } from "./openapi-sample.ts" */
/** @typedef {{ name: string, in: string, required?: boolean, schema: JsonSchema }} Parameter */
/** @typedef {{ parameters?: Parameter[], requestBody?: { content: Record<string, { example?: unknown }> } }} Described */
/** @typedef {{ paths: Record<string, Record<string, Described & { operationId: string }>> }} Document */
/** @typedef {{ method: string, url: string, body?: { type: string, text: string, value: unknown } }} Request */

/** @param {JsonSchema} schema */
function exampleOf(schema) {
  return String(schema.example ?? schema.enum?.[0] ?? schema.default ?? "");
}

/**
 * The request that a sample makes: what is required, filled with the document's examples, at the address of the API.
 * @param {Document} document @param {string} operationId @param {string} base
 * @returns {Request | undefined}
 */
export function requestOf(document, operationId, base) {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      if (operation.operationId !== operationId) continue;
      const { parameters = [], requestBody } = operation;
      const filled = path.replace(/\{(\w+)\}/g, (_, name) => {
        const found = parameters.find((one) => one.in === "path" && one.name === name);
        return encodeURIComponent(found ? exampleOf(found.schema) : "");
      });
      const query = parameters
        .filter((one) => one.in === "query" && one.required)
        .map(({ name, schema }) => `${name}=${encodeURIComponent(exampleOf(schema))}`)
        .join("&");
      const [first] = Object.entries(requestBody?.content ?? {});
      const request = { method: method.toUpperCase(), url: base + filled + (query && `?${query}`) };
      return first ? { ...request, body: bodyOf(first) } : request;
    }
  }
  return undefined;
}

/** @param {[string, { example?: unknown }]} content */
function bodyOf([type, { example }]) {
  const value = example ?? {};
  const text = typeof value === "string" ? value.trimEnd() : JSON.stringify(value, null, 2);
  return { type, text, value };
}

/** @param {Request} request */
export function curlSample({ method, url, body }) {
  const lines = [`curl ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`];
  lines.push('-H "X-API-Key: $EARSHOT_KEY"');
  if (body) lines.push(`-H "Content-Type: ${body.type}"`, `--data-binary ${quoted(body.text)}`);
  return lines.join(" \\\n  ");
}

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param {Request} request */
export function typeScriptSample({ method, url, body }) {
  const headers = ['    "X-API-Key": process.env.EARSHOT_KEY!,'];
  if (body) headers.push(`    "Content-Type": ${JSON.stringify(body.type)},`);
  const sent =
    body &&
    (typeof body.value === "string"
      ? JSON.stringify(body.text)
      : `JSON.stringify(${indented(body.text, "  ")})`);
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    "  headers: {",
    ...headers,
    "  },",
    ...(sent ? [`  body: ${sent},`] : []),
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    "if (response.status !== 204) console.log(await response.json());",
  ].join("\n");
}

/** @param {Request} request */
export function pythonSample({ method, url, body }) {
  const isText = typeof body?.value === "string";
  const data = body && (isText ? JSON.stringify(body.text) : pythonValue(body.value));
  return [
    "import json, os, urllib.request",
    "",
    ...(data ? [`data = ${isText ? data : `json.dumps(${data})`}`] : []),
    "request = urllib.request.Request(",
    `    ${JSON.stringify(url)},`,
    ...(method === "GET" ? [] : [`    method="${method}",`]),
    ...(data ? ["    data=data.encode(),"] : []),
    "    headers={",
    '        "X-API-Key": os.environ["EARSHOT_KEY"],',
    ...(body ? [`        "Content-Type": ${JSON.stringify(body.type)},`] : []),
    "    },",
    ")",
    "with urllib.request.urlopen(request) as response:",
    "    text = response.read()",
    "print(json.loads(text) if text else response.status)",
  ].join("\n");
}

/**
 * A value of JSON as Python writes it. Texts are the same in both.
 * @param {unknown} value @param {string} [indent] @returns {string}
 */
function pythonValue(value, indent = "") {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value)
    ? value.map((one) => pythonValue(one, inner))
    : Object.entries(value).map(
        ([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one, inner)}`,
      );
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (parts.length === 0) return `${open}${close}`;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

/** @param {string} text @param {string} by */
const indented = (text, by) => text.replaceAll("\n", `\n${by}`);

/** What writes a sample, by the name of its language, in the order they are shown. */
export const LANGUAGES = {
  curl: curlSample,
  TypeScript: typeScriptSample,
  Python: pythonSample,
};
