import type { Server } from "node:http";
import type { Socket } from "node:net";
import { setImmediate as afterPoll, setTimeout as sleep } from "node:timers/promises";

/** Ends `server`: for so long it goes on taking requests, then it takes none and ends once those in flight are answered. */
export type Drain = (linger_ms: number) => Promise<void>;

/** How long a connection that carried no request yet may take to bring one; what a proxy opens it sends on at once. */
const UNUSED_MS = 2_000;
const ROUNDS_MAX = 1_000;

/**
 * Watches a server's connections from its start. Browsers open some ahead of need; Node takes one that never
 * carried a request for a busy one, and would wait a minute for it.
 */
export function makeDrain(server: Server): Drain {
  const unused = new Set<Socket>();
  let isDraining = false;
  let accepted = 0;
  server.on("connection", (socket: Socket) => {
    accepted += 1;
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    unused.delete(request.socket);
    // What is answered from here on is the last of its connection, and says so.
    if (isDraining) response.shouldKeepAlive = false;
  });
  return async (linger_ms) => {
    isDraining = true;
    await sleep(linger_ms);
    // Closing resets connections that wait to be accepted. One is accepted a round, so the last round was without one.
    for (let round = 0, before = -1; round < ROUNDS_MAX && before !== accepted; round++) {
      before = accepted;
      await afterPoll();
    }
    const closed = new Promise<void>((done) => server.close(() => done()));
    server.keepAliveTimeout = 1;
    const timer = setTimeout(async () => {
      // After a busy spell this timer runs before what came meanwhile has been read.
      await afterPoll();
      for (const socket of unused) socket.destroy();
    }, UNUSED_MS);
    await closed;
    clearTimeout(timer);
  };
}
