import { findReach } from "./find-reach.ts";
import type { Connection, Reach } from "./pool.ts";

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

/** What libpq knows, and `no-verify`, which is pg's own. */
const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full", "no-verify"];
/** Modes that leave it to the server, and what to try then. */
const CHOICES: Record<string, string[]> = {
  allow: ["disable", "prefer"],
  prefer: ["prefer", "disable"],
};

/**
 * The URLs to try one after the other, in pg's words, for what `sslmode` and `sslrootcert` of a URL mean to libpq
 * (postgresql.org/docs/current/libpq-ssl.html). Throws a sentence where they contradict each other.
 */
function readTlsModes(url: string, default_mode = "prefer"): string[] {
  const [address = "", query = ""] = url.split(/\?(.*)/s);
  const parameters = new URLSearchParams(query);
  const isOwn = parameters.has("ssl") && !parameters.has("sslmode");
  if (!/^postgres(ql)?:/.test(address) || isOwn) return [url];
  const root = parameters.get("sslrootcert");
  const mode = parameters.get("sslmode") ?? (root === "system" ? "verify-full" : default_mode);
  if (!MODES.includes(mode)) {
    throw new Error(`sslmode=${mode} is none of ${MODES.slice(0, -1).join(", ")}`);
  }
  if (mode === "no-verify") return [url];
  if (root === "system" && mode !== "verify-full") {
    throw new Error("sslrootcert=system goes with sslmode=verify-full alone");
  }
  if (mode === "verify-ca" && !root) {
    throw new Error("sslmode=verify-ca needs the authority's certificate: add sslrootcert=FILE");
  }
  // These are the authorities that Node knows.
  if (root === "system") parameters.delete("sslrootcert");
  // On a socket of this machine there is no TLS, whatever is asked for.
  const isSocket =
    parameters.get("host")?.startsWith("/") || /^\w+:\/\/([^/]*@)?%2f/i.test(address);
  return (isSocket ? ["disable"] : (CHOICES[mode] ?? [mode])).map((way) => {
    parameters.set("sslmode", way);
    parameters.set("uselibpqcompat", "true");
    return `${address}?${parameters}`;
  });
}

/** True for a refusal after which the other way may be open: a server without TLS, or one that asks for it. */
function isOfTls(error: Error & { code?: string }): boolean {
  return error.code === "28000" || error.message === "The server does not support SSL connections";
}
