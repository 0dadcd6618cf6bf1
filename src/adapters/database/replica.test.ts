import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { after, test } from "node:test";
import { freePort } from "../../../test/kit/real-server.ts";
import { testLog } from "../../../test/kit/secret-trail.ts";
import { waitFor } from "../../../test/kit/wait-for.ts";
import { makeWorld } from "../../../test/kit/world.ts";
import { openReplica } from "./replica.ts";

test("a replica that says nothing when it is back is opened once, however many reports ask for it at once", async () => {
  const { pool: primary } = await makeWorld();
  const port = await freePort();
  const url = `postgresql://earshot@127.0.0.1:${port}/earshot`;
  const replica = await openReplica({ url, primary, log: testLog, size: 2 });
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  after(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await replica.close();
  });
  silent.listen(port, "127.0.0.1");
  await once(silent, "listening");
  await waitFor("the replica is asked again", async () => {
    const found = await Promise.all([1, 2, 3, 4].map(() => replica.current()));
    assert.deepEqual(found, [null, null, null, null]);
    return sockets.length > 0;
  });
  assert.equal(sockets.length, 1);
});
