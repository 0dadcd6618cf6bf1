import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findPackageFolder, listBinaries } from "./postgres-binaries.ts";
import { readProcessIdentity } from "./process-identity.ts";
import { unlessRefused } from "./system-error.ts";

const POLL_MS = 10;
const FAST_STOP_MS = 10_000;
const IMMEDIATE_STOP_MS = 10_000;
const PIPES = "\\\\.\\pipe\\";

/** What postmaster.pid records of a server, and whether it runs here as a server of the folder. */
export type Postmaster = {
  pid: number;
  socket_folder: string;
  /** The socket's folder, or the address that it listens on where it has none. */
  host: string;
  port: number;
  status: "starting" | "ready" | "stopping" | "unknown";
  is_running: boolean;
};

/** Reads postmaster.pid of a database folder; undefined when there is none or it is empty. */
export function findPostmaster(postgres_folder: string): Postmaster | undefined {
  const path = join(postgres_folder, "postmaster.pid");
  const lines = unlessRefused(["ENOENT"], () => fs.readFileSync(path, "utf8").split("\n")) ?? [];
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  const word = (lines[7] ?? "").trim();
  const status = word === "starting" || word === "ready" || word === "stopping" ? word : "unknown";
  const socket_folder = (lines[4] ?? "").trim();
  return {
    pid,
    port: Number.parseInt(lines[3] ?? "", 10) || 0,
    socket_folder,
    host: socket_folder || (lines[5] ?? "").trim(),
    status,
    is_running: isServerOf(pid, postgres_folder),
  };
}

/** The pids of running PostgreSQL processes that work in the folder (Linux; elsewhere none). */
export function listServerProcesses(postgres_folder: string): number[] {
  if (process.platform !== "linux") return [];
  return fs
    .readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isServerOf(pid, postgres_folder));
}

function isServerOf(pid: number, postgres_folder: string): boolean {
  // Each process of PostgreSQL takes its signals there; to ask for more would take half a second.
  if (process.platform === "win32") return fs.readdirSync(PIPES).includes(`pgsignal_${pid}`);
  if (readProcessIdentity(pid) === undefined) return false;
  if (process.platform !== "linux") return isCommandOf(pid, postgres_folder);
  const isOurs = unlessRefused(["ENOENT", "ESRCH", "EACCES", "EPERM"], () => {
    if (fs.readFileSync(`/proc/${pid}/comm`, "utf8").trim() !== "postgres") return false;
    const own = fs.statSync(postgres_folder);
    const other = fs.statSync(`/proc/${pid}/cwd`);
    return own.dev === other.dev && own.ino === other.ino;
  });
  return isOurs ?? false;
}

function isCommandOf(pid: number, postgres_folder: string): boolean {
  const answer = spawnSync("ps", ["-o", "command=", "-p", String(pid)], {
    encoding: "utf8",
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
    timeout: 5000,
  });
  const command = answer.stdout ?? "";
  return command.includes("postgres") && command.includes(postgres_folder);
}

/**
 * Removes what a killed server left and PostgreSQL itself would stumble over: a pid file whose
 * pid now belongs to another program. Does nothing while any process of the server lives.
 */
export function removeStalePidFile(postgres_folder: string): void {
  if (process.platform !== "linux" || listServerProcesses(postgres_folder).length > 0) return;
  const left = findPostmaster(postgres_folder);
  if (left === undefined || left.is_running) return;
  // A dead pid is left to PostgreSQL, which also looks for shared memory still in use.
  if (fs.existsSync(`/proc/${left.pid}`)) {
    fs.rmSync(join(postgres_folder, "postmaster.pid"), { force: true });
  }
}

/** Tells the orphaned processes of a killed server to leave at once, as a crash would. */
export function endOrphans(postgres_folder: string): void {
  if (findPostmaster(postgres_folder)?.is_running) return;
  for (const pid of listServerProcesses(postgres_folder)) sendSignal(pid, "SIGQUIT");
}

/** Stops the server of the folder: within 10 s politely, then at once; resolves when it is gone. */
export async function stopPostmaster(
  postgres_folder: string,
  log: (message: string) => void,
): Promise<void> {
  const found = findPostmaster(postgres_folder);
  if (!found?.is_running) return;
  const identity = readProcessIdentity(found.pid);
  if (identity === undefined) return;
  sendSignal(found.pid, "SIGINT");
  if (!(await waitForEnd(found.pid, identity, FAST_STOP_MS))) {
    log("PostgreSQL did not stop in 10 s; stopping it at once (it recovers at the next start).");
    sendSignal(found.pid, "SIGQUIT");
    if (!(await waitForEnd(found.pid, identity, IMMEDIATE_STOP_MS))) {
      throw new Error(`PostgreSQL (process ${found.pid}) does not stop.`);
    }
  }
  // Leaves nothing in the temporary folder; a killed server's socket keeps its folder.
  const kept = ["ENOENT", "ENOTEMPTY", "EACCES", "EPERM", "ENOTDIR"];
  if (found.socket_folder) unlessRefused(kept, () => fs.rmdirSync(found.socket_folder));
}

async function waitForEnd(pid: number, identity: string, limit_ms: number): Promise<boolean> {
  const deadline = Date.now() + limit_ms;
  while (readProcessIdentity(pid) === identity) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}

const HIDDEN = { windowsHide: true, timeout: 5000 };

/** What pg_ctl takes to send a signal, which Windows has none of. */
export function signalWords(pid: number, signal: "SIGINT" | "SIGQUIT"): string[] {
  return ["kill", signal.slice(3), String(pid)];
}

function sendSignal(pid: number, signal: "SIGINT" | "SIGQUIT"): void {
  if (process.platform !== "win32") unlessRefused(["ESRCH"], () => process.kill(pid, signal));
  else spawnSync(listBinaries(findPackageFolder()).pg_ctl, signalWords(pid, signal), HIDDEN);
}
