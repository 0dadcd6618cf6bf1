import type { Server } from "node:http";
import { type AddressInfo, isIPv6 } from "node:net";
import { isSystemError } from "./database/system-error.ts";

/** What is said of an address that is no machine's, or another's. */
const ELSEWHERE = ["EADDRNOTAVAIL", "EAFNOSUPPORT", "ENOTFOUND", "EAI_AGAIN"];

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

/** A host and port as addresses have them: one of IPv6 is in brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

/** What to do where HOST and PORT cannot be listened at. */
export function adviseListening(error: unknown): string {
  const isElsewhere = isSystemError(error, ...ELSEWHERE);
  return isElsewhere ? "HOST must be an address of this machine" : "PORT chooses another";
}
