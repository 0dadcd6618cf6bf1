import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeId } from "#core/id.ts";
import { call, connected, makeShare, PASSWORD, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { deleteMembership, insertMembership, updateRole } from "../accounts/member-queries.ts";
import { endAccess } from "./end-access.ts";

test("a reset ends sessions, clients, codes on their way, own keys and share links, and nobody else's", async () => {
  const world = await makeWorld();
  const [theirs, others] = [await signedIn(world), await signedIn(world)];
  const project_id = world.project.id;
  const mine = async ({ visitor }: typeof theirs) => {
    const { access, client_id } = await connected(visitor, { write: true });
    const { body } = await call(visitor, "create_key", { project_id, name: "K", access: "read" });
    const share = await makeShare(world, visitor);
    return { client_id, access, key: body.key, share };
  };
  const [gone, stays] = [await mine(theirs), await mine(others)];
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const living = async ({ visitor }: typeof theirs, { access, key, share }: typeof gone) => {
    const mcp = await visitor.send("/api/mcp", {
      method: "POST",
      headers: { authorization: `Bearer ${access}`, "content-type": "application/json" },
      body: message,
    });
    const rest = await world.rest("GET", "/projects", undefined, key);
    return [(await call(visitor, "get_me")).status, mcp.status, rest.status, await share.open()];
  };
  assert.deepEqual(await living(theirs, gone), [200, 200, 200, 200]);
  const actor = { kind: "user", door: "dashboard", user_id: theirs.user_id } as const;
  const ended = await endAccess({ ...world.base, actor }, theirs, {
    sessions: true,
    clients: true,
    keys: true,
  });
  assert.deepEqual([ended.client_ids, ended.key_ids?.length], [[gone.client_id], 1]);
  assert.deepEqual(
    ended.share_ids?.map((id) => encodeId("shr", id)),
    [gone.share.id],
  );
  assert.deepEqual(await living(theirs, gone), [401, 401, 401, 404]);
  assert.deepEqual(await living(others, stays), [200, 200, 200, 200]);
});

test("keys and share links end where who made them may still revoke them, each with a row in the log of its project", async () => {
  const home = await makeWorld();
  const { visitor, user_id } = await signedIn(home, "admin");
  const make = async (role: "admin" | "member" | "viewer" | null) => {
    const world = await home.neighbour();
    const { organisation_id, id: project_id } = world.project;
    await insertMembership(home.db, { organisation_id, user_id, role: "admin" });
    const key = await call(visitor, "create_key", { project_id, name: "K", access: "read" });
    const share = await makeShare(world, visitor);
    if (role) await updateRole(home.db, organisation_id, { user_id, role });
    else await deleteMembership(home.db, organisation_id, { user_id, now: world.base.now() });
    return { world, key: key.body, share };
  };
  const all = [await make("admin"), await make("member"), await make("viewer"), await make(null)];
  const shut = await make("admin");
  await home.pool.query(
    `insert into sign_ons (organisation_id, label, issuer, client_id, scope, groups_claim, domains, roles,
       is_enforced, updated_at)
     values ($1, 'It', 'https://it.example', 'earshot', 'openid', 'groups', '{}', '[]', true, now())`,
    [shut.world.project.organisation_id],
  );
  all.push(shut);
  const living = async () => {
    const open = all.map(async ({ world, key, share }) => [
      (await world.rest("GET", "/projects", undefined, key.key)).status,
      await share.open(),
    ]);
    return Promise.all(open);
  };
  const [works, ended, mixed] = [
    [200, 200],
    [401, 404],
    [200, 404],
  ];
  assert.deepEqual(await living(), [works, works, works, works, works]);
  const { body } = await call(visitor, "change_password", {
    ...{ current_password: PASSWORD, new_password: "another fine password", end_keys: true },
  });
  assert.deepEqual(
    await living(),
    [ended, mixed, works, works, works],
    "the last insists on its provider",
  );
  const [first, second] = all;
  assert.deepEqual(body.key_ids, [first?.key.id]);
  assert.deepEqual(new Set(body.share_ids), new Set([first?.share.id, second?.share.id]));
  const rows = all.map(async ({ world, key, share }) => {
    const owner = await signedIn(world);
    const log = await call(owner.visitor, "list_project_audit", { project_id: world.project.id });
    const found = log.body.data.filter(({ operation }: { operation: string }) =>
      /revoke/.test(operation),
    );
    const named = [key.id, share.id].map((id) => JSON.stringify(found).includes(id));
    return [...found.map(({ operation }: { operation: string }) => operation).sort(), ...named];
  });
  assert.deepEqual(await Promise.all(rows), [
    ["revoke_key", "revoke_share_link", true, true],
    ["revoke_share_link", false, true],
    [false, false],
    [false, false],
    [false, false],
  ]);
  const { rows: own } = await home.pool.query(
    "select distinct target from audit_log where operation = 'change_password' and actor = $1",
    [`user:${user_id}`],
  );
  assert.deepEqual(own, [{ target: {} }], "no organisation reads ids of another's keys");
});
