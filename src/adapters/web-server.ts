import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener, RequestError } from "@hono/node-server";

/** Longer than proxies keep theirs, 60 s as a rule: who closes first cuts off a request that is on its way. */
const KEEP_ALIVE_MS = 75_000;
/** What a whole request may take to arrive: the largest import, of 50 MB, by a line of a quarter of a megabit a second. */
const REQUEST_MS = 30 * 60_000;

type Fetch = (request: Request, env: never) => Response | Promise<Response>;

/** A server that hands requests to `fetch`; what no door could read is refused in the envelope of errors. */
export function makeWebServer(fetch: Fetch, { hostname }: { hostname: string }): Server {
  const listener = getRequestListener(fetch as never, {
    hostname,
    errorHandler: (error) =>
      error instanceof RequestError
        ? refuse(400, "VALIDATION_ERROR", `The request cannot be read: ${error.message}.`)
        : refuse(500, "INTERNAL_ERROR", "Something failed on our side."),
  });
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS },
    listener,
  );
  server.on("clientError", answerBroken);
  return server;
}

const TOO_LARGE = "The address and headers are together larger than 16 kB.";
const TOO_SLOW = "The request did not arrive in time.";

/** Requests that Node could not read never reach a door. */
function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [line, sentence] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", TOO_LARGE]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", TOO_SLOW]
        : ["400 Bad Request", "The request is not well-formed HTTP/1.1."];
  const body = envelope("VALIDATION_ERROR", sentence ?? "");
  socket.end(
    `HTTP/1.1 ${line}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Request-Id: ${randomUUID()}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

function refuse(status: number, code: string, message: string): Response {
  const headers = { "content-type": "application/json", "x-request-id": randomUUID() };
  return new Response(envelope(code, message), { status, headers });
}

function envelope(code: string, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
