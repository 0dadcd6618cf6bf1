import assert from "node:assert/strict";
import { createConnection, createServer, type NetConnectOpts, type Socket } from "node:net";
import { after } from "node:test";

/**
 * Passes connections on, until `silence` swallows all that are open at that time: both ends stay open and hear nothing
 * more, as behind a firewall that forgot them. New connections are passed on.
 */
export async function startSilentProxy(target: NetConnectOpts) {
  const open = new Set<[Socket, Socket]>();
  const server = createServer((near) => {
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
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const swallowed: Socket[] = [];
  after(() => {
    for (const socket of [...swallowed, ...[...open].flat()]) socket.destroy();
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
  };
}
