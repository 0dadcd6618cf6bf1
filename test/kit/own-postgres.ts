import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { chownSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import pg from "pg";
import { freePort } from "./real-server.ts";
import { waitFor } from "./wait-for.ts";

const BINARIES = globSync("/usr/lib/postgresql/*/bin").at(-1);
const NOBODY = 65534;
// PostgreSQL refuses to be root.
const ACCOUNT = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

/** Why tests with a PostgreSQL of their own are skipped here; false: they are not. */
export const noPostgres = BINARIES
  ? false
  : "There is no PostgreSQL of Debian's packages here, in /usr/lib/postgresql.";

export type OwnPostgres = {
  /** Its folder, with `data` in it. */
  folder: string;
  port: number;
  urlOf(database: string, host?: string): string;
  ask(text: string): Promise<pg.QueryResult["rows"]>;
  run(program: string, ...words: string[]): void;
};

/**
 * Starts a PostgreSQL of the system's packages on loopback, whose superuser is `earshot`; gone when the test file is done.
 * `prepare` fills its folder: without it, with an empty cluster.
 */
export async function startPostgres(
  settings: Record<string, string>,
  prepare = (server: OwnPostgres) =>
    server.run(
      "initdb",
      ...["-U", "earshot", "-A", "trust", "--no-sync", "--locale=C.UTF-8"],
      join(server.folder, "data"),
    ),
): Promise<OwnPostgres> {
  assert(BINARIES);
  const folder = mkdtempSync(join(tmpdir(), "earshot-own-"));
  if (ACCOUNT.uid) chownSync(folder, NOBODY, NOBODY);
  const port = await freePort();
  const server: OwnPostgres = {
    folder,
    port,
    urlOf: (database, host = "127.0.0.1") => `postgresql://earshot@${host}:${port}/${database}`,
    async ask(text) {
      const client = new pg.Client({ host: folder, port, user: "earshot", database: "postgres" });
      await client.connect();
      return (await client.query(text).finally(() => client.end())).rows;
    },
    run: (program, ...words) => {
      execFileSync(join(BINARIES, program), words, { ...ACCOUNT, cwd: folder, stdio: "pipe" });
    },
  };
  prepare(server);
  const all = {
    port,
    unix_socket_directories: folder,
    listen_addresses: "127.0.0.1,::1",
    fsync: "off",
    ...settings,
  };
  const words = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const child = spawn(join(BINARIES, "postgres"), ["-D", join(folder, "data"), ...words], {
    ...ACCOUNT,
    cwd: folder,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (some: string) => {
    said += some;
  });
  const ended = new Promise((done) => child.once("close", done));
  after(async () => {
    child.kill("SIGQUIT");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  await waitFor("PostgreSQL", async () => {
    assert(child.exitCode === null, said);
    return server.ask("select 1").then(
      () => true,
      () => false,
    );
  });
  return server;
}
