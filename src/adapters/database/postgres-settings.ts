import * as fs from "node:fs";
import { join } from "node:path";

/**
 * How a server is reached: by a socket in a private folder or, where there are none (Windows), over TCP on loopback, where it
 * asks for the password from its first moment on.
 */
export type Way = "socket" | "loopback";

const LOOPBACK = "127.0.0.1";
const ROOMY_SHARED_MEMORY_BYTES = 512 * 1024 * 1024;

/**
 * Rewrites postgresql.conf and pg_hba.conf, so that better settings reach old data folders.
 * A person's own settings belong in `alter system`, which PostgreSQL reads after these.
 */
export function writeSettings(options: {
  postgres_folder: string;
  way: Way;
  socket_folder: string;
  port: number;
  durable: boolean;
  owner: { uid: number; gid: number };
  has_password: boolean;
}): void {
  const { postgres_folder, owner, has_password, way } = options;
  const lines = Object.entries(listSettings(options)).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`,
  );
  const head = "# Written by Earshot at every start; use ALTER SYSTEM for your own settings.";
  replaceFile(join(postgres_folder, "postgresql.conf"), [head, ...lines], owner);
  if (way === "socket") writeAccess(postgres_folder, owner, has_password);
  else writeRule(postgres_folder, owner, `host all all ${LOOPBACK}/32 scram-sha-256`);
}

/**
 * Rewrites pg_hba.conf: whoever may enter the socket's folder, which is private to the account that runs the server, needs
 * the password besides; none until there is one.
 */
export function writeAccess(
  postgres_folder: string,
  owner: { uid: number; gid: number },
  has_password: boolean,
): void {
  const method = has_password ? "scram-sha-256" : "trust";
  writeRule(postgres_folder, owner, `local all all ${method}`);
}

function writeRule(folder: string, owner: { uid: number; gid: number }, rule: string): void {
  replaceFile(join(folder, "pg_hba.conf"), [rule], owner);
}

function listSettings(options: {
  way: Way;
  socket_folder: string;
  port: number;
  durable: boolean;
}): Record<string, string> {
  return {
    listen_addresses: options.way === "loopback" ? LOOPBACK : "",
    unix_socket_directories: options.way === "loopback" ? "" : `"${options.socket_folder}"`,
    unix_socket_permissions: "0700",
    port: String(options.port),
    // A throw-away server serves tests, several processes of them at once.
    max_connections: options.durable ? "100" : "300",
    ...MEMORY_AND_PLANS,
    dynamic_shared_memory_type: chooseSharedMemory(),
    ...WRITES,
    ...(options.durable
      ? {}
      : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
    timezone: "UTC",
    log_timezone: "UTC",
    datestyle: "ISO, YMD",
    log_line_prefix: "%m [%p] ",
    log_checkpoints: "off",
    log_min_messages: "warning",
    log_min_error_statement: "panic",
  };
}

/** Fit for a laptop: server and node together within about 300 MB. */
const MEMORY_AND_PLANS = {
  shared_buffers: "96MB",
  work_mem: "24MB",
  maintenance_work_mem: "64MB",
  effective_cache_size: "1GB",
  huge_pages: "off",
  random_page_cost: "1.1",
  jit: "off",
  max_worker_processes: "4",
  max_parallel_workers: "2",
  max_parallel_workers_per_gather: "2",
  io_workers: "2",
  max_logical_replication_workers: "0",
};

/** Nobody replicates from the embedded server, so the log holds what recovery needs, no more. */
const WRITES = {
  wal_level: "minimal",
  max_wal_senders: "0",
  wal_compression: "pglz",
  max_wal_size: "1GB",
  min_wal_size: "80MB",
  checkpoint_timeout: "15min",
  checkpoint_completion_target: "0.9",
  // Answers are mostly inserted: plans and index-only scans need fresh statistics soon after.
  autovacuum_max_workers: "2",
  autovacuum_naptime: "30s",
  autovacuum_vacuum_insert_scale_factor: "0.05",
  autovacuum_analyze_scale_factor: "0.02",
};

/** Containers give /dev/shm 64 MB, too little for parallel queries; files serve there instead. */
function chooseSharedMemory(): "posix" | "mmap" | "windows" {
  if (process.platform === "win32") return "windows";
  if (process.platform !== "linux") return "posix";
  try {
    const { blocks, bsize } = fs.statfsSync("/dev/shm");
    return blocks * bsize >= ROOMY_SHARED_MEMORY_BYTES ? "posix" : "mmap";
  } catch {
    return "mmap";
  }
}

/** Writes a draft and renames it, so that neither a crash nor a planted link can do harm. */
function replaceFile(path: string, lines: string[], owner: { uid: number; gid: number }): void {
  const draft = `${path}.draft`;
  fs.rmSync(draft, { force: true });
  fs.writeFileSync(draft, `${lines.join("\n")}\n`, { flag: "wx", mode: 0o600 });
  fs.lchownSync(draft, owner.uid, owner.gid);
  fs.renameSync(draft, path);
}
