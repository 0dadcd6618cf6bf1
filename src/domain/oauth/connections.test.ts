import assert from "node:assert/strict";
import { test } from "node:test";
import {
  approve,
  authorizePath,
  CALLBACK,
  call,
  connected,
  exchange,
  makePkce,
  refresh,
  signedIn,
} from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";

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

test("whatever client can be allowed can be disconnected, however long its id", async () => {
  const redirect_uris = [CALLBACK];
  const fetchDocument = async ({ href }: URL) =>
    JSON.stringify({ client_id: href, client_name: "Long", redirect_uris });
  const world = await makeWorld({ oauth: { fetchDocument } });
  const { visitor } = await signedIn(world);
  const idOf = (length: number) => "https://long.example/".padEnd(length, "x");
  for (const client_id of [idOf(201), idOf(500)]) {
    const approved = await approve(visitor, client_id);
    assert.equal((await exchange(visitor, client_id, approved)).status, 200);
    assert.equal((await call(visitor, "disconnect_client", { client_id })).status, 204);
  }
  const path = authorizePath({ client_id: idOf(501), code_challenge: makePkce().challenge });
  assert.equal((await visitor.get(path)).status, 400);
});

test("what a client was allowed and has not fetched yet is over, too, once it is disconnected", async () => {
  const world = await makeWorld();
  const { visitor } = await signedIn(world);
  const stranger = await signedIn(world);
  const { client_id } = await connected(visitor);
  const approved = await approve(visitor, client_id, { write: true });
  const others = await approve(stranger.visitor, client_id);
  assert.equal((await call(visitor, "disconnect_client", { client_id })).status, 204);
  const { status, body } = await exchange(visitor, client_id, approved);
  assert.deepEqual([status, body.error], [400, "invalid_grant"]);
  assert.equal((await exchange(stranger.visitor, client_id, others)).status, 200);
});

test("the page of connected clients shows and ends the user's own, from our own form only", async () => {
  const world = await makeWorld();
  const { visitor, email } = await signedIn(world);
  const stranger = await signedIn(world);
  const grant = await connected(visitor, { write: true });
  const { client_id } = grant;
  const page = await visitor.get("/connected-clients");
  assert.equal(page.status, 200);
  for (const words of ["Test client", email, "client.example", "read and make changes"]) {
    assert.ok(page.text.includes(words), words);
  }
  assert.match((await stranger.visitor.get("/connected-clients")).text, /None\./);
  const end = (who: typeof visitor, headers?: Record<string, string>) =>
    who.submit("/connected-clients", { client_id }, headers);
  assert.equal((await end(visitor, { "sec-fetch-site": "cross-site" })).status, 403);
  assert.equal((await end(stranger.visitor)).status, 404);
  assert.equal((await refresh(visitor, client_id, grant.refresh)).status, 200);
  assert.equal((await end(visitor)).headers.get("location"), "/connected-clients");
  assert.match((await visitor.get("/connected-clients")).text, /None\./);
  visitor.cookies.clear();
  const anonymous = await visitor.get("/connected-clients");
  assert.equal(anonymous.headers.get("location"), "/login?next=/connected-clients");
});
