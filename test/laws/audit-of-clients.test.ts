import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call,
  connected,
  exchange,
  PASSWORD,
  postToken,
  refresh,
  signedIn,
  visitorOf,
} from "../kit/http-client.ts";
import { makeWorld, type World } from "../kit/world.ts";

const rowsOf = async (world: World) => {
  const { rows } = await world.pool.query(
    "select operation, door, actor, organisation_id, target from audit_log order by audit_id",
  );
  return rows as {
    operation: string;
    door: string;
    actor: string;
    organisation_id: number | null;
    target: Record<string, unknown>;
  }[];
};

test("a client that is connected, or ended in any way, leaves one row: whose it was, and no token", async () => {
  let now = Date.now();
  const world = await makeWorld({ now: () => new Date(now) });
  const { visitor, user_id } = await signedIn(world);
  const seen: [string, string, string][] = [];
  const expectRow = async (operation: string, door: string, client_id: string) => {
    seen.push([operation, door, client_id]);
    const rows = await rowsOf(world);
    assert.deepEqual(
      rows.map((row) => [row.operation, row.door, row.target["client_id"]]),
      seen,
    );
    for (const row of rows) {
      assert.equal(row.actor, `user:${user_id}`);
      assert.equal(row.organisation_id, world.project.organisation_id);
    }
  };

  const revoked = await connected(visitor, { write: true });
  await expectRow("connect_client", "oauth", revoked.client_id);
  for (const token of [revoked.access, revoked.refresh]) {
    await visitorOf(world).submit("/api/mcp/oauth/revoke", { token }, {});
  }
  await expectRow("revoke_grant", "oauth", revoked.client_id);

  const reused = await connected(visitor);
  await expectRow("connect_client", "oauth", reused.client_id);
  await refresh(visitor, reused.client_id, reused.refresh);
  now += 60_000;
  for (let again = 0; again < 3; again++) {
    const { status } = await refresh(visitor, reused.client_id, reused.refresh);
    assert.equal(status, 400);
  }
  await expectRow("end_reused_grant", "oauth", reused.client_id);

  const replayed = await connected(visitor);
  await expectRow("connect_client", "oauth", replayed.client_id);
  for (let again = 0; again < 3; again++) {
    assert.equal((await exchange(visitor, replayed.client_id, replayed)).status, 400);
  }
  await expectRow("end_reused_grant", "oauth", replayed.client_id);

  const ended = await connected(visitor);
  await expectRow("connect_client", "oauth", ended.client_id);
  const { client_id } = ended;
  assert.equal((await call(visitor, "disconnect_client", { client_id })).status, 204);
  await expectRow("disconnect_client", "dashboard", client_id);

  const dump = JSON.stringify(await rowsOf(world));
  for (const { access, refresh: again } of [revoked, reused, replayed, ended]) {
    for (const secret of [access, again]) assert.ok(!dump.includes(secret));
  }
});

test("what never became a grant leaves no row: a wrong code, a token of nobody", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const grant = await connected(visitor);
  const before = (await rowsOf(world)).length;
  await postToken(visitor, { grant_type: "refresh_token", client_id: grant.client_id });
  await visitor.submit("/api/mcp/oauth/revoke", { token: "earshot_at_none" }, {});
  assert.equal((await rowsOf(world)).length, before);
});

test("who changes a password is noted, without it", async () => {
  const world = await makeWorld();
  const { visitor, user_id } = await signedIn(world);
  const change = { current_password: PASSWORD, new_password: "another long enough one" };
  assert.equal((await call(visitor, "change_password", change)).status, 200);
  const row = (await rowsOf(world)).find(({ operation }) => operation === "change_password");
  assert.deepEqual(
    [row?.operation, row?.actor, row?.organisation_id, row?.target],
    ["change_password", `user:${user_id}`, world.project.organisation_id, {}],
  );
});
