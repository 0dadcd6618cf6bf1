import assert from "node:assert/strict";
import { test } from "node:test";
import { call, connected, refresh, signedIn } from "../../../test/visitor.ts";
import { makeWorld } from "../../../test/world.ts";

test("a user sees the clients they connected, and no other user's", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const stranger = await signedIn(world);
  const first = await connected(visitor);
  const second = await connected(visitor, { write: true });
  const { body } = await call(visitor, "list_connected_clients");
  assert.equal(body.total_count, 2);
  assert.deepEqual(
    body.data.map((row: Record<string, unknown>) => [
      row["client_id"],
      row["scopes"],
      row["hosts"],
    ]),
    [
      [second.client_id, ["mcp:read", "mcp:write"], ["client.example"]],
      [first.client_id, ["mcp:read"], ["client.example"]],
    ],
  );
  assert.equal((await call(stranger.visitor, "list_connected_clients")).body.total_count, 0);
});

test("disconnecting a client ends every grant it has of that user, at once, and no other's", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const stranger = await signedIn(world);
  const grant = await connected(visitor);
  const { client_id } = grant;
  assert.equal((await call(stranger.visitor, "disconnect_client", { client_id })).status, 404);
  assert.equal((await call(visitor, "disconnect_client", { client_id })).status, 204);
  const later = await refresh(visitor, client_id, grant.refresh);
  assert.deepEqual([later.status, later.body.error], [400, "invalid_grant"]);
  assert.equal((await call(visitor, "list_connected_clients")).body.total_count, 0);
  assert.equal((await call(visitor, "disconnect_client", { client_id })).status, 404);
});
