import assert from "node:assert/strict";
import { createConnection, createServer, type NetConnectOpts, type Socket } from "node:net";
import { after } from "node:test";

/**
 * Passes connections on, unless it is frozen: then all that are open, and those that come, stay open and hear nothing, as
 * of a process that was stopped (SIGSTOP). What was said meanwhile is passed on when it thaws.
 */
export async function startFrozenProxy(target: NetConnectOpts) {
  const pairs = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  const join = ([near, far]: readonly [Socket, Socket]) => near.pipe(far).pipe(near);
  const part = ([near, far]: readonly [Socket, Socket]) => {
    near.unpipe(far).pause();
    far.unpipe(near).pause();
  };
  const server = createServer((near) => {
    const far = createConnection(target);
    const pair = [near, far] as const;
    pairs.add(pair);
    if (isFrozen) part(pair);
    else join(pair);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on("error", () => {});
      one.on("close", () => {
        if (pairs.delete(pair)) other.destroy();
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  after(() => {
    for (const socket of [...pairs].flat()) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert(address && typeof address === "object");
  return {
    port: address.port,
    freeze(): void {
      isFrozen = true;
      for (const pair of pairs) part(pair);
    },
    thaw(): void {
      isFrozen = false;
      for (const pair of pairs) join(pair);
    },
  };
}
