import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Answer,
  approve,
  authorizePath,
  CALLBACK,
  handleIn,
  locationOf,
  makePkce,
  registered,
  signedIn,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const { challenge } = makePkce();

/** A signed-in visitor with a client, and a way to ask with changed parameters. */
async function setting(uris?: string[], { approved = false } = {}) {
  const world = await makeWorld();
  const { visitor, email } = await signedIn(world);
  const client_id = await registered(visitor, uris);
  if (approved) await approve(visitor, client_id);
  const ask = (change: Record<string, string | undefined> = {}) =>
    visitor.get(authorizePath({ client_id, code_challenge: challenge, ...change }));
  return { world, visitor, email, client_id, ask };
}

function assertStays(answer: Answer, message: string): void {
  assert.deepEqual([answer.status, answer.headers.get("location")], [400, null], message);
  assert.match(answer.headers.get("content-type") ?? "", /^text\/html/);
}

function assertSends(answer: Answer, error: string): void {
  const location = locationOf(answer);
  assert.equal(location.origin + location.pathname, CALLBACK);
  const sent = Object.fromEntries(location.searchParams);
  assert.deepEqual(
    [sent["error"], sent["state"], sent["iss"], sent["code"]],
    [error, "xyz", "http://localhost:8787", undefined],
  );
}

test("17, 18: an unknown client is sent nowhere; a missing redirect_uri is the only one there is", async () => {
  const { ask, visitor } = await setting();
  for (const client_id of ["nobody", "", "x\0y", undefined]) {
    assertStays(await ask({ client_id }), `client ${client_id}`);
  }
  assert.equal((await ask({ redirect_uri: undefined })).status, 200);
  const two = await registered(visitor, [CALLBACK, `${CALLBACK}/2`]);
  assertStays(await ask({ client_id: two, redirect_uri: undefined }), "two are registered");
});

test("19, 24, 26, 27: an address that is not the registered one gets no redirect", async () => {
  const { ask } = await setting([
    "https://app.example/cb",
    "https://app.example:8443/port",
    "http://localhost/cb",
  ]);
  const bad = [
    ...["https://evil.example/cb", "http://app.example/cb", "https://app.example/other"],
    ...["https://app.example/cb/evil", "https://app.example/cb/", "https://app.example/CB"],
    ...["https://app.example:444/cb", "https://app.example/port", "https://app.example:8444/port"],
    ...["http://127.0.0.1/cb", "https://localhost/cb", "http://[::1]/cb", "http://localhost./cb"],
    ...["https://app.example./cb", "https://аpp.example/cb", "https://app.example@evil.com/cb"],
    ...["https://app.example\\@evil.com/cb", "https://app.example/cb%2f..%2fevil", "javascript:1"],
    ...["https://app.example/%2563b", "https://app.example/x/..%2fcb", " https://app.example/cb"],
    ...["https://app.example/cb\n", "", "https://sub.app.example/cb", "https://app.example%2f/cb"],
  ];
  for (const redirect_uri of bad) assertStays(await ask({ redirect_uri }), redirect_uri);
});

test("20, 21, 23, 25, 26: query, fragment, letter case and a loopback port do not matter", async () => {
  const { ask } = await setting([
    "https://app.example/cb?registered=1",
    "http://localhost:1234/cb",
    "http://127.0.0.1/cb",
  ]);
  const good = [
    ...["https://app.example/cb", "https://app.example/cb?x=1", "https://app.example:443/cb"],
    ...["https://APP.example/cb#part", "https://app.example/x/../cb", "HTTPS://app.example/cb"],
    ...["http://localhost:9999/cb", "http://localhost/cb", "http://127.0.0.1:5/cb?y"],
    "https://app.example/%2e%2e/cb",
  ];
  for (const redirect_uri of good) {
    assert.equal((await ask({ redirect_uri })).status, 200, redirect_uri);
  }
});

test("20, 21, 22: the answer goes to the asked address, its query kept, nothing of ours there twice", async () => {
  const { visitor, client_id } = await setting(["https://app.example/cb"]);
  const ask = (redirect_uri: string) =>
    approve(visitor, client_id, { change: { redirect_uri, state: "ours" } });
  const kept = await ask("https://app.example/cb?a=b%20c&d#fragment");
  assert.match(kept.location.href, /^https:\/\/app\.example\/cb\?a=b%20c&d&code=[^#]+$/);
  const evil = "code=evil&state=evil&iss=evil&error=evil&%63ode=evil&keep=1";
  const { location, code } = await ask(`https://app.example/cb?${evil}`);
  const all = (name: string) => location.searchParams.getAll(name);
  assert.deepEqual(
    [all("code"), all("state"), all("iss"), all("error"), all("keep")],
    [[code], ["ours"], ["http://localhost:8787"], [], ["1"]],
  );
  const dots = await ask("https://app.example/x/../cb");
  assert.equal(dots.location.pathname, "/cb");
});

test("28: PKCE with S256 and 43 characters, or nothing", async () => {
  const { ask } = await setting(undefined, { approved: true });
  const bad = [
    { code_challenge: undefined },
    { code_challenge_method: undefined },
    { code_challenge_method: "plain" },
    { code_challenge: "a".repeat(42) },
    { code_challenge: "a".repeat(44) },
    { code_challenge: `${"a".repeat(42)}=` },
  ];
  for (const change of bad) assertSends(await ask(change), "invalid_request");
});

test("29, 30: the only answer is a code in the query", async () => {
  const { ask } = await setting(undefined, { approved: true });
  for (const response_type of ["token", "id_token", "code token", "none"]) {
    assertSends(await ask({ response_type }), "unsupported_response_type");
  }
  assertSends(await ask({ response_type: undefined }), "invalid_request");
  for (const response_mode of ["form_post", "fragment"]) {
    assertSends(await ask({ response_mode }), "invalid_request");
  }
});

test("29: what is wrong with a request of a client that nobody approved is shown here and sent nowhere", async () => {
  const { world, visitor, client_id, ask } = await setting();
  const wrong = { response_type: "token" };
  assertStays(await ask(wrong), "signed in");
  const anyone = visitorOf(world);
  const path = authorizePath({ client_id, code_challenge: challenge, ...wrong });
  assertStays(await anyone.get(path), "not signed in");
  await approve(visitor, client_id);
  assertSends(await ask(wrong), "unsupported_response_type");
});

test("31: a parameter given twice is shown here and sent nowhere", async () => {
  const { visitor, client_id } = await setting();
  const path = authorizePath({ client_id, code_challenge: challenge });
  for (const [name, value] of [
    ["client_id", client_id],
    ["redirect_uri", "https://evil.example/cb"],
    ["state", "b"],
    ["scope", "mcp:read"],
  ] as const) {
    const twice = `${path}&${new URLSearchParams({ [name]: value })}`;
    assertStays(await visitor.get(twice), name);
  }
});

test("32: a resource that is not the MCP endpoint is invalid_target", async () => {
  const { ask } = await setting(undefined, { approved: true });
  const own = "http://localhost:8787/api/mcp";
  const bad = ["https://other.example/api/mcp", `${own}#x`, "/api/mcp", `${own}/x`, ""];
  for (const resource of bad) assertSends(await ask({ resource }), "invalid_target");
  for (const resource of [own, `${own}/`, "http://localhost:8787", undefined]) {
    assert.equal((await ask({ resource })).status, 200);
  }
});

test("33, 36: request objects are refused and not fetched; silence is never consent", async (t) => {
  const fetched = t.mock.method(globalThis, "fetch", () => assert.fail("nothing is fetched"));
  const { ask } = await setting(undefined, { approved: true });
  assertSends(await ask({ request: "e30.e30." }), "request_not_supported");
  assertSends(await ask({ request_uri: "http://127.0.0.1:9/" }), "request_uri_not_supported");
  assertSends(await ask({ prompt: "none" }), "consent_required");
  assert.equal(fetched.mock.callCount(), 0);
});

test("34: unknown scopes are ignored, whatever they are made of", async () => {
  const { ask } = await setting();
  for (const scope of ["admin", 'mcp:read "quoted"', "a\r\nSet-Cookie: x=1", "", undefined]) {
    const answer = await ask({ scope });
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.headers.getSetCookie(), []);
  }
});

test("35: state comes back as it was sent, and only if it was", async () => {
  const { visitor, client_id } = await setting();
  const state = `${"s".repeat(4_000)}\r\nX: y"'<>&=+% ünï😀`;
  const { location } = await approve(visitor, client_id, { change: { state } });
  assert.equal(location.searchParams.get("state"), state);
  assert.equal(/[\r\n"<>]/.test(location.href), false);
  const path = authorizePath({ client_id, code_challenge: challenge, state: undefined });
  const form = { request: handleIn(await visitor.get(path)), decision: "approve" };
  const silent = locationOf(await visitor.submit("/api/mcp/oauth/consent", form));
  assert.equal(silent.searchParams.has("state"), false);
  assert.deepEqual(silent.searchParams.getAll("iss"), ["http://localhost:8787"]);
});

test("38: a user who is not signed in comes back to the same request", async () => {
  const { world, client_id } = await setting();
  const visitor = visitorOf(world);
  const path = authorizePath({ client_id, code_challenge: challenge, state: "a b&c" });
  const { status, headers } = await visitor.get(path);
  assert.equal(status, 303);
  const login = new URL(headers.get("location") ?? "", "http://localhost:8787");
  assert.equal(login.pathname, "/login");
  const page = await visitor.get(login.pathname + login.search);
  const next = /name="next" value="([^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  assert.equal(next, path);
});

test("39: nothing but GET asks, and asking gives no code", async () => {
  const { visitor, client_id } = await setting();
  const path = authorizePath({ client_id, code_challenge: challenge });
  for (const method of ["POST", "PUT", "DELETE"]) {
    const { status, headers } = await visitor.send(path, { method });
    assert.deepEqual([status, headers.get("allow")], [405, "GET"]);
  }
  const head = await visitor.send(path, { method: "HEAD" });
  assert.deepEqual([head.headers.get("location"), head.text], [null, ""]);
});
