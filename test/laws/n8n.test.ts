import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { encodeId } from "#core/id.ts";
import { type N8nRequest, runNode, sentFields } from "../kit/n8n-routing.ts";
import { serveApp } from "../kit/serve-app.ts";
import { makeWorld } from "../kit/world.ts";

// biome-ignore lint/suspicious/noExplicitAny: a node's description, and answers of any operation.
type Any = any;
const ROOT = resolve(import.meta.dirname, "../..");
const PACKAGE = join(ROOT, "clients/n8n-nodes-earshot");

const world = await makeWorld();
const { url } = await serveApp(world);

// As n8n finds it: packed by the line of its README, with what its manifest names.
const folder = mkdtempSync(join(tmpdir(), "earshot-n8n-"));
after(() => rmSync(folder, { recursive: true }));
const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
const [, line = ""] = /```sh\n(.*)\n```/.exec(readme) ?? [];
const shell = (text: string) => promisify(execFile)("sh", ["-euc", text], { cwd: ROOT });
await shell(`${line} --pack-destination ${folder} && cd ${folder} && tar xzf *.tgz`);
const packed = join(folder, "package");
const manifest = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));
const requireThere = createRequire(join(packed, "package.json"));
const load = (path: string, name: string): Any => new (requireThere(`./${path}`)[name])();
const { description: node } = load(manifest.n8n.nodes[0], "Earshot");
const credential = load(manifest.n8n.credentials[0], "EarshotApi");

const requests: N8nRequest[] = [];
/** What was sent to each resource, by the names that the API has for it. */
const sent = new Set<string>();

/** Sends as n8n does: with the headers of the credential, and no empty body where none belongs. */
async function send(request: N8nRequest): Promise<{ status: number; body: unknown }> {
  requests.push(structuredClone(request));
  const headers = Object.entries<string>(credential.authenticate.properties.headers).map(
    ([name, value]) => [name, value.replace("={{$credentials.apiKey}}", world.key)],
  );
  const query = new URLSearchParams(Object.entries(request.qs).map(([k, v]) => [k, String(v)]));
  const hasBody = ["POST", "PATCH"].includes(request.method);
  const answer = await fetch(
    `${request.baseURL}${request.url}${query.size > 0 ? `?${query}` : ""}`,
    {
      method: request.method,
      headers: { ...request.headers, ...Object.fromEntries(headers) },
      ...(hasBody && {
        body: typeof request.body === "string" ? request.body : JSON.stringify(request.body),
      }),
    },
  );
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
  return { status: answer.status, body: text === "" ? {} : JSON.parse(text) };
}

/** Notes the fields of a request, those of the one prompt in it included. */
function note(resource: string, { qs, body }: N8nRequest): void {
  for (const name of Object.keys({ ...qs, ...Object(body) })) sent.add(`${resource} ${name}`);
  for (const name of Object.keys((body as Any)?.prompts?.[0] ?? {})) {
    sent.add(`${resource} prompts[0].${name}`);
  }
}

const ran = new Set<string>();
const day = (text: string) => ({ toISODate: () => text, minus: () => ({ toISODate: () => text }) });

/** Runs one operation of the node with what is chosen in its form. */
async function act(
  resource: string,
  operation: string,
  chosen: Record<string, unknown> = {},
  $json: unknown = {},
): Promise<Any[]> {
  ran.add(`${resource} ${operation}`);
  const known = { $credentials: { url, apiKey: world.key }, $json, $now: day("2026-11-20") };
  return runNode(node, {
    ...{ chosen: { resource, operation, ...chosen }, known },
    send(request) {
      note(resource, request);
      return send(request);
    },
  });
}

test("the package is as n8n looks for one", () => {
  assert.match(manifest.name, /^n8n-nodes-/);
  assert.ok(manifest.keywords.includes("n8n-community-node-package"));
  assert.equal(manifest.n8n.n8nNodesApiVersion, 1);
  assert.equal(manifest.dependencies, undefined);
  assert.deepEqual(node.credentials, [{ name: credential.name, required: true }]);
  const icon = node.icon.replace("file:", "");
  assert.ok(existsSync(join(dirname(join(packed, manifest.n8n.nodes[0])), icon)));
  assert.equal(
    credential.properties.find((one: Any) => one.name === "apiKey").typeOptions.password,
    true,
  );
  const properties: Any[] = node.properties;
  for (const { options = [], displayName } of properties) {
    const names = options.map((one: Any) => one.displayName ?? one.name);
    assert.deepEqual(names, [...names].sort(), `${displayName}: in the order of the alphabet`);
  }
});

test("the credential is tried by a request that tells a wrong key", async () => {
  const { request } = credential.test;
  const address = request.baseURL.replace("={{$credentials.url}}", url) + request.url;
  assert.equal((await fetch(address, { headers: { "X-API-Key": world.key } })).status, 200);
  assert.equal((await fetch(address, { headers: { "X-API-Key": "wrong" } })).status, 401);
});

test("brands are made, read, changed and deleted", async () => {
  const additionalFields = {
    aliases: "Umbra Shoes, UMB",
    domains: "umbra.example",
    color: "#123456",
  };
  const [made] = await act("brand", "create", { name: "Umbra", additionalFields });
  assert.deepEqual(made.domains, ["umbra.example"]);
  assert.deepEqual(
    made.aliases.map((one: Any) => one.text),
    ["Umbra Shoes", "UMB"],
  );
  const updateFields = { name: "Umbra Ltd", excludePhrases: "umbra and penumbra" };
  const [changed] = await act("brand", "update", { brandId: made.id, updateFields });
  assert.deepEqual([changed.name, changed.exclude_phrases], ["Umbra Ltd", ["umbra and penumbra"]]);
  assert.deepEqual(await act("brand", "get", { brandId: made.id }), [changed]);
  assert.equal((await act("brand", "getAll")).length, 2);
  assert.equal((await act("brand", "getAll", { limit: 1 })).length, 1);
  assert.deepEqual(await act("brand", "delete", { brandId: made.id }), [{ success: true }]);
  await assert.rejects(act("brand", "get", { brandId: made.id }), /404 /);
});

test("prompts are made, found, archived and deleted", async () => {
  const { body: topic } = await world.rest("POST", "/topics", { name: "Trail" });
  const { body: tag } = await world.rest("POST", "/tags", { name: "Core" });
  const additionalFields = {
    topicId: topic.id,
    tagIds: tag.id,
    countryCode: "DE",
    languageCode: "de",
  };
  const [made] = await act("prompt", "create", { text: "Was hält länger?", additionalFields });
  assert.deepEqual([made.country_code, made.topic_id, made.tag_ids], ["DE", topic.id, [tag.id]]);
  const filters = { search: "länger", status: "active", topicId: topic.id };
  assert.deepEqual(
    (await act("prompt", "getAll", { filters })).map((one) => one.id),
    [made.id],
  );
  const [archived] = await act("prompt", "archive", {
    promptIds: `${made.id}, ${encodeId("prm", 1)}`,
  });
  assert.deepEqual([archived.id, archived.status], [made.id, "archived"]);
  assert.equal((await act("prompt", "get", { promptId: made.id }))[0].text, "Was hält länger?");
  assert.deepEqual(await act("prompt", "delete", { promptId: made.id }), [{ success: true }]);
});

test("answers are imported by the item or all at once, and read to their end", async () => {
  const answer = (n: number) => ({
    ...{
      captured_at: `2026-11-${String(1 + (n % 20)).padStart(2, "0")}T08:00:00Z`,
      model: "chatgpt",
    },
    ...{ external_id: String(n), prompt: "Which shoes last?", answer: `Acme lasts ${n} years.` },
  });
  const [one] = await act("answer", "import", {}, answer(0));
  assert.deepEqual([one.imported, one.failed], [1, []]);
  const many = Array.from({ length: 1_005 }, (_, n) => answer(n));
  const [rest] = await act("answer", "import", { answers: JSON.stringify(many) });
  assert.deepEqual([rest.imported, rest.unchanged, rest.failed], [1_004, 1, []]);
  requests.length = 0;
  const all = await act("answer", "getAll", { returnAll: true });
  assert.equal(new Set(all.map((row) => row.id)).size, 1_005);
  assert.deepEqual(
    requests.map(({ qs }) => [qs["offset"], qs["sort"]]),
    [
      [0, "asc"],
      [1_000, "asc"],
    ],
    "answers that come in meanwhile push no page back",
  );
  const [found] = await act("answer", "getAll", {
    filters: {
      dateFrom: "2026-11-08T00:00:00.000Z",
      dateTo: "2026-11-08",
      search: "lasts 7 years",
      modelId: "mdl_chatgpt",
    },
  });
  const [whole] = await act("answer", "get", { answerId: found.id });
  assert.equal(whole.answer, "Acme lasts 7 years.");
  const [own] = (await world.rest("GET", "/brands")).body.data;
  const by = { brandId: own.id, promptId: whole.prompt_id };
  assert.equal((await act("answer", "getAll", { limit: 3, filters: by })).length, 3);
});

test("reports come by row, for the last four weeks unless said, each day where asked", async () => {
  const whole = { dateFrom: "2026-11-01T00:00:00.000-05:00", dateTo: "2026-11-20" };
  const [acme] = await act("report", "brands", whole);
  assert.deepEqual([acme.brand.name, acme.visibility, acme.visibility_total], ["Acme", 1, 1_005]);
  const additionalFields = {
    ...{ dimensions: ["date"], compare: true, branded: "exclude" },
    filters: '[{"field": "model_id", "operator": "in", "values": ["mdl_chatgpt"]}]',
  };
  const days = await act("report", "brands", { ...whole, returnAll: true, additionalFields });
  assert.equal(days.length, 20);
  assert.ok("change" in days[0]);
  requests.length = 0;
  await act("report", "domains");
  await act("report", "urls", { limit: 5 });
  const [first, second] = requests.map(({ body }) => body as Any);
  assert.deepEqual([first.date_from, first.date_to, first.limit], ["2026-11-20", "2026-11-20", 50]);
  assert.equal(second.limit, 5);
});

test("every operation of the form was run, and every field was sent by one that the API knows", () => {
  const operations = node.properties
    .filter(({ name }: Any) => name === "operation")
    .flatMap(({ displayOptions, options }: Any) =>
      options.map(({ value }: Any) => `${displayOptions.show.resource[0]} ${value}`),
    );
  assert.deepEqual([...ran].sort(), operations.sort());
  // The API refuses names that it does not know.
  const fields = sentFields(node).map(({ resource, property }) => `${resource} ${property}`);
  assert.ok(fields.length > 25);
  assert.deepEqual(
    fields.filter((field) => !sent.has(field)),
    [],
  );
});
