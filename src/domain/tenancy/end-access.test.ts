import assert from "node:assert/strict";
import { test } from "node:test";
import { call, connected, makeShare, signedIn } from "../../../test/kit/http-client.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { endAccess, nameEnded } from "./end-access.ts";

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
  const ended = await endAccess(world.base, theirs, { sessions: true, clients: true, keys: true });
  assert.deepEqual([ended.client_ids, ended.key_ids?.length], [[gone.client_id], 1]);
  assert.deepEqual(nameEnded(ended).share_ids, [gone.share.id]);
  assert.deepEqual(await living(theirs, gone), [401, 401, 401, 404]);
  assert.deepEqual(await living(others, stays), [200, 200, 200, 200]);
});
