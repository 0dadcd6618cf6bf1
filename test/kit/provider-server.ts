import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import type { EngineRequest } from "#core/answer-engine.ts";

/** What a provider was asked over a real socket. */
export type SeenRequest = {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  body: unknown;
};

/** A local server in a provider's place; it serves what the test gives it. */
export type ProviderServer = {
  base_url: string;
  seen: SeenRequest[];
  close: () => Promise<void>;
};

const KEEP_ALIVE_MS = 75_000;

/** Starts a server on a free port of 127.0.0.1 that answers every request with `answer`. */
export async function startProviderServer(
  answer: (response: ServerResponse, request: SeenRequest) => void,
): Promise<ProviderServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const { method = "", url = "", headers } = request;
    const isJson = headers["content-type"]?.startsWith("application/json") ?? true;
    const body = isJson && text !== "" ? JSON.parse(text) : text || null;
    const entry = { method, url, headers, body };
    seen.push(entry);
    answer(response, entry);
  });
  // As providers do: a connection that ends after 5 s of silence may do so just when it is used again.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base_url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/**
 * A server in front of a simulated one, which answers whatever `answer` does not answer itself (it says so by a truthy
 * value). Both close when the test or file is done.
 */
export async function startInFront(
  simulated: Pick<ProviderServer, "base_url" | "close">,
  answer: (response: ServerResponse, request: SeenRequest) => unknown,
): Promise<ProviderServer> {
  const server = await startProviderServer(async (response, request) => {
    if (await answer(response, request)) return;
    // A connection of its own: one that waits is closed after a while, and maybe just then.
    const headers = { "content-type": "application/json", connection: "close" };
    const init = { method: "POST", headers, body: JSON.stringify(request.body) };
    try {
      const passed = await fetch(new URL(request.url, simulated.base_url), init);
      response.writeHead(passed.status).end(await passed.text());
    } catch (error) {
      // At the end both are closed under what still asks: nobody waits for this answer any more.
      if (response.socket?.destroyed === false) throw error;
    }
  });
  after(() => Promise.all([server.close(), simulated.close()]));
  return server;
}

/** A server that answers 200 with this JSON. */
export function serveJson(body: unknown): Promise<ProviderServer> {
  return startProviderServer((response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
}

/** A question with the usual values, to that server. */
export function makeRequest(base_url: string, changes: Partial<EngineRequest> = {}): EngineRequest {
  return {
    prompt: "Welche Läufer sind gut?",
    country_code: "DE",
    language_code: "de",
    requested_model: "model-x",
    base_url,
    api_key: "key-0123456789abcdef",
    parameters: {},
    timeout_seconds: 5,
    reach: "private",
    ...changes,
  };
}
