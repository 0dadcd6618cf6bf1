import assert from "node:assert/strict";
import { test } from "node:test";
import { openSetup } from "#domain/accounts/set-up.ts";
import { bootstrap } from "#domain/tenancy/bootstrap.ts";
import { call, tellsAt, visitorOf } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

const form = { organisation: "Acme", email: "first@example.com", password: "a fine password" };

/** A world on a database that no one has signed up in. */
async function emptyWorld() {
  const world = await makeWorld();
  await world.db.deleteFrom("users").execute();
  const token = await openSetup(world.base);
  assert(token);
  return { world, token };
}

test("110: without a user there is only the setup, and it needs the token from the log", async () => {
  const { world, token } = await emptyWorld();
  const visitor = visitorOf(world);
  const { status, headers } = await visitor.get("/login");
  assert.deepEqual([status, headers.get("location")], [303, "/setup"]);
  const page = await visitor.get(`/setup?token=${token}`);
  assert.equal(page.status, 200);
  assert(page.text.includes(`value="${token}"`));
  assert.equal((await visitor.submit("/setup", { ...form, token: "wrong" })).status, 403);
  assert.equal((await visitor.submit("/setup", { ...form, token }, {})).status, 403);
  for (const bad of [
    { email: "no" },
    { password: "short" },
    { organisation: " " },
    { organisation: "\u200B" },
  ]) {
    const { status, text } = await visitor.submit("/setup", { ...form, token, ...bad });
    assert.equal(status, 400);
    tellsAt(text, Object.keys(bad)[0]);
  }
  const done = await visitor.submit("/setup", { ...form, token });
  assert.deepEqual([done.status, done.headers.get("location")], [303, "/"]);
  const { body } = await call(visitor, "get_me");
  assert.deepEqual([body.email, body.organisations[0].role], [form.email, "owner"]);
  const organisation_id = body.organisations[0].id;
  const log = await call(visitor, "list_audit", { organisation_id });
  const [{ operation, actor, target }] = log.body.data;
  assert.deepEqual([log.body.total_count, operation, actor.name], [1, "set_up", form.email]);
  assert.deepEqual(target, { organisation_id, user_id: body.id });
  assert.equal((await visitor.get("/setup")).status, 404);
  assert.equal((await visitor.submit("/setup", { ...form, token })).status, 404);
  assert.equal(await openSetup(world.base), undefined);
});

test("110: of twenty setups at once one makes an owner, in 5 rounds", async () => {
  const { world } = await emptyWorld();
  for (let round = 0; round < 5; round++) {
    await world.db.deleteFrom("users").execute();
    const token = (await openSetup(world.base)) ?? "";
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        visitorOf(world).submit("/setup", { ...form, token, email: `owner-${index}@example.com` }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [
      303,
      ...Array.from({ length: 19 }, () => 404),
    ]);
    assert.equal((await world.db.selectFrom("users").selectAll().execute()).length, 1);
  }
});

/** A database that only INIT_PROJECT_NAME asks something of, with the first owner's visitor. */
async function withProject() {
  const { world } = await emptyWorld();
  await world.pool.query("truncate organisations, users, first_things cascade");
  const token = (await openSetup(world.base)) ?? "";
  const project = { name: "Kestrelwick", domain: "kestrelwick.example" };
  const start = () =>
    bootstrap(world.db, { plan: "brand/enterprise", owner: null, project, api_key: null });
  const visitor = visitorOf(world);
  const setUp = async () =>
    assert.equal((await visitor.submit("/setup", { ...form, token })).status, 303);
  const read = async () => {
    const { body } = await call(visitor, "list_projects", {});
    const { rows } = await world.pool.query("select name from organisations order by name");
    return [body.data.map(({ name }: { name: string }) => name), rows.map(({ name }) => name)];
  };
  return { start, setUp, read, pool: world.pool };
}

test("the first owner has the project that the environment asked for, in an organisation of the name they gave", async () => {
  const { start, setUp, read } = await withProject();
  await start();
  await setUp();
  assert.deepEqual(await read(), [["Kestrelwick"], [form.organisation]]);
});

test("so they have when a process starts while they sign up, in 5 rounds", async () => {
  for (let round = 0; round < 5; round++) {
    const { start, setUp, read } = await withProject();
    await Promise.all(round % 2 ? [start(), setUp()] : [setUp(), start()]);
    assert.deepEqual(await read(), [["Kestrelwick"], [form.organisation]]);
  }
});

test("the first of several organisations without members is taken", async () => {
  const { setUp, read, pool } = await withProject();
  await pool.query(
    "insert into organisations (name, plan) values ('First', 'brand/enterprise'), ('Second', 'brand/enterprise')",
  );
  await setUp();
  assert.deepEqual(await read(), [[], [form.organisation, "Second"]]);
});
