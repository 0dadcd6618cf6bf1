import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "#core/failure.ts";
import { authenticateToken } from "#domain/oauth/authenticate-token.ts";
import {
  approve,
  connected,
  exchange,
  makePkce,
  postToken,
  refresh,
  registered,
  signedIn,
  visitorOf,
} from "../../../test/kit/http-client.ts";
import { makeWorld, type World } from "../../../test/kit/world.ts";

async function lives(world: World, token: string): Promise<boolean> {
  try {
    await authenticateToken(world.base, token);
    return true;
  } catch (error) {
    assert(error instanceof Failure && error.code === "UNAUTHORIZED");
    return false;
  }
}

test("63: an answer has exactly what RFC 6749 asks for, and is never stored", async () => {
  const world = await makeWorld();
  const { visitor, user_id, email } = await signedIn(world);
  const client_id = await registered(visitor);
  const { status, body, headers } = await exchange(
    visitor,
    client_id,
    await approve(visitor, client_id),
  );
  assert.equal(status, 200);
  assert.equal(headers.get("cache-control"), "no-store");
  const { access_token, refresh_token, ...rest } = body;
  assert.deepEqual(rest, { token_type: "Bearer", expires_in: 3600, scope: "mcp:read" });
  assert.match(access_token, /^earshot_at_[\w-]{43}$/);
  assert.match(refresh_token, /^earshot_rt_[\w-]{43}$/);
  const holder = await authenticateToken(world.base, access_token);
  assert.deepEqual(
    [holder.user_id, holder.email, holder.scopes, holder.client_id],
    [user_id, email, ["mcp:read"], client_id],
  );
});

test("52: a wrong verifier is refused and does not spend the code", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  const approved = await approve(visitor, client_id);
  const wrong = [makePkce().verifier, "", "v".repeat(42), "v".repeat(129), `${"v".repeat(42)}!`];
  for (const code_verifier of wrong) {
    const { status, body } = await exchange(visitor, client_id, approved, { code_verifier });
    assert.deepEqual([status, body.error], [400, "invalid_grant"], code_verifier);
  }
  assert.equal((await exchange(visitor, client_id, approved)).status, 200);
});

test("53: replaying a code ends the grant that came of it", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const { status, body } = await exchange(visitor, grant.client_id, grant);
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  assert.equal(await lives(world, grant.access), false);
  assert.equal((await refresh(visitor, grant.client_id, grant.refresh)).status, 400);
});

test("54, 55: a code in another client's hands is refused, used or not, and ends nothing", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const other = await registered(visitor);
  const client_id = await registered(visitor);
  const approved = await approve(visitor, client_id);
  assert.equal((await exchange(visitor, other, approved)).body.error, "invalid_grant");
  const { body } = await exchange(visitor, client_id, approved);
  assert.equal((await exchange(visitor, other, approved)).body.error, "invalid_grant");
  assert.equal(await lives(world, body.access_token), true);
});

test("56: redirect_uri may be absent at the token endpoint, and must be the same when present", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  const approved = await approve(visitor, client_id);
  const other = { redirect_uri: "https://client.example/other" };
  assert.equal((await exchange(visitor, client_id, approved, other)).body.error, "invalid_grant");
  const same = { redirect_uri: "https://client.example/callback" };
  assert.equal((await exchange(visitor, client_id, approved, same)).status, 200);
});

test("57: a code is good for 60 s", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  const late = await approve(visitor, client_id);
  now += 61_000;
  assert.equal((await exchange(visitor, client_id, late)).body.error, "invalid_grant");
  const timely = await approve(visitor, client_id);
  now += 59_000;
  assert.equal((await exchange(visitor, client_id, timely)).status, 200);
});

test("59: secrets of one kind are worth nothing in the place of another", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const { code, verifier } = await approve(visitor, grant.client_id);
  assert.equal((await refresh(visitor, grant.client_id, code)).body.error, "invalid_grant");
  for (const stolen of [grant.refresh, grant.access, world.key]) {
    const { body } = await exchange(visitor, grant.client_id, { code: stolen, verifier });
    assert.equal(body.error, "invalid_grant");
  }
  for (const bearer of [code, grant.refresh, world.key, "", grant.access.slice(0, -1)]) {
    assert.equal(await lives(world, bearer), false);
  }
});

test("60: a secret is not looked at; a Basic header of an unknown client is invalid_client", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  const approved = await approve(visitor, client_id);
  const sent = { client_secret: "anything" };
  assert.equal((await exchange(visitor, client_id, approved, sent)).status, 200);
  const form = { grant_type: "refresh_token", refresh_token: "x" };
  const authorization = `Basic ${Buffer.from("nobody:secret").toString("base64")}`;
  const answer = await visitor.submit("/api/mcp/oauth/token", form, { authorization });
  assert.deepEqual([answer.status, answer.body.error], [401, "invalid_client"]);
  assert.match(answer.headers.get("www-authenticate") ?? "", /^Basic/);
});

test("61: only the two grant types exist", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  assert.equal((await postToken(visitor, { client_id })).body.error, "invalid_request");
  const others = [
    "password",
    "client_credentials",
    "urn:ietf:params:oauth:grant-type:device_code",
    "urn:ietf:params:oauth:grant-type:token-exchange",
  ];
  for (const grant_type of others) {
    const { status, body } = await postToken(visitor, { client_id, grant_type });
    assert.deepEqual([status, body.error], [400, "unsupported_grant_type"]);
  }
});

test("62: JSON, GET, repeated parameters and large bodies are refused at the token endpoint", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const { client_id } = grant;
  const path = "/api/mcp/oauth/token";
  const form = { grant_type: "refresh_token", client_id, refresh_token: grant.refresh };
  const json = { "content-type": "application/json" };
  const asJson = { method: "POST", headers: json, body: JSON.stringify(form) };
  assert.equal((await visitor.send(path, asJson)).body.error, "invalid_request");
  assert.equal((await visitor.get(`${path}?${new URLSearchParams(form)}`)).status, 405);
  const twice = new URLSearchParams(form);
  twice.append("client_id", client_id);
  const repeated = await visitor.send(path, { method: "POST", body: twice });
  assert.deepEqual([repeated.status, repeated.body.error], [400, "invalid_request"]);
  const large = { ...form, scope: "x".repeat(1_000_000) };
  assert.equal((await postToken(visitor, large)).status, 413);
  assert.equal((await postToken(visitor, form)).status, 200);
});

test("64: a resource of another server is invalid_target, at the code and at the refresh", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const client_id = await registered(visitor);
  const approved = await approve(visitor, client_id);
  const resource = "https://other.example/api/mcp";
  const refused = await exchange(visitor, client_id, approved, { resource });
  assert.equal(refused.body.error, "invalid_target");
  const own = { resource: "http://localhost:8787/api/mcp" };
  const { body } = await exchange(visitor, client_id, approved, own);
  const again = await refresh(visitor, client_id, body.refresh_token, { resource });
  assert.equal(again.body.error, "invalid_target");
  assert.equal((await refresh(visitor, client_id, body.refresh_token, own)).status, 200);
});

test("65: a user disabled between consent and exchange gets no token, and living ones stop", async () => {
  const world = await makeWorld();
  const { visitor, user_id } = await signedIn(world);
  const grant = await connected(visitor);
  const approved = await approve(visitor, grant.client_id);
  const users = world.db.updateTable("users").where("user_id", "=", user_id);
  await users.set({ is_disabled: true }).execute();
  const { body } = await exchange(visitor, grant.client_id, approved);
  assert.equal(body.error, "invalid_grant");
  assert.equal(await lives(world, grant.access), false);
  assert.equal((await refresh(visitor, grant.client_id, grant.refresh)).status, 400);
});

test("thousands of names in a form or an address are refused at once, whoever sends them", async () => {
  const world = await makeWorld();
  const visitor = visitorOf(world);
  const names = Array.from({ length: 16_500 }, (_, index) => index.toString(36));
  const body = `${names.join("&")}&last&last`;
  assert.ok(body.length > 60_000 && body.length < 65_536);
  const address = `/api/mcp/oauth/authorize?${body.slice(0, 15_800)}&last&last`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers, body };
  const post = () => visitor.send("/api/mcp/oauth/token", init);
  for (const ask of [post, () => visitor.get(address)]) {
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const begun = performance.now();
      const { status, text } = await ask();
      times.push(performance.now() - begun);
      assert.equal(status, 400);
      assert.match(text, /last is given twice/);
    }
    assert.ok(Math.min(...times) < 150, `${times} ms`);
  }
});
