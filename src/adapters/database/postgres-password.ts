import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { isRoot } from "./postgres-account.ts";
import { writeAccess } from "./postgres-settings.ts";
import { isSystemError } from "./system-error.ts";

function pathOf(postgres_folder: string): string {
  return join(dirname(postgres_folder), "postgres-password");
}

/** The password of a database folder; none for one that is new, or was served without until now. An empty file is none. */
export function readPassword(postgres_folder: string): { password?: string } {
  const path = pathOf(postgres_folder);
  try {
    const password = fs.readFileSync(path, "utf8").trim();
    return password ? { password } : {};
  } catch (error) {
    if (isSystemError(error, "ENOENT")) return {};
    if (!isSystemError(error, "EACCES", "EPERM")) throw error;
    const user = process.getuid?.() ?? "this user";
    throw new Error(
      `Earshot (user id ${user}) cannot read ${path}. Run it as the user who owns DATA_DIR.`,
      { cause: error },
    );
  }
}

type Server = { host: string; port: number };

/**
 * Gives a server that asks for none yet a password, which from then on it asks for; kept beside its folder for the owner
 * of DATA_DIR alone.
 */
export async function setPassword(
  { user, ...server }: Server & { user: string },
  { postgres_folder, owner }: { postgres_folder: string; owner: { uid: number; gid: number } },
): Promise<Server & { password: string }> {
  const password = makePassword();
  const client = new Client({ ...server, user, database: "postgres" });
  client.on("error", () => {}); // What matters is that queries reject.
  await client.connect();
  try {
    const name = client.escapeIdentifier(user);
    await client.query(`alter role ${name} password ${client.escapeLiteral(password)}`);
    // Kept before it is asked for: whoever comes next must know it.
    keepPassword(postgres_folder, password);
    writeAccess(postgres_folder, owner, true);
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end().catch(() => {});
  }
  return { ...server, password };
}

/** A new password of a server. */
export function makePassword(): string {
  return randomBytes(32).toString("base64url");
}

/** Keeps the password beside the folder of its server, for the owner of DATA_DIR alone. */
export function keepPassword(postgres_folder: string, password: string): void {
  const path = pathOf(postgres_folder);
  const draft = `${path}.draft`;
  fs.rmSync(draft, { force: true });
  fs.writeFileSync(draft, `${password}\n`, { flag: "wx", mode: 0o600, flush: true });
  if (isRoot()) {
    const { uid, gid } = fs.statSync(dirname(path));
    fs.lchownSync(draft, uid, gid);
  }
  fs.renameSync(draft, path);
}
