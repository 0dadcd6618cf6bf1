import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { insertMembership } from "#domain/accounts/member-queries.ts";
import { makeSecret } from "#domain/accounts/secret.ts";
import { makeAccessToken } from "#domain/oauth/grant.ts";
import { betweenStatements } from "../../../test/kit/between-statements.ts";
import { addUser, call, connected, signedIn } from "../../../test/kit/http-client.ts";
import { type McpAnswer, makeToken, openMcp } from "../../../test/kit/mcp-client.ts";
import { serveJson } from "../../../test/kit/provider-server.ts";
import { serveApp } from "../../../test/kit/serve-app.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

const URL_MCP = "http://localhost:8787/api/mcp";
const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list" };
const HOUR_MS = 3_600_000;
const columnOf = ({ body }: McpAnswer, name: string): unknown[] => {
  const { columns, rows } = body.result.structuredContent;
  return rows.map((row: unknown[]) => row[columns.indexOf(name)]);
};

/** Sends tools/list just so, without what a well-behaved client adds. */
function send(world: World, headers: Record<string, string>, url = URL_MCP, body: object = LIST) {
  return world.app.request(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

test("82: a stream ends with its answers, and after revocation the next message is 401", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const headers = { authorization: `Bearer ${grant.access}`, accept: "text/event-stream" };
  const stream = await send(world, headers);
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  // Reading to the end comes back only because the server closes it.
  assert.equal((await stream.text()).match(/^event: message$/gm)?.length, 1);
  await visitor.submit("/api/mcp/oauth/revoke", { token: grant.refresh }, {});
  const after = await send(world, headers);
  assert.equal(after.status, 401);
  assert.match(after.headers.get("www-authenticate") ?? "", /error="invalid_token"/);
});

test("84: expired, revoked, unknown, cut, foreign and other secrets are 401 invalid_token alike", async () => {
  let time = Date.parse("2026-11-20T12:00:00Z");
  const world = await makeWorld({ now: () => new Date(time) });
  const { visitor } = await signedIn(world);
  const old = await connected(visitor);
  time += HOUR_MS + 1_000;
  const grant = await connected(visitor);
  const revoked = await connected(visitor);
  await visitor.submit("/api/mcp/oauth/revoke", { token: revoked.access }, {});
  const foreign = await connected(visitor);
  await world.db
    .updateTable("oauth_grants")
    .set({ resource: "https://other.example/api/mcp" })
    .where("client_id", "=", foreign.client_id)
    .execute();
  const bad = {
    ...{ expired: old.access, revoked: revoked.access, foreign: foreign.access },
    ...{ refresh: grant.refresh, code: grant.code, key: world.key },
    ...{ cut: grant.access.slice(0, -1), longer: `${grant.access}x`, session: makeSecret("") },
    unknown: makeAccessToken(),
  };
  assert.equal((await send(world, { authorization: `Bearer ${grant.access}` })).status, 200);
  const bodies = new Set<string>();
  for (const [name, secret] of Object.entries(bad)) {
    const answer = await send(world, { authorization: `Bearer ${secret}` });
    assert.equal(answer.status, 401, name);
    assert.match(answer.headers.get("www-authenticate") ?? "", /error="invalid_token"/, name);
    bodies.add(await answer.text());
  }
  assert.equal(bodies.size, 1, "nothing tells them apart");
});

test("85: a token in the address, in the body or in a cookie counts as none", async () => {
  const world = await makeWorld();
  const token = await makeToken(world, "write");
  for (const answer of [
    await send(world, {}, `${URL_MCP}?access_token=${token}`),
    await send(world, {}, URL_MCP, { ...LIST, access_token: token }),
    await send(world, { cookie: `access_token=${token}; sid=${token}` }),
    await send(world, { "x-api-key": world.key }),
    await send(world, { authorization: `Basic ${Buffer.from(`${token}:`).toString("base64")}` }),
  ]) {
    assert.equal(answer.status, 401);
    assert.doesNotMatch(answer.headers.get("www-authenticate") ?? "", /error=/);
  }
});

test("86: the scheme is any case and one blank; anything else in the header is 401", async () => {
  const world = await makeWorld();
  const token = await makeToken(world, "read");
  for (const scheme of ["Bearer", "bearer", "BEARER"]) {
    assert.equal((await send(world, { authorization: `${scheme} ${token}` })).status, 200);
  }
  for (const header of [
    `Bearer  ${token}`,
    `Bearer\t${token}`,
    `Bearer ${token}, Bearer ${token}`,
    `Bearer ${token},Basic abc`,
    `Bearer ${token} ${token}`,
    `Bearer "${token}"`,
    `Token ${token}`,
    token,
    "Bearer",
    `Bearer ${"q7".repeat(4_000)}`,
  ]) {
    assert.equal((await send(world, { authorization: header })).status, 401, header.slice(0, 40));
  }
});

test("87: with a reading token a write inside a batch fails alone and is not run", async () => {
  const world = await makeWorld();
  const reader = await openMcp(world, { access: "read" });
  const project_id = world.project.id;
  const write = { name: "create_topic", arguments: { project_id, name: "Boots" } };
  const read = { name: "list_topics", arguments: { project_id } };
  const { status, body } = await reader.post([
    { jsonrpc: "2.0", id: 1, method: "tools/call", params: write },
    { jsonrpc: "2.0", id: 2, method: "tools/call", params: read },
  ]);
  assert.equal(status, 200);
  assert.equal(body[0].error.code, -32002);
  assert.equal(body[1].result.structuredContent.total_count, 0);
});

test("82: what is left of a batch is refused once its grant is revoked, and is not run", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const { access } = await connected(visitor, { write: true });
  const revoke = () => visitor.submit("/api/mcp/oauth/revoke", { token: access }, {});
  const app = world.appOn(betweenStatements(world.db, "delete from ", revoke));
  const project_id = world.project.id;
  const { body: topic } = await world.rest("POST", "/topics", { name: "Early" });
  const calls = [
    ["delete_topic", { project_id, topic_id: topic.id }],
    ["create_topic", { project_id, name: "Late" }],
  ].map(([name, args], id) => ({
    ...{ jsonrpc: "2.0", id, method: "tools/call" },
    params: { name, arguments: args },
  }));
  const headers = { authorization: `Bearer ${access}` };
  const body = [...calls, { jsonrpc: "2.0", method: "notifications/initialized" }];
  const answer = await send({ ...world, app }, headers, URL_MCP, body);
  const [first, second, ...others] = (await answer.json()) as McpAnswer["body"];
  assert.ok(first.result);
  const { code, data } = second.error;
  assert.deepEqual([second.id, code, data.code], [1, -32001, "UNAUTHENTICATED"]);
  assert.deepEqual(others, []);
  assert.equal((await world.rest("GET", "/topics")).body.total_count, 0);
});

test("94: a client's token goes to no one else when its call makes us ask a model", async (t) => {
  const world = await makeWorld();
  const provider = await serveJson({ choices: [{ message: { content: "Acme is good." } }] });
  t.after(provider.close);
  const mcp = await openMcp(world);
  const { visitor } = await signedIn(world);
  const project_id = world.project.id;
  const target = await call(visitor, "create_target", {
    ...{ project_id, name: "Local", provider: "openai_compatible" },
    ...{ requested_model: "local", base_url: provider.base_url, api_key: "key-of-the-provider" },
  });
  assert.equal(target.status, 201, JSON.stringify(target.body));
  await call(visitor, "try_target", { project_id, model_id: target.body.model_id });
  await mcp.call("create_prompts", { project_id, prompts: [{ text: "Which boots are good?" }] });
  await mcp.call("run_captures", { project_id });
  await world.runJobs();
  assert.ok(provider.seen.length > 0, "the provider was asked");
  assert.equal(JSON.stringify(provider.seen).includes(mcp.token), false);
  assert.equal(JSON.stringify(provider.seen).includes("earshot_at_"), false);
});

test("with a slash at its end it is the same address", async () => {
  const world = await makeWorld();
  const token = await makeToken(world, "read");
  const refused = await send(world, {}, `${URL_MCP}/`);
  assert.equal(refused.status, 401);
  assert.match(refused.headers.get("www-authenticate") ?? "", /^Bearer resource_metadata=/);
  const answered = await send(world, { authorization: `Bearer ${token}` }, `${URL_MCP}/`);
  assert.equal(answered.status, 200);
});

test("95: who asks without a token gets the name and version, and nothing else", async () => {
  const world = await makeWorld();
  const answer = await world.app.request(URL_MCP);
  assert.deepEqual(await answer.json(), {
    serverInfo: { name: "earshot", version: "test-commit" },
  });
  assert.equal(answer.headers.get("www-authenticate"), null);
});

test("104: two clients of a user share a window, two users and the REST API do not", async () => {
  const world = await makeWorld({ per_minute: 5 });
  const first = await openMcp(world);
  const second = await openMcp(world, { access: "read" });
  const other = await addUser(world);
  const colleague = await openMcp({ ...world, user: other });
  for (let count = 0; count < 5; count++) {
    const client = count % 2 ? first : second;
    assert.equal((await client.request("tools/list")).status, 200);
  }
  for (const client of [first, second]) {
    const forged = { "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9" };
    assert.equal((await client.post(LIST, forged)).status, 429);
  }
  const free = await colleague.request("tools/list");
  assert.deepEqual([free.status, free.headers.get("x-ratelimit-remaining")], [200, "4"]);
  assert.equal((await world.rest("GET", "/projects")).status, 200);
  assert.equal((await first.post(LIST, { authorization: undefined })).status, 401);
});

test("106: a batch costs as many as it has messages, and one too many refuses it whole", async () => {
  const world = await makeWorld({ per_minute: 60 });
  const mcp = await openMcp(world);
  const batch = (count: number) => Array.from({ length: count }, (_, id) => ({ ...LIST, id }));
  const taken = await mcp.post(batch(50));
  assert.deepEqual([taken.status, taken.headers.get("x-ratelimit-remaining")], [200, "10"]);
  const over = await mcp.post(batch(11));
  assert.deepEqual([over.status, over.body.error.data.code], [429, "RATE_LIMITED"]);
});

test("a user of two organisations has in each the role held there, and no third is seen", async () => {
  const world = await makeWorld();
  const second = await makeWorld({ name: "Globex", domain: "globex.com" });
  const third = await makeWorld({ name: "Initech", domain: "initech.com" });
  const { user_id } = world.user;
  const { organisation_id } = second.project;
  await insertMembership(world.db, { user_id, organisation_id, role: "viewer" });
  const mcp = await openMcp(world);
  const projects = await mcp.call("list_projects");
  assert.deepEqual(columnOf(projects, "name").sort(), ["Acme", "Globex"]);
  const topic = (one: World) =>
    mcp.call("create_topic", { project_id: one.project.id, name: "Boots" });
  assert.equal((await topic(world)).body.error, undefined);
  const viewer = await topic(second);
  assert.equal(viewer.body.error.data.code, "ROLE_REQUIRED");
  assert.equal((await topic(third)).body.error.data.code, "MCP_ARG_NOT_FOUND");
  const read = await mcp.call("list_topics", { project_id: second.project.id });
  assert.deepEqual(columnOf(read, "name"), []);
  const named = await mcp.request("prompts/get", {
    ...{ name: "weekly_pulse", arguments: { project: "Initech" } },
  });
  assert.equal(named.body.error.data.code, "MCP_ARG_NOT_FOUND");
});

test("what is left of a batch is not run once its caller is gone", async () => {
  const world = await makeWorld();
  const token = await makeToken(world, "write");
  const caller = new AbortController();
  const gone = Promise.withResolvers<void>();
  const leave = async () => {
    caller.abort();
    await gone.promise;
  };
  const app = world.appOn(betweenStatements(world.db, "delete from ", leave));
  const ended = Promise.withResolvers<void>();
  const watched = new Hono().all("*", async ({ req, env }) => {
    (env as HttpBindings).outgoing.once("close", () => gone.resolve());
    const response = await app.fetch(req.raw, env);
    ended.resolve();
    return response;
  });
  const { url } = await serveApp({ app: watched });
  const project_id = world.project.id;
  const { body: topic } = await world.rest("POST", "/topics", { name: "Early" });
  const calls = [
    ["delete_topic", { project_id, topic_id: topic.id }],
    ["create_topic", { project_id, name: "Late" }],
  ].map(([name, args], id) => ({
    ...{ jsonrpc: "2.0", id, method: "tools/call" },
    params: { name, arguments: args },
  }));
  const sent = fetch(`${url}/api/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(calls),
    signal: caller.signal,
  });
  await assert.rejects(sent, { name: "AbortError" });
  await ended.promise;
  assert.equal((await world.rest("GET", "/topics")).body.total_count, 0);
});
