import assert from "node:assert/strict";
import { test } from "node:test";
import { Failure } from "#core/failure.ts";
import { run } from "#core/run.ts";
import { authenticateToken } from "#domain/oauth/authenticate-token.ts";
import { sweepOAuth } from "#domain/oauth/connection-queries.ts";
import { resourceOf } from "#domain/oauth/resource.ts";
import { accessOf } from "#domain/oauth/scope.ts";
import { projectContextFor } from "#domain/projects/project-context.ts";
import { updateProject } from "#domain/projects/update-project.ts";
import {
  approve,
  connected,
  exchange,
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

test("66: a refresh gives two new tokens and kills the old refresh token only", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor, { write: true });
  const { status, body } = await refresh(visitor, grant.client_id, grant.refresh);
  assert.deepEqual([status, body.expires_in, body.scope], [200, 3600, "mcp:read mcp:write"]);
  assert.notEqual(body.access_token, grant.access);
  assert.notEqual(body.refresh_token, grant.refresh);
  assert.equal(await lives(world, body.access_token), true);
  assert.equal(await lives(world, grant.access), true, "the old access token has its own hour");
});

test("67: using a dead refresh token a minute later kills all of its grant, and no other", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const sibling = await exchange(visitor, grant.client_id, await approve(visitor, grant.client_id));
  const second = (await refresh(visitor, grant.client_id, grant.refresh)).body;
  const third = (await refresh(visitor, grant.client_id, second.refresh_token)).body;
  now += 60_000;
  const reused = await refresh(visitor, grant.client_id, grant.refresh);
  assert.deepEqual([reused.status, reused.body.error], [400, "invalid_grant"]);
  assert.equal(await lives(world, third.access_token), false);
  const newest = await refresh(visitor, grant.client_id, third.refresh_token);
  assert.equal(newest.body.error, "invalid_grant");
  assert.equal(await lives(world, sibling.body.access_token), true);
  const other = await refresh(visitor, grant.client_id, sibling.body.refresh_token);
  assert.equal(other.status, 200);
});

test("67: reuse within 10 seconds is refused and ends nothing; after that it ends the grant", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const { body } = await refresh(visitor, grant.client_id, grant.refresh);
  for (const [passed_ms, lives_on] of [
    [0, true],
    [9_000, true],
    [1_000, false],
  ] as const) {
    now += passed_ms;
    const reused = await refresh(visitor, grant.client_id, grant.refresh);
    assert.deepEqual([reused.status, reused.body.error], [400, "invalid_grant"]);
    assert.equal(await lives(world, body.access_token), lives_on);
  }
});

test("67: a request that arrived before its token was consumed gets the scopes it asks for, of the same grant", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor, { write: true });
  const use = (change = {}) => refresh(visitor, grant.client_id, grant.refresh, change);
  const [both, read] = await Promise.all([use(), use({ scope: "mcp:read" })]);
  assert.deepEqual([both.body.scope, read.body.scope], ["mcp:read mcp:write", "mcp:read"]);
  await visitor.submit("/api/mcp/oauth/revoke", { token: both.body.access_token }, {});
  assert.equal(await lives(world, read.body.access_token), false, "one grant");
});

test("67: a process that is held up consumes the token only after it has read what came meanwhile", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const use = () => refresh(visitor, grant.client_id, grant.refresh);
  const first = use();
  // As on a machine with too much to do: every turn of the loop is late.
  for (let turn = 0; turn < 25; turn++) {
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 150);
  }
  const [one, other] = await Promise.all([first, use()]);
  assert.deepEqual([one.status, other.status], [200, 200]);
  assert.deepEqual(other.body, one.body);
});

test("67: where an operator lets it, the same pair is answered again for a while, and kept sealed no longer", async () => {
  let now = Date.now();
  const oauth = { refresh_race_seconds: 20 };
  const world = await makeWorld({ now: () => new Date(now), oauth });
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const first = await refresh(visitor, grant.client_id, grant.refresh);
  now += 19_000;
  const again = await refresh(visitor, grant.client_id, grant.refresh);
  assert.deepEqual([again.status, again.body], [200, first.body]);
  now += 1_000;
  assert.equal((await refresh(visitor, grant.client_id, grant.refresh)).status, 400);
  assert.equal(await lives(world, first.body.access_token), false);
  const kept = () => world.pool.query("select from oauth_tokens where answer is not null");
  assert.equal((await kept()).rowCount, 1);
  now += 3_600_000;
  await sweepOAuth(world.db, new Date(now));
  assert.equal((await kept()).rowCount, 0);
});

test("69, 72: another client's, or an access token in its place, is refused and ends nothing", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const other = await registered(visitor);
  assert.equal((await refresh(visitor, other, grant.refresh)).body.error, "invalid_grant");
  const access = await refresh(visitor, grant.client_id, grant.access);
  assert.equal(access.body.error, "invalid_grant");
  assert.equal(await lives(world, grant.access), true);
  assert.equal((await refresh(visitor, grant.client_id, grant.refresh)).status, 200);
  assert.equal((await refresh(visitor, other, grant.refresh)).body.error, "invalid_grant");
  assert.equal(await lives(world, grant.access), true, "a spent one in other hands neither");
});

test("70: a refresh may narrow the scope, never widen it", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const narrow = await connected(visitor);
  const scope = "mcp:read mcp:write";
  const wider = await refresh(visitor, narrow.client_id, narrow.refresh, { scope });
  assert.deepEqual([wider.status, wider.body.error], [400, "invalid_scope"]);
  assert.equal((await refresh(visitor, narrow.client_id, narrow.refresh)).status, 200);
  const wide = await connected(visitor, { write: true });
  const read = await refresh(visitor, wide.client_id, wide.refresh, { scope: "mcp:read" });
  assert.equal(read.body.scope, "mcp:read");
  const holder = await authenticateToken(world.base, read.body.access_token);
  assert.deepEqual(holder.scopes, ["mcp:read"]);
  const back = await refresh(visitor, wide.client_id, read.body.refresh_token);
  assert.equal(back.body.scope, scope, "the user granted both");
});

test("71: a refresh token lives 90 days from its own making; an access token an hour", async () => {
  let now = Date.now();
  const day = 86_400_000;
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  now += 3_599_000;
  assert.equal(await lives(world, grant.access), true);
  now += 1_000;
  assert.equal(await lives(world, grant.access), false);
  let token = grant.refresh;
  for (let round = 0; round < 3; round++) {
    now += 89 * day;
    const { status, body } = await refresh(visitor, grant.client_id, token);
    assert.equal(status, 200, `after ${(round + 1) * 89} days`);
    token = body.refresh_token;
  }
  now += 91 * day;
  const late = await refresh(visitor, grant.client_id, token);
  assert.deepEqual([late.status, late.body.error], [400, "invalid_grant"]);
});

test("49, 74: a role beats a scope: who became viewer writes nothing with any token", async () => {
  const world = await makeWorld();
  const { visitor, user_id } = await signedIn(world, "member");
  const grant = await connected(visitor, { write: true });
  const write = async (token: string) => {
    const { email, scopes } = await authenticateToken(world.base, token);
    const user = { user_id, email, access: accessOf(scopes) };
    const { project_id } = world.project;
    const context = await projectContextFor(world.base, user, project_id, "mcp");
    assert(context);
    return run(updateProject, context, { name: "Written" });
  };
  assert.equal((await write(grant.access)).name, "Written");
  const held = world.db.updateTable("memberships").where("user_id", "=", user_id);
  await held.set({ role: "viewer" }).execute();
  const { body } = await refresh(visitor, grant.client_id, grant.refresh);
  for (const token of [grant.access, body.access_token]) {
    await assert.rejects(write(token), { code: "ROLE_REQUIRED" });
  }
});

test("75, 77: either token, living, spent or over, ends the grant at once; a second time is 200 too", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor } = await signedIn(world);
  const kinds = ["access", "refresh", "spent", "over"] as const;
  for (const kind of kinds) {
    const grant = await connected(visitor);
    const { body } = await refresh(visitor, grant.client_id, grant.refresh);
    const token = {
      access: body.access_token,
      refresh: body.refresh_token,
      spent: grant.refresh,
      over: body.access_token,
    }[kind];
    if (kind === "over") {
      now += 2 * 3_600_000;
      await sweepOAuth(world.db, new Date(now));
    }
    for (let round = 0; round < 2; round++) {
      const { status, text } = await visitor.submit("/api/mcp/oauth/revoke", { token }, {});
      assert.deepEqual([status, text], [200, "{}"]);
    }
    assert.equal(await lives(world, body.access_token), false, kind);
    assert.equal(await lives(world, grant.access), false, kind);
    const later = await refresh(visitor, grant.client_id, body.refresh_token);
    assert.equal(later.body.error, "invalid_grant");
  }
});

test("76, 78, 79, 80: whatever is sent to revocation, the answer is 200 and {}", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const other = await registered(visitor);
  const { code } = await approve(visitor, grant.client_id);
  const forms: Record<string, string>[] = [
    {},
    ...["", "garbage", `${grant.access}x`, code, world.key].map((token) => ({ token })),
    { token: grant.access, client_id: other },
    { token: grant.refresh, client_id: "nobody", token_type_hint: "pet_name" },
  ];
  for (const form of forms) {
    const { status, text } = await visitor.submit("/api/mcp/oauth/revoke", form, {});
    assert.deepEqual([status, text], [200, "{}"], JSON.stringify(form));
  }
  const bodies = ["", "{", "null", "x".repeat(2_000_000)];
  for (const body of bodies) {
    for (const type of ["application/json", "multipart/form-data", "text/plain", ""]) {
      const init = { method: "POST", headers: { "content-type": type }, body };
      assert.equal((await visitor.send("/api/mcp/oauth/revoke", init)).status, 200, type);
    }
  }
  assert.equal(await lives(world, grant.access), true);
});

test("76: a token in JSON or multipart is found as well, under any hint", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const [first, second, third] = [
    await connected(visitor),
    await connected(visitor),
    await connected(visitor),
  ];
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ token: first.access, client_id: first.client_id });
  await visitor.send("/api/mcp/oauth/revoke", { method: "POST", headers, body });
  const form = new FormData();
  form.set("token", second.refresh);
  await visitor.send("/api/mcp/oauth/revoke", { method: "POST", body: form });
  const hinted = { token: third.refresh, token_type_hint: "access_token" };
  await visitor.submit("/api/mcp/oauth/revoke", hinted, {});
  for (const { access } of [first, second, third]) assert.equal(await lives(world, access), false);
});

test("81: GET never revokes", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const { status } = await visitorOf(world).get(`/api/mcp/oauth/revoke?token=${grant.access}`);
  assert.equal(status, 405);
  assert.equal(await lives(world, grant.access), true);
});

test("a refresh of a grant for another address of this server is refused, and its token is not used up", async () => {
  const world = await makeWorld();
  const { visitor, user_id } = await signedIn(world);
  const { client_id, refresh: token } = await connected(visitor);
  const move = (resource: string) =>
    world.pool.query("update oauth_grants set resource = $1 where user_id = $2", [
      resource,
      user_id,
    ]);
  await move("https://before.example/api/mcp");
  const { status, body } = await refresh(visitor, client_id, token);
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  await move(resourceOf(world.base.server.base_url));
  assert.equal((await refresh(visitor, client_id, token)).status, 200);
});
