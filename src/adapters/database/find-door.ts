import { findReach } from "./find-reach.ts";
import type { Connection, Reach } from "./pool.ts";
import { isOfTls, readTlsModes } from "./tls-modes.ts";

/** A way to the database, and what it leads to. */
export type Door = { connection: Connection; reach: Reach };

/** Connects by a URL, with TLS as its `sslmode` says (else `tls_mode`), and says what that leads to; throws where it cannot. */
export async function findDoor(url: string, tls_mode?: string): Promise<Door> {
  const [first = url, second] = readTlsModes(url, tls_mode);
  const enter = async (url: string) => ({ connection: { url }, reach: await findReach({ url }) });
  if (second === undefined) return enter(first);
  return enter(first).catch((error: Error) => {
    if (isOfTls(error)) return enter(second);
    throw error;
  });
}
