import assert from "node:assert/strict";
import { test } from "node:test";
import swaggerParser from "@apidevtools/swagger-parser";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { makeWorld } from "../../../test/kit/world.ts";
import { catalog } from "../../catalog.ts";
import { describeApi } from "./openapi.ts";

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, walked by its own rules.
type Node = any;
const routed = catalog.filter((operation) => "route" in operation);
const document: Node = JSON.parse(JSON.stringify(describeApi(routed)));
const operations: [string, Node][] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as object).map(([method, one]): [string, Node] => [`${method} ${path}`, one]),
);

test("an independent validator accepts the document as OpenAPI 3.0.3", async () => {
  assert.equal(document.openapi, "3.0.3");
  await swaggerParser.validate(structuredClone(document));
});

test("the document says what the interface specification fixes", () => {
  assert.deepEqual([document.info.title, document.info.version], ["REST API", "v1"]);
  assert.equal(document.servers[0].url, "/api/v1");
  const reject = document.paths["/suggestions/brands/reject"].post;
  assert.deepEqual(reject.tags, ["Suggestions"]);
  assert.equal(reject.summary, "Reject a brand suggestion");
  assert.equal(reject.responses["200"].description, "Rejected");
  assert.match(document.info.description, /requires a paid plan: the Growth plan and above\./);
  // Who hosts it themselves reads at once that nobody has to pay.
  assert.match(
    document.info.description,
    /includes the REST API and bills\s+nobody.+`earshot plan set`.+requires a paid plan/s,
  );
  assert.match(
    reject.description,
    /Requires the Enterprise plan \(or the Scale\+ level on the Agency tier\)\.$/,
  );
  const { description: _, ...scheme } = document.components.securitySchemes.apiKey;
  assert.deepEqual(scheme, { type: "apiKey", in: "header", name: "X-API-Key" });
  assert.ok(operations.every(([, one]) => one.security[0].apiKey.length === 0));
});

test("every group, parameter, body, answer and error is described, with an example", () => {
  for (const { name, description } of document.tags) assert.notEqual(description, `${name}.`);
  for (const [where, operation] of operations) {
    for (const parameter of operation.parameters ?? []) {
      assert.ok(parameter.description, `${where} ${parameter.name}`);
    }
    const body = operation.requestBody?.content["application/json"];
    const bodies: Node[] = Object.values(operation.requestBody?.content ?? {});
    assert.ok(
      bodies.every(({ example }) => example !== undefined),
      where,
    );
    assert.ok(!operation.requestBody || body || operation.requestBody.description, where);
    for (const [status, given] of Object.entries<Node>(operation.responses)) {
      const name = given.$ref?.split("/").at(-1);
      const response = name ? document.components.responses[name] : given;
      const content = response.content?.["application/json"];
      assert.ok(response.description, `${where} ${status}`);
      if (status === "204") assert.equal(content, undefined);
      else assert.ok(content?.example ?? content?.examples, `${where} ${status}`);
    }
    for (const status of ["400", "401", "403", "429", "500", "503"]) {
      assert.ok(operation.responses[status], `${where} ${status}`);
    }
  }
});

test("every field of every answer is described", () => {
  const missing: string[] = [];
  const walk = (schema: Node, at: string) => {
    for (const [name, field] of Object.entries<Node>(schema?.properties ?? {})) {
      const inner = field.items ?? field;
      if (!field.description && !field.$ref && !inner.description && !inner.$ref) {
        missing.push(`${at}.${name}`);
      }
      walk(inner, `${at}.${name}`);
    }
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name);
  for (const [where, operation] of operations) {
    for (const [status, response] of Object.entries<Node>(operation.responses)) {
      walk(response.content?.["application/json"]?.schema, `${where} ${status}`);
    }
  }
  assert.deepEqual(missing, []);
});

test("the example of a line can be imported, and every field of a line is documented", async () => {
  const world = await makeWorld();
  const { description, content } = document.paths["/chats/import"].post.requestBody;
  const { example } = content["application/x-ndjson"];
  const { body } = await world.rest("POST", "/chats/import", example);
  assert.deepEqual([body.imported, body.failed], [1, []]);
  for (const name of Object.keys(JSON.parse(example)))
    assert.ok(description.includes(`\`${name}\``));
});

test("what may be null is not kept out by its legal values", () => {
  let seen = 0;
  JSON.stringify(document, (_key, value) => {
    if (value?.nullable && value.enum) {
      seen++;
      assert.ok(value.enum.includes(null), JSON.stringify(value));
    }
    return value;
  });
  assert.ok(seen > 0);
});

test("every example is what its schema says", () => {
  const ajv = new Ajv({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema(document, "api");
  const check = (content: Node, where: string) => {
    const schema = JSON.parse(
      JSON.stringify(content.schema).replaceAll('"#/components', '"api#/components'),
    );
    const values = content.examples
      ? Object.values<Node>(content.examples).map(({ value }) => value)
      : [content.example];
    const compiled = ajv.compile(schema);
    for (const value of values) {
      assert.ok(
        compiled(value),
        `${where}: ${ajv.errorsText(compiled.errors)} in ${JSON.stringify(value)}`,
      );
    }
  };
  for (const [where, operation] of operations) {
    const body = operation.requestBody?.content["application/json"];
    if (body) check(body, where);
    for (const [status, response] of Object.entries<Node>(operation.responses)) {
      const content = response.content?.["application/json"];
      if (content) check(content, `${where} ${status}`);
    }
  }
  for (const [name, response] of Object.entries<Node>(document.components.responses)) {
    check(response.content["application/json"], name);
  }
});
