import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Hono } from "hono";
import type { Pool } from "pg";
import { makeDatabase, makePool } from "#adapters/database/pool.ts";
import { decodeId } from "#core/id.ts";
import { packBody } from "#domain/answers/facts/raw-body.ts";
import { insertTarget } from "#domain/capture/targets/target-queries.ts";
import { describeApi } from "#transports/rest/openapi.ts";
import { catalog } from "../../src/catalog.ts";
import { checkAnswer } from "../kit/check-answer.ts";
import { makeThings, type Things } from "../kit/one-of-each.ts";
import { urlOf } from "../kit/real-server.ts";
import { makeWorld, type World } from "../kit/world.ts";

// Every status that the OpenAPI document declares for an operation is answered here once, for the reason it names.

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document, walked by its own rules.
type Node = any;
type Sent = { path: string; body?: unknown };
type Place = {
  method: string;
  path: string;
  statuses: Set<string>;
  /** Parameters without which there is no answer. */
  query: string;
  /** All that may be in the query. */
  filters: Set<string>;
  example: unknown;
};

const document: Node = JSON.parse(
  JSON.stringify(describeApi(catalog.filter((operation) => "route" in operation))),
);
const places: Place[] = Object.entries<Node>(document.paths).flatMap(([path, item]) =>
  Object.entries<Node>(item).map(([method, { responses, requestBody, parameters }]) => ({
    method: method.toUpperCase(),
    path,
    statuses: new Set(Object.keys(responses)),
    query: queryOf(parameters ?? []),
    filters: new Set(
      (parameters ?? []).flatMap((one: Node) => (one.in === "query" ? one.name : [])),
    ),
    example: Object.values<Node>(requestBody?.content ?? {})[0]?.example,
  })),
);

type Setting = {
  world: World;
  own: Things & Record<"run" | "mdl", string>;
  suggestions: Record<string, string>;
};

const foreign = await makeThings(await makeWorld());
const poor = await makeWorld({ plan: "brand/starter" });
const spent = await makeWorld({ per_minute: 1 });

/** A project that has one of everything. */
async function setting(): Promise<Setting> {
  const world = await makeWorld();
  const own = await makeThings(world);
  for (const { slug, ...more } of [
    { slug: "simulated-a", provider: "simulated", is_active: true },
    { slug: "judge", provider: "ollama", is_active: false },
  ]) {
    await insertTarget(world.db, world.project, {
      ...{ slug, name: slug, surface: "local", ...more },
      ...{ requested_model: "a", base_url: "http://127.0.0.1:1", parameters: {}, api_key: null },
      ...{ api_key_hint: null, samples_per_day: 1, concurrency: 1, requests_per_minute: null },
      supports: { search_queries: true, retrieved: true, cited: true, location: true },
    });
  }
  const { run_id } = (await world.rest("POST", "/runs", {})).body;
  const suggestions: Record<string, string> = { brands: own.sug };
  for (const kind of ["prompts", "topics"]) {
    suggestions[kind] = await suggest(world, kind.slice(0, -1), "Which shoes suit wide feet?");
  }
  await world.pool.query(
    `insert into verdicts (project_id, answer_id, brand_id, doubt, passage, judge, text_hash, judged_at, kept)
     values ($1, $2, $3, 'name', 'Umbra', 'none', 'x', now(),
       '{"position": 1, "mention_count": 1, "evidence": [0, 5], "is_judged": false}')`,
    [world.project.project_id, decodeId("cht", own.cht), decodeId("brd", own.brd)],
  );
  await world.pool.query(
    "insert into domains (project_id, domain, classification) values ($1, 'review.example', 'other')",
    [world.project.project_id],
  );
  await world.pool.query(
    "insert into raw_answers (project_id, answer_id, adapter_version, body) values ($1, $2, 'x/1', $3)",
    [world.project.project_id, decodeId("cht", own.cht), packBody({ output: [] })],
  );
  return { world, own: { ...own, run: run_id, mdl: "mdl_simulated-a" }, suggestions };
}

async function suggest({ pool, project, rest }: World, kind: string, name: string) {
  await pool.query(
    `insert into suggestions (project_id, kind, name, name_key, reason)
     values ($1, $2, $3, lower($3), 'Asked in 4 answers.')`,
    [project.project_id, kind, name],
  );
  const { body } = await rest("GET", `/suggestions/${kind}s`);
  return body.data.find((one: Node) => (one.name ?? one.text) === name).id as string;
}

/** What takes a body and changes nothing. */
const READS = /^\/(reports|brands\/preview|runs\/estimate|providers\/estimate)/;
/** What takes lines, and how many megabytes of them. */
const STREAMS_MB: Record<string, number> = { "/chats/import": 50, "/prompts/import": 10 };
const DECIDE = "/doubtful-mentions/decide";
const KIND: Record<string, string> = {
  ...{
    brand: "brd",
    prompt: "prm",
    topic: "top",
    chat: "cht",
    webhook: "whk",
    share: "shr",
    model: "mdl",
    import: "imp",
  },
};

/** What must be in the query, from its examples. */
function queryOf(parameters: Node[]): string {
  const needed = parameters.filter((one) => one.in === "query" && one.required);
  return needed.map(({ name, schema }) => `${name}=${schema.example}`).join("&");
}

/** The path with the ids of `things` in it. */
function pathOf({ path, query }: Place, things: Things): string {
  const address = query === "" ? path : `${path}?${query}`;
  return address.replaceAll(/\{(\w+)_id\}/g, (_, noun: string) => {
    const kind = (noun === "project" ? "prj" : (KIND[noun] ?? noun)) as keyof Things;
    return things[kind] ?? `${kind}_zzzzzzzz`;
  });
}

/** The document's example as a request that fits the project. */
function legal(place: Place, { own, suggestions }: Setting): Sent {
  const path = pathOf(place, own);
  if (typeof place.example !== "object") return { path, body: place.example };
  const kind = /^\/suggestions\/(\w+)\//.exec(place.path)?.[1];
  const body: Record<string, unknown> = { ...(place.example as object) };
  if (kind) body["suggestion_ids"] = [suggestions[kind]];
  if (place.path.includes("/brands") && "name" in body) body["name"] = "Borealis";
  if ("prompt_ids" in body) body["prompt_ids"] = [own.prm];
  if ("other_model_id" in body) {
    Object.assign(body, { model_id: "mdl_simulated-a", other_model_id: "mdl_import-chat" });
  }
  if ("model_ids" in body) body["model_ids"] = ["mdl_simulated-a"];
  if ("topic_id" in body) body["topic_id"] = own.top;
  if ("other_brand_id" in body) body["other_brand_id"] = own.brd;
  if (/^\/(reports\/changes|brands\/preview)$/.test(place.path)) body["brand_id"] = own.brd;
  if ("tag_ids" in body) body["tag_ids"] = [own.tag];
  if ("add_tag_ids" in body) Object.assign(body, { add_tag_ids: [own.tag], remove_tag_ids: [] });
  if (place.path === "/domains") body["domain"] = "review.example";
  if ("prompts" in body) body["prompts"] = [{ text: "Which boots last?" }];
  if (place.path === "/prompts/{prompt_id}") delete body["text"];
  if (place.path === "/models" || place.path === "/targets") body["name"] = "Another";
  if (place.path === "/targets/{model_id}") body["name"] = "Renamed";
  if (place.path === "/providers/models")
    Object.assign(body, { provider: "simulated", model_id: own.mdl });
  if (place.path === "/judge") body["model_id"] = "mdl_judge";
  if (place.path.startsWith("/reports")) body["filters"] = [];
  if ("having" in body) body["having"] = [];
  // A person sets these, no key.
  delete body["audit_days"];
  delete body["base_url"];
  if (place.path === DECIDE) Object.assign(body, { chat_id: own.cht, brand_id: own.brd });
  return { path, body };
}

/** A list or report filtered by another project's topic; null for one without such a filter. */
function withUnknownId(place: Place, { path, body, ...rest }: Sent & { key: string }) {
  const filter = { field: "topic_id", operator: "in", values: [foreign.top] };
  if (place.path.startsWith("/reports")) {
    return { ...rest, path, body: { ...(body as object), filters: [filter] } };
  }
  const field = ["topic_id", "filters"].find((name) => place.filters.has(name));
  if (place.method !== "GET" || !field) return null;
  const value = field === "filters" ? encodeURIComponent(JSON.stringify(filter)) : foreign.top;
  return { ...rest, path: `${path}${path.includes("?") ? "&" : "?"}${field}=${value}` };
}

/** A request for an action on a site that the project does not have. */
function atNoSite<Request extends Sent>({ path, body, ...rest }: Request) {
  const elsewhere = (text: string) => text.replace("review.example", "nowhere.example");
  const moved = body === undefined ? body : JSON.parse(elsewhere(JSON.stringify(body)));
  return { ...rest, path: elsewhere(path), body: moved };
}

/** A database that is away, and one without tables. */
const [away, bare] = [1, 2].map(() => makePool({ url: urlOf(poor, "postgres") }, { size: 1 })) as [
  Pool,
  Pool,
];
await away.end();
after(() => bare.end());

const answered = new Map<string, Set<string>>();

async function send(app: Hono, place: Place, { path, body, ...more }: Sent & Record<string, Node>) {
  const isText = typeof body === "string" || body instanceof Uint8Array;
  const type = place.path in STREAMS_MB ? "application/x-ndjson" : "application/json";
  const response = await app.request(`http://localhost:8787/api/v1${path}`, {
    method: place.method,
    headers: {
      ...(more["key"] && { "x-api-key": more["key"] }),
      ...(body !== undefined && { "content-type": more["type"] ?? type }),
    },
    ...(body !== undefined && { body: isText ? (body as string) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const { method } = place;
  const parsed = text === "" ? "" : JSON.parse(text);
  checkAnswer(catalog, { method, path: place.path, status: response.status, body: parsed });
  const where = `${method} ${place.path}`;
  answered.set(where, (answered.get(where) ?? new Set()).add(String(response.status)));
  return { status: response.status, body: parsed };
}

const where = (place: Place, { status, body }: { status: number; body: unknown }) =>
  `${place.method} ${place.path}: ${status} ${JSON.stringify(body).slice(0, 200)}`;

for (const place of places) {
  const success = [...place.statuses].find((status) => status.startsWith("2")) ?? "";
  const isWrite = !["GET"].includes(place.method) && !READS.test(place.path);

  test(`${place.method} ${place.path} answers ${[...place.statuses].join(", ")}`, async () => {
    const at = await setting();
    const { world } = at;
    const request = { ...legal(place, at), key: world.key };
    if (place.path.endsWith("/reopen")) {
      await world.rest("POST", place.path.replace("reopen", "reject"), request.body);
    }
    const expect = async (status: number, app: Hono, sent: Sent & Record<string, Node>) => {
      const answer = await send(app, place, sent);
      assert.equal(answer.status, status, where(place, answer));
    };
    const query = (text: string) =>
      `${request.path}${request.path.includes("?") ? "&" : "?"}${text}`;
    await expect(401, world.app, { ...request, key: "" });
    await expect(400, world.app, { ...request, path: query("no_such=1") });
    if (isWrite) await expect(403, world.app, { ...request, key: await world.makeKey("read") });
    await expect(403, poor.app, { ...request, key: poor.key });
    await spent.rest("GET", "/usage");
    // A minute may have begun between the two; then this spends what it gave.
    await send(spent.app, place, { ...request, key: spent.key });
    await expect(429, spent.app, { ...request, key: spent.key });
    if (request.body !== undefined) {
      await expect(415, world.app, { ...request, type: "text/plain" });
      const bytes = new Uint8Array((STREAMS_MB[place.path] ?? 1) * 1_048_576 + 1).fill(32);
      await expect(413, world.app, { ...request, body: bytes });
      if (typeof request.body === "object") {
        await expect(400, world.app, { ...request, body: { ...request.body, no_such: 1 } });
      }
    }
    if (/\{/.test(place.path)) {
      await expect(404, world.app, { ...request, path: pathOf(place, foreign) });
    }
    if (/^\/suggestions\/\w+\/\w+/.test(place.path)) {
      await expect(404, world.app, { ...request, body: { suggestion_id: foreign.sug } });
    }
    if (place.path === DECIDE) {
      await expect(404, world.app, {
        ...request,
        body: { ...(request.body as object), chat_id: foreign.cht },
      });
    }
    if (/"action_key|"review\.example"/.test(JSON.stringify(request))) {
      await expect(404, world.app, atNoSite(request));
    }
    if (place.path === "/prompts" && place.method === "PATCH") {
      const body = { ...(request.body as object), topic_id: foreign.top };
      await expect(404, world.app, { ...request, body });
    }
    if (place.path === "/judge/measure") {
      await world.rest("PATCH", "/judge", { model_id: "mdl_judge" });
    }
    if (place.path === "/judge" || place.path === "/providers/models") {
      const body = { ...(request.body as object), model_id: "mdl_nobody" };
      if (isWrite) await expect(404, world.app, { ...request, body });
      else await expect(404, world.app, { ...request, path: query("model_id=mdl_nobody") });
    }
    if (/^\/runs(\/estimate)?$/.test(place.path) && place.method === "POST") {
      await expect(404, world.app, { ...request, body: { prompt_ids: [foreign.prm] } });
    }
    if (place.path === "/brands/preview") {
      const body = { ...(request.body as object), brand_id: foreign.brd };
      await expect(404, world.app, { ...request, body });
    }
    const unknown = withUnknownId(place, request);
    if (unknown) await expect(404, world.app, unknown);
    await expect(503, world.appOn(makeDatabase(away)), request);
    await expect(500, world.appOn(makeDatabase(bare)), request);
    if (place.statuses.has("409") && isWrite) {
      await lose(world, () => expect(409, world.app, request));
    }
    if (place.path === "/runs/estimate") {
      await world.rest("PATCH", `/projects/${world.project.id}`, { status: "paused" });
      await expect(409, world.app, request);
      await world.rest("PATCH", `/projects/${world.project.id}`, { status: "active" });
    }
    await expect(Number(success), world.app, request);
    const seen = answered.get(`${place.method} ${place.path}`) ?? new Set();
    assert.deepEqual(
      [...place.statuses].filter((status) => !seen.has(status)),
      [],
    );
  });
}

test("there is a test for every operation of the document", () => {
  assert.ok(places.length > 40);
  assert.equal(answered.size, places.length);
});

/** While `work` runs, every change loses against another, as far as the database says. */
async function lose({ pool }: World, work: () => Promise<void>): Promise<void> {
  await pool.query(`
    create or replace function lose() returns trigger language plpgsql as
      $$ begin raise exception 'lost' using errcode = 'serialization_failure'; end $$;
    create trigger lose before insert on audit_log execute function lose()`);
  try {
    await work();
  } finally {
    await pool.query("drop trigger lose on audit_log");
  }
}
