import assert from "node:assert/strict";
import { createConnection, createServer, type NetConnectOpts, type Socket } from "node:net";
import { after } from "node:test";

/**
 * Passes connections on, until `silence` swallows all that are open at that time: both ends stay open and hear nothing
 * more, as behind a firewall that forgot them. New connections are passed on. `freeze` holds them and new ones, as a
 * server whose processes are stopped does, until what it returns is called.
 */
export async function startSilentProxy(target: NetConnectOpts) {
  const open = new Set<[Socket, Socket]>();
  let isFrozen = false;
  const held = new Set<Socket>();
  const server = createServer((near) => {
    if (isFrozen) held.add(near);
    else pass(near);
  });
  const pass = (near: Socket) => {
    const far = createConnection(target);
    const pair: [Socket, Socket] = [near, far];
    open.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const [one, other] of [pair, [far, near] as const]) {
      one.on("error", () => {});
      one.on("close", () => {
        if (open.delete(pair)) other.destroy();
      });
    }
  };
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const swallowed: Socket[] = [];
  after(() => {
    for (const socket of [...swallowed, ...held, ...[...open].flat()]) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert(address && typeof address === "object");
  return {
    port: address.port,
    /** How many connections it swallowed. */
    silence(): number {
      const pairs = [...open];
      open.clear();
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        // Read on, so that neither end notices.
        near.resume();
        far.resume();
      }
      swallowed.push(...pairs.flat());
      return pairs.length;
    },
    freeze(): () => void {
      isFrozen = true;
      for (const [near, far] of open) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
      return () => {
        isFrozen = false;
        for (const [near, far] of open) near.pipe(far).pipe(near);
        for (const near of held) pass(near);
        held.clear();
      };
    },
  };
}
