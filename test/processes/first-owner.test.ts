import assert from "node:assert/strict";
import { test } from "node:test";
import { call, Visitor } from "../kit/http-client.ts";
import { startServer } from "../kit/real-server.ts";
import { makeWorld } from "../kit/world.ts";

const OWNER = { email: "owner@example.com", password: "four random words here" };

const KEY = "a-key-for-scripts";

test("INIT_OWNER_EMAIL and INIT_OWNER_PASSWORD make the owner at the first start and change nothing later", async () => {
  const world = await makeWorld();
  await world.pool.query("truncate users, projects, first_things cascade");
  const first = await startServer(world, {
    INIT_OWNER_EMAIL: OWNER.email,
    INIT_OWNER_PASSWORD: OWNER.password,
    INIT_PROJECT_NAME: "Northwind",
    INIT_PROJECT_DOMAIN: "northwind.example.com",
    INIT_API_KEY: KEY,
  });
  assert.doesNotMatch(first.output(), /setup\?token/);
  assert.equal(first.output().includes(OWNER.password), false);
  const visitor = new Visitor((url, init) => fetch(url, init), first.origin);
  assert.equal((await visitor.get("/setup")).status, 404);
  assert.equal((await visitor.signIn(OWNER.email, OWNER.password)).status, 303);
  const me = (await call(visitor, "get_me")).body;
  assert.equal(me.organisations[0].role, "owner");
  await first.stop();

  const second = await startServer(world, {
    INIT_OWNER_EMAIL: OWNER.email,
    INIT_OWNER_PASSWORD: "another fine password",
    INIT_PROJECT_NAME: "Northwind",
    INIT_API_KEY: KEY,
  });
  const later = new Visitor((url, init) => fetch(url, init), second.origin);
  assert.equal((await later.signIn(OWNER.email, "another fine password")).status, 401);
  assert.equal((await later.signIn(OWNER.email, OWNER.password)).status, 303);
  const { rows } = await world.pool.query("select count(*)::int as users from users");
  assert.deepEqual(rows, [{ users: 1 }]);
  const noted = await world.pool.query(
    "select door, actor, target from audit_log where operation = 'set_up' order by audit_id",
  );
  const made = noted.rows.map(({ door, actor, target: { organisation_id, ...ids } }) => {
    assert.deepEqual([door, actor], ["command", "system"]);
    return Object.keys(ids).join(" ");
  });
  assert.deepEqual(made, ["user_id", "project_id", "key_id"], "the owner, project and key, once");
  assert.ok(!JSON.stringify(noted.rows).includes(KEY));
});

test("a first password that everybody tries is refused by its variable's name", async () => {
  const world = await makeWorld();
  await world.pool.query("truncate users, first_things cascade");
  const weak = { INIT_OWNER_EMAIL: OWNER.email, INIT_OWNER_PASSWORD: "password1234" };
  await assert.rejects(startServer(world, weak), /could not start: INIT_OWNER_PASSWORD: /);
});
