import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeId } from "#core/id.ts";
import { call, signedIn, visitorOf } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("a call without a session is 401, in the words of the REST API", async () => {
  const world = await makeWorld();
  const { status, body, headers } = await call(visitorOf(world), "get_me");
  assert.deepEqual([status, body.error.code], [401, "UNAUTHORIZED"]);
  assert.equal(headers.get("cache-control"), "no-store");
});

test("102: a call that no page of ours sent is 403", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const foreign: Record<string, string>[] = [
    {},
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none", origin: "http://localhost:8787" },
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:8788" },
  ];
  for (const headers of foreign) {
    const { status, body } = await call(visitor, "get_me", {}, headers);
    assert.deepEqual([status, body.error.code], [403, "FORBIDDEN"], JSON.stringify(headers));
  }
  const own = await call(visitor, "get_me", {}, { origin: "http://localhost:8787" });
  assert.equal(own.status, 200);
});

test("a page of one user is answered nothing in the session of another", async () => {
  const world = await makeWorld();
  const [one, other] = [await signedIn(world), await signedIn(world)];
  const { id } = (await call(one.visitor, "get_me")).body;
  const project_id = world.project.id;
  const rename = ({ visitor }: typeof one) =>
    call(
      visitor,
      "update_project",
      { project_id, name: "Renamed" },
      { "sec-fetch-site": "same-origin", "earshot-user": id },
    );
  const { status, body } = await rename(other);
  assert.deepEqual([status, body.error.code], [401, "UNAUTHORIZED"]);
  assert.equal((await rename(one)).status, 200);
});

test("get_me names the user, every organisation with the role there, and their projects alone", async () => {
  const world = await makeWorld();
  const { visitor, email } = await signedIn(world, "member");
  const { body } = await call(visitor, "get_me");
  assert.equal(body.email, email);
  assert.deepEqual(
    body.organisations.map(({ name, role, plan }: Record<string, string>) => [name, role, plan]),
    [["Acme", "member", "brand/enterprise"]],
  );
  await world.neighbour({ name: "Other" });
  const organisation_id = body.organisations[0].id;
  const id = world.project.id;
  assert.deepEqual((await call(visitor, "get_me")).body.projects, [
    { id, organisation_id, name: "Acme", domain: "acme.com", status: "active" },
  ]);
});

test("an operation on a project takes project_id next to its input, and works as the role allows", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world, "member");
  const project_id = world.project.id;
  const changed = await call(visitor, "update_project", { project_id, name: "Acme Ltd" });
  assert.deepEqual([changed.status, changed.body.name], [200, "Acme Ltd"]);
  const missing = await call(visitor, "get_project");
  assert.deepEqual([missing.status, missing.body.error.code], [400, "VALIDATION_ERROR"]);
  const unknown = await call(visitor, "get_project", { project_id, extra: 1 });
  assert.match(unknown.body.error.message, /unknown argument "extra"/);
  const viewer = await signedIn(world, "viewer");
  const read = await call(viewer.visitor, "get_project", { project_id });
  assert.deepEqual([read.status, read.body.name], [200, "Acme Ltd"]);
  const refused = await call(viewer.visitor, "update_project", { project_id, name: "Mine" });
  assert.deepEqual([refused.status, refused.body.error.code], [403, "FORBIDDEN"]);
});

test("89: another's project and one that is not there are the same answer", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const other = await world.neighbour();
  const foreign = await call(visitor, "get_project", { project_id: other.project.id });
  const nowhere = await call(visitor, "get_project", { project_id: "prj_nowhere" });
  assert.equal(foreign.status, 404);
  assert.deepEqual(foreign.body, nowhere.body);
});

test("an unknown operation is 404, another method 405, a body that is not JSON 415", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  assert.equal((await call(visitor, "drop_everything")).status, 404);
  const { status, headers } = await visitor.get("/app/call/get_me");
  assert.deepEqual([status, headers.get("allow")], [405, "POST"]);
  const form = await visitor.submit("/app/call/get_me", {});
  assert.equal(form.status, 415);
});

test("a session of onboarding that is over says how by its code, and which project it made", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world, "admin");
  const begin = async () => {
    const { body } = await call(visitor, "start_onboarding", {
      name: "North",
      domain: "north.com",
    });
    return { session_id: body.session_id as string };
  };
  const session = await begin();
  const made = await call(visitor, "complete_onboarding", session);
  assert.equal(made.status, 201);
  const again = await call(visitor, "complete_onboarding", session);
  const { code, project_id } = again.body.error;
  assert.deepEqual(
    [again.status, code, project_id],
    [409, "ONBOARDING_SESSION_STATE", made.body.id],
  );
  const idle = await begin();
  await world.pool.query(
    "update onboarding_sessions set last_used_at = now() - interval '2 days' where session_id = $1",
    [decodeId("onb", idle.session_id)],
  );
  const expired = await call(visitor, "complete_onboarding", idle);
  assert.deepEqual(
    [expired.status, expired.body.error.code, expired.body.error.project_id],
    [409, "ONBOARDING_SESSION_EXPIRED", undefined],
  );
});
