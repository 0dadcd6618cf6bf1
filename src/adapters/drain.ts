import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Ends `server` once what is in flight is answered. */
export type Drain = () => Promise<void>;

/**
 * Watches a server's connections from its start. Browsers open some ahead of need; Node takes one that never
 * carried a request for a busy one, and would wait a minute for it.
 */
export function makeDrain(server: Server): Drain {
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.prependListener("request", (request) => unused.delete(request.socket));
  return async () => {
    const closed = new Promise<void>((done) => server.close(() => done()));
    for (const socket of unused) socket.destroy();
    // What is answered from here on is the last of its connection.
    server.keepAliveTimeout = 1;
    await closed;
  };
}
