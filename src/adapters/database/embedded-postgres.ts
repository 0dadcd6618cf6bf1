import * as fs from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "pg";
import { makeFolder } from "../make-folder.ts";
import { keepUp } from "./keep-up.ts";
import { isRoot } from "./postgres-account.ts";
import { copyBinaries, findPackageFolder, prepareBinaries } from "./postgres-binaries.ts";
import { describeFailure, isCluster, POSTGRES_USER, prepareCluster } from "./postgres-cluster.ts";
import { launchPostmaster, type ReachedServer, reachPostmaster } from "./postgres-launch.ts";
import type { Way } from "./postgres-settings.ts";
import { findPostmaster, stopPostmaster } from "./postmaster.ts";
import { registerUser, unregisterUser, withLockFile } from "./process-registry.ts";
import { isSystemError } from "./system-error.ts";

const LOCK = { timeout_seconds: 120 };
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 5;
const WAY: Way = process.platform === "win32" ? "loopback" : "socket";

/** A server in reach: `connection` is what pg.Pool takes; `stop` leaves it, the last one ends it. */
export type EmbeddedPostgres = {
  connection: { host: string; port: number; user: string; password?: string; database: string };
  stop(): Promise<void>;
};

/**
 * Starts (or joins) the PostgreSQL server whose files live in `data_dir/postgres`; resolves when
 * it accepts connections, and starts it again when it ends unasked. `durable: false` turns fsync off, for tests. Throws an Error whose
 * message says what to do, and once `stopped` has left what it began to start.
 */
export async function startEmbeddedPostgres(options: {
  data_dir: string;
  database?: string;
  durable?: boolean;
  way?: Way;
  log: (message: string) => void;
  stopped?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const { log, stopped, database = "earshot", durable = true, way = WAY } = options;
  const data_dir = prepareDataFolder(options.data_dir);
  const postgres_folder = join(data_dir, "postgres");
  const lock_path = join(data_dir, "postgres.lock");
  const users_folder = join(data_dir, "postgres-users");

  const joinServer = async (): Promise<EmbeddedPostgres> => {
    stopped?.throwIfAborted();
    const is_created = isCluster(postgres_folder);
    const registration = registerUser(users_folder);
    shareWithOwner(data_dir, users_folder);
    const leave = async () => {
      const living = unregisterUser(registration, users_folder);
      if (living === 0) await stopPostmaster(postgres_folder, log);
    };
    try {
      const place = { data_dir, postgres_folder, is_created, durable, way, log, stopped };
      const server = await reachDatabase(place, database);
      let stopping: Promise<void> | undefined;
      const startAgain = () =>
        withLockFile(lock_path, LOCK, async () => {
          if (!stopping) await reachDatabase({ ...place, is_created: true }, database);
        });
      const isUp = () => findPostmaster(postgres_folder)?.is_running === true;
      const watch = keepUp({ isUp, startAgain, log });
      const stop = () => {
        clearInterval(watch);
        stopping ??= withLockFile(lock_path, LOCK, leave).catch((error) => {
          // On a full disk there is no lock to be had, yet the server must not be left behind.
          if (isSystemError(error, "ENOSPC", "EDQUOT")) return leave();
          throw error;
        });
        return stopping;
      };
      return { connection: { ...server, user: POSTGRES_USER, database }, stop };
    } catch (error) {
      await leave().catch((cause: unknown) => log(`PostgreSQL could not be stopped: ${cause}`));
      throw error;
    }
  };
  try {
    return await withLockFile(lock_path, { ...LOCK, stopped }, joinServer);
  } catch (error) {
    if (!isSystemError(error, "ENOSPC", "EDQUOT")) throw error;
    throw new Error(describeFailure(String(error), data_dir), { cause: error });
  }
}

type Place = {
  data_dir: string;
  postgres_folder: string;
  is_created: boolean;
  durable: boolean;
  way: Way;
  log: (message: string) => void;
  stopped: AbortSignal | undefined;
};

/** Starts over when the server dies between its answer and our first query. */
async function reachDatabase(place: Place, database: string): Promise<ReachedServer> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await reachServer(place);
    try {
      await ensureDatabase(server, database);
      return server;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isConnectionLost(error)) throw error;
      place.log("PostgreSQL went away while starting; trying again.");
    }
  }
}

function isConnectionLost(error: unknown): boolean {
  const codes = ["57P01", "57P02", "57P03", "ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE"];
  if (isSystemError(error, ...codes)) return true;
  return error instanceof Error && error.message.startsWith("Connection terminated");
}

async function reachServer(options: Place): Promise<ReachedServer> {
  const { data_dir, is_created, postgres_folder } = options;
  if (is_created) {
    const reached = await reachPostmaster(options);
    if (reached) return reached;
  }
  options.stopped?.throwIfAborted();
  const package_folder = findPackageFolder(undefined, is_created ? postgres_folder : null);
  const copy_folder = join(data_dir, "postgres-binaries");
  const binaries = prepareBinaries(package_folder, copy_folder);
  const copy = () => copyBinaries(package_folder, copy_folder);
  const launch = await prepareCluster({ ...options, binaries, copy });
  return await launchPostmaster({ ...options, launch });
}

function prepareDataFolder(path: string): string {
  const folder = resolve(path);
  try {
    makeFolder(folder, 0o755);
    fs.accessSync(folder, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    return fs.realpathSync(folder);
  } catch (error) {
    if (
      !isSystemError(error, "EACCES", "EPERM", "EROFS", "ENOTDIR", "ENOENT", "EEXIST", "ENOSPC")
    ) {
      throw error;
    }
    const user = process.getuid?.() ?? "this user";
    throw new Error(
      `Earshot (user id ${user}) cannot write to DATA_DIR ${folder}. Give the folder to that ` +
        `user, set DATA_DIR to another one, or set DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** What root makes in another user's folder must not lock that user out later. */
function shareWithOwner(data_dir: string, path: string): void {
  if (!isRoot()) return;
  const { uid, gid } = fs.statSync(data_dir);
  fs.lchownSync(path, uid, gid);
}

async function ensureDatabase(server: ReachedServer, database: string): Promise<void> {
  const base = { ...server, user: POSTGRES_USER, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  const client = new Client({ ...base, database });
  client.on("error", () => {}); // What matters is that connect and query reject.
  try {
    await client.connect();
    await client.query("select 1");
  } catch (error) {
    if (!isSystemError(error, "3D000")) throw error;
    await createDatabase(new Client({ ...base, database: "postgres" }), database);
  } finally {
    await client.end().catch(() => {});
  }
}

async function createDatabase(client: Client, database: string): Promise<void> {
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}
