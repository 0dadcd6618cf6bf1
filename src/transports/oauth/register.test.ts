import assert from "node:assert/strict";
import { test } from "node:test";
import { SWEEP_IDENTITY } from "#domain/oauth/sweep-identity.ts";
import {
  type Answer,
  approve,
  connected,
  registered,
  signedIn,
  type Visitor,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const PATH = "/api/mcp/oauth/register";
const GOOD = "https://client.example/cb";

function post(visitor: Visitor, body: unknown, type = "application/json"): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return visitor.send(PATH, { method: "POST", headers: { "content-type": type }, body: text });
}

async function statusOf(visitor: Visitor, redirect_uris: unknown) {
  const { status, body } = await post(visitor, { client_name: "c", redirect_uris });
  return [status, body.error];
}

test("1, 2, 3: a client is always public, whatever it asks for", async () => {
  const visitor = visitorOf(await makeWorld());
  const wishes = [
    {},
    { token_endpoint_auth_method: "client_secret_basic" },
    { token_endpoint_auth_method: "private_key_jwt", jwks_uri: "http://127.0.0.1:1/keys" },
    { client_id: "mine", client_secret: "mine" },
  ];
  for (const wish of wishes) {
    const { status, body, headers } = await post(visitor, { redirect_uris: [GOOD], ...wish });
    assert.equal(status, 201);
    assert.equal(body.token_endpoint_auth_method, "none");
    assert.deepEqual(body.redirect_uris, [GOOD]);
    assert.notEqual(body.client_id, "mine");
    assert.equal("client_secret" in body || "client_secret_expires_at" in body, false);
    assert.equal(headers.get("cache-control"), "no-store");
  }
});

test("4, 5: 1 to 10 redirect URIs, as an array of strings", async () => {
  const visitor = visitorOf(await makeWorld());
  const many = (count: number) => Array.from({ length: count }, (_, index) => `${GOOD}/${index}`);
  for (const bad of [[], undefined, null, GOOD, [[GOOD]], [1], {}, many(11)]) {
    assert.deepEqual(await statusOf(visitor, bad), [400, "invalid_redirect_uri"]);
  }
  assert.deepEqual(await statusOf(visitor, many(10)), [201, undefined]);
});

test("6, 7, 8, 9: one URI that is neither https nor http on this computer refuses the set", async () => {
  const visitor = visitorOf(await makeWorld());
  const bad = [
    ...["http://example.com/cb", "http://0.0.0.0/", "http://[::1]/", "http://127.0.0.2/"],
    ...["http://localhost.evil.com", "http://127.0.0.1.evil.com", "http://localhost@evil.com"],
    ...["http://evil.com#@localhost", "http://localhost%2eevil.com", "http://2130706433/"],
    ...["http://0x7f.1/", "http://127.1/", "javascript:alert(1)", "data:text/html,x", "file:///x"],
    ...["vbscript:x", "cursor://another.app/oauth/callback", "https:/one.example"],
    ...["https://user@app.example/cb", "https://user:pw@app.example/cb", "https://@app.example/"],
    ...["https://app.example\\@evil.com/cb", "https://app.example/c\tb", "https://app.example/\n"],
    ...["https://app.example/\0", " https://app.example/cb", "https://app.example/cb ", "/cb"],
    ...["//app.example/cb", "cb", "", "https://", "https:///cb", "https://app.example./cb"],
    `https://app.example/${"x".repeat(3_000)}`,
  ];
  for (const uri of bad) {
    assert.deepEqual(await statusOf(visitor, [GOOD, uri]), [400, "invalid_redirect_uri"], uri);
  }
});

test("10: https and loopback mix in one client", async () => {
  const visitor = visitorOf(await makeWorld());
  const mixed = [GOOD, "http://localhost:33418", "http://127.0.0.1", "http://localhost/callback"];
  const { status, body } = await post(visitor, { client_name: "c", redirect_uris: mixed });
  assert.deepEqual([status, body.redirect_uris], [201, mixed]);
});

test("8: an operator may have exact URIs dropped instead", async () => {
  const cursor = "cursor://anysphere.cursor-mcp/oauth/callback";
  const visitor = visitorOf(await makeWorld({ oauth: { drop_uris: [cursor] } }));
  const both = await post(visitor, { client_name: "c", redirect_uris: [cursor, GOOD] });
  assert.deepEqual([both.status, both.body.redirect_uris], [201, [GOOD]]);
  assert.deepEqual(await statusOf(visitor, [cursor]), [400, "invalid_redirect_uri"]);
  assert.deepEqual(await statusOf(visitor, [`${cursor}/x`, GOOD]), [400, "invalid_redirect_uri"]);
});

test("8: of the three URIs that Cursor registers, its private one is dropped unless the operator names others", async () => {
  const cursor = "cursor://anysphere.cursor-mcp/oauth/callback";
  const kept = [
    "https://www.cursor.com/agents/mcp/oauth/callback",
    "http://localhost:8787/callback",
  ];
  const visitor = visitorOf(await makeWorld());
  const { status, body } = await post(visitor, {
    client_name: "Cursor",
    redirect_uris: [cursor, ...kept],
  });
  assert.deepEqual([status, body.redirect_uris], [201, kept]);
  assert.deepEqual(await statusOf(visitor, [cursor]), [400, "invalid_redirect_uri"]);
  const strict = visitorOf(await makeWorld({ oauth: { drop_uris: ["none"] } }));
  assert.deepEqual(await statusOf(strict, [cursor, ...kept]), [400, "invalid_redirect_uri"]);
});

test("11: a name is shown as text, without direction marks, or refused for its length", async () => {
  const { visitor } = await signedIn(await makeWorld());
  const name = "<script>alert(1)</script>\u202egpj.\u0007 \u200bx";
  const { body } = await post(visitor, { client_name: name, redirect_uris: [GOOD] });
  assert.equal(body.client_name, "<script>alert(1)</script>gpj. x");
  const page = await visitor.get(
    `/api/mcp/oauth/authorize?${new URLSearchParams({
      client_id: body.client_id,
      response_type: "code",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
    })}`,
  );
  assert.equal(page.status, 200);
  assert.equal(page.text.includes("<script"), false);
  assert.match(page.text, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
  const long = await post(visitor, { client_name: "x".repeat(10_000), redirect_uris: [GOOD] });
  assert.deepEqual([long.status, long.body.error], [400, "invalid_client_metadata"]);
  const number = await post(visitor, { client_name: 1, redirect_uris: [GOOD] });
  assert.deepEqual([number.status, number.body.error], [400, "invalid_client_metadata"]);
});

test("12: bodies that are no metadata are refused and harm nothing", async () => {
  const visitor = visitorOf(await makeWorld());
  const good = JSON.stringify({ redirect_uris: [GOOD] });
  const statuses = [
    await post(visitor, "{"),
    await post(visitor, "[]"),
    await post(visitor, "null"),
    await post(visitor, "[".repeat(8_000)),
    await post(visitor, `{"a":${"[".repeat(5_000)}${"]".repeat(5_000)}}`),
    await post(visitor, good, "text/plain"),
    await post(visitor, { redirect_uris: [GOOD], junk: "x".repeat(1_000_000) }),
  ].map(({ status }) => status);
  assert.deepEqual(statuses, [400, 400, 400, 400, 400, 415, 413]);
  const polluting = `{"__proto__":{"polluted":true},"redirect_uris":["${GOOD}"]}`;
  assert.equal((await post(visitor, polluting)).status, 201);
  assert.equal("polluted" in {}, false);
});

test("13, 14: what else a client sends is neither kept nor fetched, and gives no scope", async (t) => {
  const fetched = t.mock.method(globalThis, "fetch", () => assert.fail("nothing is fetched"));
  const visitor = visitorOf(await makeWorld());
  const address = "http://127.0.0.1:9/inside";
  const extra = { jwks_uri: address, logo_uri: address, request_uris: [address] };
  const { status, body } = await post(visitor, {
    ...{ redirect_uris: [GOOD], scope: "mcp:read mcp:write" },
    ...{ ...extra, sector_identifier_uri: address },
  });
  assert.deepEqual([status, body.scope], [201, "mcp:read"]);
  assert.equal(JSON.stringify(body).includes(address), false);
  assert.equal(fetched.mock.callCount(), 0);
});

test("15: an address registers 60 clients a minute", async () => {
  const visitor = visitorOf(await makeWorld({ per_minute: 1 }));
  for (let count = 0; count < 60; count++) await registered(visitor);
  const { status, body, headers } = await post(visitor, { redirect_uris: [GOOD] });
  assert.deepEqual([status, body.error], [429, "temporarily_unavailable"]);
  assert.match(headers.get("retry-after") ?? "", /^\d+$/);
});

test("15: a client that no one approved is gone after a day, one with a grant stays", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const idle = await registered(visitor);
  const fresh = await connected(visitor);
  now += 25 * 3_600_000;
  const young = await registered(visitor);
  const actor = {
    kind: "system",
    door: "job",
    access: new Set(["read", "write"] as const),
  } as const;
  await SWEEP_IDENTITY.handler({ ...world.base, actor }, {});
  const rows = await world.db.selectFrom("oauth_clients").select("client_id").execute();
  const left = rows.map(({ client_id }) => client_id);
  assert.deepEqual(
    [idle, fresh.client_id, young].map((id) => left.includes(id)),
    [false, true, true],
  );
  assert.equal((await visitor.get(`/api/mcp/oauth/authorize?client_id=${idle}`)).status, 400);
  await approve(visitor, fresh.client_id);
});

test("16: there is nothing but POST at the registration", async () => {
  const visitor = visitorOf(await makeWorld());
  const id = await registered(visitor);
  for (const method of ["GET", "PUT", "DELETE", "PATCH"]) {
    assert.equal((await visitor.send(PATH, { method })).status, 405);
    assert.equal((await visitor.send(`${PATH}/${id}`, { method })).status, 404);
  }
});
