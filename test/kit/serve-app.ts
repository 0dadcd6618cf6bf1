import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { after } from "node:test";
import { makeWebServer } from "#adapters/web-server.ts";
import type { World } from "./world.ts";

const HOST = "127.0.0.1";

/**
 * A world's app on a port of this machine, as the product serves it, so that connections are kept as long as there;
 * closed when the test file is done.
 */
export async function serveApp({
  app,
}: Pick<World, "app">): Promise<{ url: string; port: number; server: Server }> {
  const server = makeWebServer(app.fetch, { hostname: HOST });
  server.listen(0, HOST);
  await once(server, "listening");
  after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://${HOST}:${port}`, port, server };
}
