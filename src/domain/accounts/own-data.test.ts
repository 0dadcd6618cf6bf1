import assert from "node:assert/strict";
import { test } from "node:test";
import { addUser, call, connected, PASSWORD, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

test("who exports what is kept of them gets all of it, and nothing secret or of others", async () => {
  const world = await makeWorld();
  const { visitor, email, user_id } = await signedIn(world);
  const other = await addUser(world);
  await visitor.signIn(email);
  const { access } = await connected(visitor);
  await call(visitor, "create_brand", { project_id: world.project.id, name: "Umbra" });
  const { status, text } = await visitor.get("/app/export/my-data.jsonl");
  assert.equal(status, 200, text);
  const rows = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const kinds = new Set(rows.map(({ kind }) => kind));
  assert.deepEqual([...kinds].sort(), [
    "browser",
    "client",
    "deed",
    "membership",
    "session",
    "user",
  ]);
  const deeds = rows.flatMap(({ kind, data }) =>
    kind === "deed" ? JSON.parse(data).operation : [],
  );
  assert.deepEqual(deeds, ["connect_client", "create_brand", "export_my_data"]);
  assert.ok(text.includes(email) && !text.includes(other.email));
  for (const secret of [access, "password_hash", 'hash\\":', "_hashes"])
    assert.ok(!text.includes(secret), secret);
  const { rows: noted } = await world.pool.query(
    "select operation from audit_log where actor = $1 order by audit_id desc limit 1",
    [`user:${user_id}`],
  );
  assert.equal(noted[0].operation, "export_my_data");
});

test("a deleted account is gone from every table, the log keeps its number, and keys it made keep working", async () => {
  const world = await makeWorld();
  const { visitor, email, user_id } = await signedIn(world);
  const project_id = world.project.id;
  const key = await call(visitor, "create_key", { project_id, name: "Kept", access: "read" });
  const { access } = await connected(visitor, { write: true });
  const last = { days: { last_days: 7 }, name: "Kept", page: "overview", project_id };
  await call(visitor, "create_share_link", {
    ...last.days,
    name: last.name,
    page: last.page,
    project_id,
  });
  await world.pool.query(
    `insert into actions (project_id, kind, subject, owner, changed_by, updated_at)
     values ($1, 'page_lost', 'acme.com/lost', $2, $2, now())`,
    [world.project.project_id, email],
  );
  // Also in a project of an organisation that the user has left.
  const left = await world.neighbour({ name: "Left" });
  for (const table of ["judgements", "verdicts"]) {
    const isTone = table === "judgements";
    for (const { project } of [world, left])
      await world.pool.query(
        `insert into ${table} (project_id, answer_id, brand_id, judge, judged_at, decided_by,
           ${isTone ? "content_hash" : "text_hash, doubt, passage"})
         values ($1, 1, 1, 'mdl_x', now(), $2, '\\x00' ${isTone ? "" : ", 'name', 'Acme'"})`,
        [project.project_id, email],
      );
  }
  await world.pool.query(
    `insert into suggestions (project_id, kind, name, name_key, status, decided_by, reason)
     values ($1, 'brand', 'Umbra', 'umbra', 'rejected', $2, '')`,
    [world.project.project_id, email],
  );
  await world.pool.query(
    "insert into onboarding_sessions (user_id, organisation_id, proposal, created_at, last_used_at) values ($1, $2, '{}', now(), now())",
    [user_id, world.project.organisation_id],
  );
  // Whatever names them is in their export: what the deletion below takes it out of.
  const file = (await visitor.get("/app/export/my-data.jsonl")).text;
  for (const kind of ["key", "share_link", "suggestion", "action", "onboarding", "decision"])
    assert.match(file, new RegExp(`^\\{"kind":"${kind}"`, "m"));
  assert.equal(file.match(/"kind":"decision"/g)?.length, 4, "also where they left");
  assert.equal((await call(visitor, "delete_account", { current_password: "no" })).status, 400);
  const gone = await call(visitor, "delete_account", { current_password: PASSWORD });
  assert.equal(gone.status, 200, gone.text);
  assert.equal((await call(visitor, "get_me")).status, 401);
  assert.equal((await visitor.signIn(email)).status, 401);
  assert.equal((await world.rest("GET", "/projects", undefined, key.body.key)).status, 200);
  assert.ok(access);
  const tables = await world.pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found: string[] = [];
  for (const { table_name } of tables.rows) {
    const { rows } = await world.pool.query(
      `select from ${table_name} t where strpos(t::text, $1) > 0 limit 1`,
      [email],
    );
    if (rows.length > 0) found.push(table_name);
  }
  assert.deepEqual(found, [], "tables that still name the user");
  const { rows } = await world.pool.query(
    "select organisation_id from audit_log where operation = 'delete_account' and actor = $1",
    [`user:${user_id}`],
  );
  assert.deepEqual(rows, [{ organisation_id: world.project.organisation_id }]);
});

test("the only owner of an organisation stays until there is another", async () => {
  const world = await makeWorld();
  await world.pool.query("update users set is_disabled = true where user_id = $1", [
    world.user.user_id,
  ]);
  const { visitor } = await signedIn(world);
  const remove = () => call(visitor, "delete_account", { current_password: PASSWORD });
  assert.equal((await remove()).status, 409);
  await addUser(world);
  assert.equal((await remove()).status, 200);
});
