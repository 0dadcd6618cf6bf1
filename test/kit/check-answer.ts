import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import type { AnyOperation } from "#core/operation.ts";
import { describeApi } from "#transports/rest/openapi.ts";
import { catalog as ours } from "../../src/catalog.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, walked by its own rules.
type Node = any;
export type Answered = { method: string; path: string; status: number; body: unknown };
type Check = (answer: Answered) => void;

const checks = new WeakMap<readonly AnyOperation[], Check>();

/** Asserts that an answer is one that the OpenAPI document of `catalog` promises; unknown paths must be refusals. */
export function checkAnswer(catalog: readonly AnyOperation[], answer: Answered): void {
  const known = checks.get(catalog) ?? makeCheck(catalog);
  checks.set(catalog, known);
  known(answer);
}

function makeCheck(catalog: readonly AnyOperation[]): Check {
  const document = documentOf(catalog);
  const ajv = new Ajv({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  const compiled = new Map<string, ValidateFunction>();
  const validate = (pointer: string, body: unknown, what: string) => {
    const check = compiled.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    compiled.set(pointer, check);
    assert.ok(check(body), `${what}: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`);
  };
  const templates = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
  }));
  return ({ method, path, status, body }) => {
    const plain = path.split("?")[0] ?? "";
    const what = `${method} ${plain} answered ${status}`;
    const template =
      templates.find((one) => one.path === plain) ??
      templates.find((one) => one.pattern.test(plain));
    const verb = method.toLowerCase();
    const operation = template && document.paths[template.path][verb];
    if (!operation) {
      const unknown = `${what}, which its document does not have: npm run contract`;
      if (plain !== "/openapi.json") assert.ok(status >= 400, unknown);
      return;
    }
    const declared = operation.responses[status];
    assert.ok(declared, `${what}, which its document does not declare`);
    const response = declared.$ref ? resolve(document, declared.$ref) : declared;
    if (!response.content) assert.equal(body, "", what);
    else {
      const at = declared.$ref
        ? declared.$ref.slice(1)
        : `/paths/${pointerPart(template.path)}/${verb}/responses/${status}`;
      validate(`${at}/content/application~1json/schema`, body, what);
    }
  };
}

function pointerPart(path: string): string {
  return encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));
}

function resolve(document: Node, ref: string): Node {
  return ref
    .slice(2)
    .split("/")
    .reduce((node, key) => node[key], document);
}

/** The document of a catalogue as the validator reads it; that of ours as it is committed, which another test compares. */
function documentOf(catalog: readonly AnyOperation[]): Node {
  const text =
    catalog === ours
      ? readFileSync("contract/openapi.json", "utf8")
      : JSON.stringify(describeApi(catalog.filter(({ route }) => route !== undefined)));
  // OpenAPI 3.0 writes exclusive bounds as booleans; the validator reads numbers.
  return JSON.parse(text, (_key, value) => {
    if (value?.exclusiveMinimum === true) value.exclusiveMinimum = value.minimum;
    if (value?.exclusiveMaximum === true) value.exclusiveMaximum = value.maximum;
    return value;
  });
}
