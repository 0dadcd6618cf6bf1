import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { catalog } from "../../../src/catalog.ts";
import {
  call,
  connected,
  makeShare,
  PASSWORD,
  refresh,
  signedIn,
  tellsAt,
} from "../../../test/kit/http-client.ts";
import { makeWorld, type WorldOptions } from "../../../test/kit/world.ts";

const MINUTE_MS = 60_000;

/** A signed-in owner and a clock that tests move on. */
async function open(options: WorldOptions = {}) {
  let time = Date.parse("2026-11-20T12:00:00Z");
  const world = await makeWorld({ ...options, now: () => new Date(time) });
  const person = await signedIn(world);
  const pass = (minutes: number) => {
    time += minutes * MINUTE_MS;
  };
  const { id: project_id, organisation_id } = world.project;
  return { world, ...person, pass, project_id, organisation_id: encodeId("org", organisation_id) };
}

test("a quarter of an hour after the password was typed, what lasts asks for it again", async () => {
  const { visitor, pass, project_id, organisation_id } = await open();
  const key = { project_id, name: "Key", access: "read" };
  const invitation = { organisation_id, email: "guest@example.com", role: "viewer" };
  pass(14);
  assert.equal((await call(visitor, "create_key", key)).status, 201);
  pass(2);
  for (const [name, input] of [
    ["create_key", key],
    ["rotate_key", { project_id, key_id: "key_PqYbRw9s" }],
    ["invite_member", invitation],
    ["update_member", {}],
    ["remove_member", {}],
    ["create_share_link", { project_id }],
    ["create_webhook", { project_id, url: "https://example.com/", events: ["run.completed"] }],
    ["update_webhook", { project_id }],
    ["delete_project", { project_id, confirm_name: "Acme" }],
  ] as const) {
    const { status, body } = await call(visitor, name, input);
    assert.deepEqual([status, body.error.code], [403, "PASSWORD_REQUIRED"], name);
    assert.match(body.error.message, /\/confirm/);
  }
  assert.equal((await call(visitor, "list_keys", { project_id })).body.total_count, 2);

  const page = await visitor.get("/confirm?next=/settings");
  assert.match(page.text, /name="next" value="\/settings"/);
  const wrong = await visitor.submit("/confirm", { password: "not my password!" });
  assert.equal(wrong.status, 401);
  tellsAt(wrong.text, "password");
  assert.equal((await call(visitor, "create_key", key)).status, 403);
  const right = await visitor.submit("/confirm", { password: PASSWORD, next: "/settings" });
  assert.deepEqual([right.status, right.headers.get("location")], [303, "/settings"]);
  assert.equal((await call(visitor, "create_key", { ...key, name: "Second" })).status, 201);
  pass(16);
  assert.equal((await call(visitor, "invite_member", invitation)).status, 403);
  assert.equal((await call(visitor, "list_members", { organisation_id })).status, 200);
});

test("confirming is for who is signed in, from our own page, and leads nowhere else", async () => {
  const { visitor, world, email, pass } = await open({ per_minute: 200 });
  const stranger = await signedIn(world);
  stranger.visitor.cookies.clear();
  assert.equal((await stranger.visitor.get("/confirm")).headers.get("location"), "/login");
  const forged = await visitor.submit("/confirm", { password: PASSWORD }, {});
  assert.equal(forged.status, 403);
  const from = {
    "sec-fetch-site": "same-origin",
    "earshot-user": encodeId("usr", stranger.user_id),
  };
  const crossed = await visitor.submit("/confirm", { password: "a stranger's password" }, from);
  assert.equal(crossed.status, 409, "typed by who was signed in before");
  const away = await visitor.submit("/confirm", { password: PASSWORD, next: "//evil.example" });
  assert.equal(away.headers.get("location"), "/");
  pass(16);
  for (let guess = 0; guess < 5; guess++) {
    const { status } = await visitor.submit("/confirm", { password: `guess number ${guess}` });
    assert.equal(status, 401);
  }
  assert.equal((await visitor.submit("/confirm", { password: PASSWORD })).status, 429);
  const guess = () =>
    call(visitor, "change_password", { current_password: "no", new_password: "a fine long one" });
  assert.equal((await guess()).status, 429, "one window for all that a session may guess at");
  assert.equal((await visitor.signIn(email)).status, 303, "and none for its owner");
});

test("a session guesses at its password five times, at the page and at the change alike", async () => {
  const { visitor } = await open({ per_minute: 200 });
  const guess = () =>
    call(visitor, "change_password", { current_password: "no", new_password: "a fine long one" });
  for (let count = 0; count < 5; count++) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
  assert.equal((await visitor.submit("/confirm", { password: PASSWORD })).status, 429);
});

test("a changed password ends connected clients, own keys and share links where it is asked to, and not another's", async () => {
  const { world, visitor, user_id, project_id } = await open();
  const client = await connected(visitor, { write: true });
  const key = await call(visitor, "create_key", { project_id, name: "Mine", access: "read" });
  const share = await makeShare(world, visitor);
  const living = async () => {
    const { status } = await refresh(visitor, client.client_id, client.refresh);
    const rest = await world.rest("GET", "/projects", undefined, key.body.key);
    return [status, rest.status, await share.open()];
  };
  const [current_password, new_password] = [PASSWORD, "another fine password"];
  const change = (more: object, from = current_password, to = new_password) =>
    call(visitor, "change_password", { current_password: from, new_password: to, ...more });
  assert.deepEqual((await change({})).body, {});
  const again = await change({ end_clients: true, end_keys: true }, new_password, PASSWORD);
  assert.deepEqual(again.body, {
    client_ids: [client.client_id],
    key_ids: [key.body.id],
    share_ids: [share.id],
  });
  assert.deepEqual(await living(), [400, 401, 404]);
  assert.equal((await world.rest("GET", "/projects")).status, 200, "nobody's key lives on");
  const rowsOf = async (operation: string) => {
    const { rows } = await world.pool.query(
      "select target from audit_log where operation = $2 and actor = $1 order by audit_id",
      [`user:${user_id}`, operation],
    );
    return rows.map(({ target }) => target);
  };
  assert.deepEqual(await rowsOf("change_password"), [{}, { client_ids: [client.client_id] }]);
  assert.deepEqual(await rowsOf("revoke_key"), [{ project_id, key_id: key.body.id }]);
  assert.deepEqual(await rowsOf("revoke_share_link"), [{ project_id, share_id: share.id }]);
});

test("no API and no tool reaches what asks for the password", () => {
  const sensitive = catalog.filter((operation) => "sensitive" in operation && operation.sensitive);
  assert.ok(sensitive.length >= 5);
  for (const operation of sensitive) {
    assert.ok(!("route" in operation) && !("tool" in operation), operation.name);
  }
});
