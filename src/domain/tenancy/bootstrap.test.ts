import assert from "node:assert/strict";
import { test } from "node:test";
import { makeDatabase } from "#adapters/database/pool.ts";
import { openTestDatabase } from "../../../test/kit/test-database.ts";
import { type Bootstrap, bootstrap } from "./bootstrap.ts";

const NOTHING: Bootstrap = { plan: "brand/enterprise", owner: null, project: null, api_key: null };
const OWNER = { email: "owner@example.com", password: "four random words here" };
const PROJECT = { name: "Kestrelwick", domain: "kestrelwick.example" };
const ALL: Bootstrap = { ...NOTHING, owner: OWNER, project: PROJECT, api_key: "a-key-for-scripts" };

/** A database that nothing was made in yet. */
async function emptyDatabase() {
  const pool = await openTestDatabase();
  await pool.query("truncate organisations, users, first_things cascade");
  const read = async () => {
    const { rows } = await pool.query(`select
      (select coalesce(array_agg(email order by email), '{}') from users) as users,
      (select coalesce(array_agg(name order by name), '{}') from projects) as projects,
      (select count(*)::int from api_keys) as keys,
      (select count(*)::int from organisations) as organisations`);
    return rows[0];
  };
  return { pool, db: makeDatabase(pool), read };
}

const MADE = { users: [OWNER.email], projects: [PROJECT.name], keys: 1, organisations: 1 };

test("the first project has a name that can be seen, and a domain", async () => {
  const { db, read } = await emptyDatabase();
  const make = (name: string, domain: string) =>
    bootstrap(db, { ...NOTHING, project: { name, domain } });
  await assert.rejects(make("\u200B\u2060", "acme.example"), /^Error: INIT_PROJECT_NAME must have/);
  await assert.rejects(make("Kestrel", "not a domain"), /^Error: INIT_PROJECT_DOMAIN /);
  // What could not be made is made once it can.
  await make(" Kestrelwick ", "kestrelwick.example");
  await make("Kestrelwick", "kestrelwick.example");
  assert.deepEqual((await read()).projects, ["Kestrelwick"]);
});

test("an owner, a project and a key that were deleted or changed stay so at every later start", async () => {
  const { pool, db, read } = await emptyDatabase();
  await Promise.all([bootstrap(db, ALL), bootstrap(db, ALL)]);
  assert.deepEqual(await read(), MADE);
  await pool.query("update projects set name = 'Renamed'");
  await pool.query("update users set email = 'other@example.com'");
  await pool.query("delete from api_keys");
  await bootstrap(db, ALL);
  const changed = { ...MADE, users: ["other@example.com"], projects: ["Renamed"], keys: 0 };
  assert.deepEqual(await read(), changed);
  await pool.query("truncate users, projects cascade");
  await bootstrap(db, ALL);
  assert.deepEqual(await read(), { ...MADE, users: [], projects: [], keys: 0 });
});

test("nothing is made where there are users and projects already, also once these are gone", async () => {
  const { pool, db, read } = await emptyDatabase();
  await pool.query("insert into users (email) values ('someone@example.com')");
  await bootstrap(db, { ...NOTHING, owner: OWNER });
  await pool.query("delete from users");
  await bootstrap(db, { ...NOTHING, owner: OWNER });
  const none = { users: [], projects: [], keys: 0, organisations: 0 };
  assert.deepEqual(await read(), none);
  // A project has not been there yet.
  await bootstrap(db, ALL);
  assert.deepEqual(await read(), { ...MADE, users: [] });
});

test("what is asked for later, and was never there, is made in the first organisation", async () => {
  const { db, read } = await emptyDatabase();
  await bootstrap(db, { ...NOTHING, owner: OWNER });
  await bootstrap(db, ALL);
  assert.deepEqual(await read(), MADE);
});
