import type { Server, ServerResponse } from "node:http";
import { Server as NetServer, type Socket } from "node:net";
import { setImmediate as afterPoll, setTimeout as sleep } from "node:timers/promises";

/**
 * Ends `server`: for so long it goes on taking requests, then it takes none and ends once those in flight are answered.
 * What lasts longer is cut off, as its client sees; returns how many answers were.
 */
export type Drain = (linger_ms: number) => Promise<number>;

/** When answers are cut off that have begun: files that are saved, or what nobody reads. */
const BEGUN_MS = 5_000;
/** When the others are, such as uploads that do not go on: late enough for what models were asked, early enough to close the rest. */
const ANY_MS = 7_000;

/** How long a connection that carried no request yet may take to bring one; what a proxy opens it sends on at once. */
const UNUSED_MS = 2_000;
/** So long at most it waits for a moment without new connections: a busy process may have none. */
const ACCEPTING_MS = 500;
/** A round in which nothing was done, so that nothing can have come since it looked. */
const IDLE_ROUND_MS = 0.05;

/**
 * Watches a server's connections from its start. Browsers open some ahead of need; Node takes one that never
 * carried a request for a busy one, and would wait a minute for it.
 */
export function makeDrain(server: Server): Drain {
  const unused = new Set<Socket>();
  const answers = new Set<ServerResponse>();
  let isDraining = false;
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  server.prependListener("request", (request, response) => {
    unused.delete(request.socket);
    answers.add(response);
    response.once("close", () => answers.delete(response));
    // What is answered from here on is the last of its connection, and says so.
    if (isDraining) response.shouldKeepAlive = false;
  });
  return async (linger_ms) => {
    isDraining = true;
    await sleep(linger_ms);
    let cut = 0;
    const cuts = [
      setTimeout(() => {
        const begun = [...answers].filter((answer) => answer.headersSent);
        cut += begun.length;
        for (const answer of begun) answer.destroy();
      }, BEGUN_MS),
      setTimeout(() => {
        cut += answers.size;
        server.closeAllConnections();
      }, ANY_MS),
    ];
    const closed = new Promise<void>((done) => server.once("close", done));
    await closeWithNoneWaiting(server);
    server.keepAliveTimeout = 1;
    const timer = setTimeout(async () => {
      // After a busy spell this timer runs before what came meanwhile has been read.
      await afterPoll();
      for (const socket of unused) socket.destroy();
    }, UNUSED_MS);
    await closed;
    for (const one of [timer, ...cuts]) clearTimeout(one);
    return cut;
  };
}

/**
 * Listens no more. The system resets connections that wait to be accepted, and one is accepted a round: they are
 * all accepted first, and their requests answered after, since a busy server's would never come to an end.
 */
async function closeWithNoneWaiting(server: Server): Promise<void> {
  const takers = server.listeners("connection");
  const waiting: Socket[] = [];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => waiting.push(socket));
  const end = performance.now() + ACCEPTING_MS;
  for (let isIdle = false; !isIdle && performance.now() < end; ) {
    const [start, before] = [performance.now(), waiting.length];
    await afterPoll();
    isIdle = waiting.length === before && performance.now() - start < IDLE_ROUND_MS;
  }
  // Not by the server's own close, which first looks through all its connections.
  NetServer.prototype.close.call(server);
  for (const socket of waiting) for (const take of takers) take.call(server, socket);
  server.closeIdleConnections();
}
