import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { openSetup } from "#domain/accounts/set-up.ts";
import {
  approve,
  call,
  connected,
  PASSWORD,
  refresh,
  signedIn,
  visitorOf,
} from "../kit/http-client.ts";
import { findUsableSecrets } from "../kit/usable-secrets.ts";
import { makeWorld } from "../kit/world.ts";

test("117: a dump of every table holds no secret that could be used", async () => {
  const world = await makeWorld();
  await world.db.deleteFrom("users").execute();
  const setup = await openSetup(world.base);
  assert(setup);
  const { visitor, email } = await signedIn(world);
  await visitor.signIn(email);
  const grant = await connected(visitor, { write: true });
  const rotated = (await refresh(visitor, grant.client_id, grant.refresh)).body;
  const waiting = await approve(visitor, grant.client_id);
  const organisation_id = encodeId("org", world.project.organisation_id);
  const invitation = await call(visitor, "invite_member", {
    ...{ organisation_id, email: "guest@example.com", role: "viewer" },
  });
  const new_password = "another fine password";
  const passwords = { current_password: PASSWORD, new_password };
  assert.equal((await call(visitor, "change_password", passwords)).status, 200);
  const project_id = world.project.id;
  const key = await call(visitor, "create_key", { project_id, name: "Key", access: "read" });
  assert.equal(key.status, 201);
  await visitorOf(world).signIn(email, "a wrong password!");

  const secrets = {
    ...{ setup, session: visitor.cookies.get("sid"), key: key.body.key, first_key: world.key },
    ...{ access: grant.access, refresh: grant.refresh, spent_code: grant.code },
    ...{ access_2: rotated.access_token, refresh_2: rotated.refresh_token },
    ...{ code: waiting.code, verifier: waiting.verifier, password: PASSWORD, new_password },
    invitation: new URL(invitation.body.url).pathname.split("/").at(-1),
  };
  const dump = await dumpAll(world.pool);
  assert(dump.includes("guest@example.com"), "the dump is of this database");
  for (const [name, secret] of Object.entries(secrets)) {
    assert(typeof secret === "string" && secret.length >= 12, name);
    for (const form of [secret, Buffer.from(secret).toString("hex")]) {
      assert.equal(dump.includes(form), false, `${name} is in the database`);
    }
  }
});

test("117: the search that ends every test file finds each kind of secret where it does not belong", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const session = visitor.cookies.get("sid") ?? "";
  assert.deepEqual(await findUsableSecrets(world.pool), []);
  const lines: [string, unknown][] = [
    ["session", `signed in with sid=${session};`],
    ["token", grant.access],
    ["key", { header: `X-API-Key: ${world.key}` }],
    ["bytes", { raw: Buffer.from(grant.refresh).toString("hex") }],
  ];
  for (const [name, target] of lines) {
    const row = {
      actor: "system",
      door: "job",
      operation: name,
      target: JSON.stringify({ target }),
    };
    await world.db
      .insertInto("audit_log")
      .values({ ...row, organisation_id: null, project_id: null, at: new Date() })
      .execute();
    assert.equal((await findUsableSecrets(world.pool)).length, 1, name);
    await world.db.deleteFrom("audit_log").where("operation", "=", name).execute();
  }
});

async function dumpAll(pool: Awaited<ReturnType<typeof makeWorld>>["pool"]): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  assert(rows.length > 20);
  let dump = "";
  for (const { name } of rows) {
    const table = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    dump += table.rows.map(({ row }) => row).join("\n");
  }
  return dump;
}
