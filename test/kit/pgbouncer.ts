import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { freePort } from "./real-server.ts";
import { waitFor } from "./wait-for.ts";
import type { World } from "./world.ts";

const PROGRAM = "pgbouncer";
/** Who it is where no folder tells: the user without rights, by number. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Why tests with a real pgbouncer are skipped here; false: they are not. */
export const noPgbouncer =
  spawnSync(PROGRAM, ["--version"]).status === 0
    ? false
    : "There is no pgbouncer here (Debian's package has its name).";

/** Starts pgbouncer in front of a world's database, stopped when the test file is done; returns its URL. */
export async function startPgbouncer(
  { pool }: World,
  settings: Record<string, string>,
): Promise<string> {
  const { host = "", port = 0, user = "", password = "", database = "" } = pool.options;
  const folder = mkdtempSync(join(tmpdir(), "earshot-pgbouncer-"));
  chmodSync(folder, 0o755);
  const listen_port = await freePort();
  const lines = {
    ...{ listen_addr: "127.0.0.1", listen_port, unix_socket_dir: "", auth_type: "trust" },
    ...{ auth_file: join(folder, "users"), default_pool_size: 4 },
    ...settings,
  };
  const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}\n`);
  writeFileSync(join(folder, "users"), `"${user}" "${password}"\n`);
  const file = join(folder, "ini");
  writeFileSync(file, `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\n${text.join("")}`);
  // It refuses to be root, and enters a socket's folder as who owns that.
  const { uid, gid } = host.startsWith("/") ? statSync(host) : NOBODY;
  const child = spawn(PROGRAM, [file], {
    ...(process.getuid?.() === 0 && { uid, gid }),
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (some: string) => {
    said += some;
  });
  after(() => {
    child.kill("SIGTERM");
    rmSync(folder, { recursive: true, force: true });
  });
  await waitFor("pgbouncer", async () => {
    assert(child.exitCode === null, said);
    return canConnect(listen_port);
  });
  return `postgresql://${user}@127.0.0.1:${listen_port}/${database}`;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
