import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Has a server listen, and resolves once it does; `port` 0: at a free one. `close()` ends it with its connections. */
export async function listen(
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<{ port: number; close(): Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
