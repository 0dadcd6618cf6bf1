import { type ChildProcess, spawn } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Launch, SERVER_ENVIRONMENT } from "./postgres-account.ts";
import { describeFailure, POSTGRES_USER } from "./postgres-cluster.ts";
import { readPassword, setPassword } from "./postgres-password.ts";
import { type Way, writeSettings } from "./postgres-settings.ts";
import {
  findFreePort,
  getSocketPath,
  isSocketAnswered,
  POSTGRES_PORT,
  prepareSocketFolder,
} from "./postgres-socket.ts";
import { endOrphans, findPostmaster, type Postmaster, removeStalePidFile } from "./postmaster.ts";
import { isSystemError } from "./system-error.ts";

const RETRY_MS = 30_000;
const ORPHAN_GRACE_MS = 3000;
const RECOVERY_MS = 600_000;
const PROGRESS_MS = 10_000;
const POLL_MS = 10;
const PASSING =
  /pre-existing shared memory block|lock file ".*" already exists|could not create any TCP\/IP sockets/;
const LOG_BYTES = 10 * 1024 * 1024;

/** Where a server listens, as pg's `host` (the socket's folder) and `port`, and the password that it asks for. */
export type ReachedServer = { host: string; port: number; password?: string };

type Sought = {
  postgres_folder: string;
  log: (message: string) => void;
  stopped: AbortSignal | undefined;
};

/**
 * Joins the server that runs on the folder, waiting while it starts or recovers, unless stopped;
 * undefined when none runs, also after waiting for one that was stopping.
 */
export async function reachPostmaster({
  postgres_folder,
  log,
  stopped,
}: Sought): Promise<ReachedServer | undefined> {
  const deadline = Date.now() + RECOVERY_MS;
  let next_progress = Date.now() + PROGRESS_MS;
  for (;;) {
    const found = findPostmaster(postgres_folder);
    if (!found?.is_running) {
      if (found) await refuseForeignServer(found);
      return undefined;
    }
    // Not before: of one that has written no pid file yet nobody could be told to stop.
    stopped?.throwIfAborted();
    const server = {
      ...{ host: found.host, port: found.port },
      ...readPassword(postgres_folder),
    };
    if (found.status === "ready" && (await isAccepting(server, postgres_folder))) return server;
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL (process ${found.pid}) is still ${found.status} after 10 min.`);
    }
    if (Date.now() > next_progress) {
      next_progress += PROGRESS_MS;
      log(`Waiting for PostgreSQL, which is ${found.status} (it may be recovering from a crash).`);
    }
    await sleep(POLL_MS);
  }
}

/** Two servers on the same files would destroy them, so one that we cannot see is never ignored. */
async function refuseForeignServer(found: Postmaster): Promise<void> {
  if (found.socket_folder === "" || found.port === 0) return;
  if (!(await isSocketAnswered(getSocketPath(found.socket_folder, found.port)))) return;
  const still = await isSocketAnswered(getSocketPath(found.socket_folder, found.port));
  if (!still) return;
  throw new Error(
    `This DATA_DIR is in use by a PostgreSQL server of another container (its process ` +
      `${found.pid} is not visible here). Stop that Earshot first, or share a DATABASE_URL.`,
  );
}

const NO_PASSWORD =
  "The file postgres-password is missing in DATA_DIR, or empty, and the embedded PostgreSQL opens to nobody without it. Put it back.";

async function isAccepting(server: ReachedServer, postgres_folder: string): Promise<boolean> {
  const client = new Client({
    ...server,
    user: POSTGRES_USER,
    database: "postgres",
    connectionTimeoutMillis: 5000,
  });
  client.on("error", () => {}); // A server that dies meanwhile is no reason for us to die.
  try {
    await client.connect();
    return true;
  } catch (error) {
    // 57P03: starting up, recovering or shutting down. 53300: too many clients, so it is there.
    if (isSystemError(error, "53300")) return true;
    if (isSystemError(error, "57P03", "57P01", "ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE")) {
      return false;
    }
    if (isSystemError(error, "EACCES", "EPERM")) throw error;
    if (isSystemError(error, "28P01")) {
      throw new Error(
        "The embedded PostgreSQL has another password than the file postgres-password in DATA_DIR says, as after files of " +
          "two installations were mixed. Stop every Earshot on this DATA_DIR, delete that file, and start again.",
        { cause: error },
      );
    }
    // The client has none to give; whoever sets the first one keeps it before it is asked for.
    const isAsked =
      error instanceof Error && /client password must be a string/.test(error.message);
    if (isAsked && readPassword(postgres_folder).password === undefined) {
      throw new Error(NO_PASSWORD, { cause: error });
    }
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

type Prepared = Sought & {
  data_dir: string;
  durable: boolean;
  way: Way;
  launch: Launch;
};

/**
 * Starts a server on a prepared folder and waits until it accepts connections; waits up to 30 s
 * for what a killed server left behind to go away. Only for the holder of the lock.
 */
export async function launchPostmaster(options: Prepared): Promise<ReachedServer> {
  const { data_dir, postgres_folder, launch, stopped, way } = options;
  const owner = launch.account;
  const begin = Date.now();
  for (let wait_ms = 50; ; wait_ms = Math.min(wait_ms * 2, 1000)) {
    const running = await reachPostmaster(options);
    if (running) return running;
    stopped?.throwIfAborted();
    removeStalePidFile(postgres_folder);
    const door =
      way === "socket"
        ? { socket_folder: await prepareSocketFolder(data_dir, owner), port: POSTGRES_PORT }
        : { socket_folder: "", port: await findFreePort() };
    const has_password = readPassword(postgres_folder).password !== undefined;
    if (way === "loopback" && !has_password) {
      throw new Error(NO_PASSWORD);
    }
    writeSettings({ ...options, ...door, owner, has_password });
    const said = await tryLaunch(options);
    if ("host" in said) {
      if (has_password) return said;
      return setPassword({ ...said, user: POSTGRES_USER }, { postgres_folder, owner });
    }
    const is_passing = said.is_killed || PASSING.test(said.text);
    if (!is_passing || Date.now() - begin > RETRY_MS) {
      throw new Error(describeFailure(said.text, postgres_folder));
    }
    if (Date.now() - begin > ORPHAN_GRACE_MS) endOrphans(postgres_folder);
    await sleep(wait_ms);
  }
}

/** How an attempt to start ended: what the server logged, and whether a signal ended it. */
type Ended = { text: string; is_killed: boolean };

/** One attempt: the server once it is reached, or how it ended instead. */
async function tryLaunch(options: Prepared): Promise<ReachedServer | Ended> {
  const { way, log } = options;
  const log_path = join(options.data_dir, "postgres.log");
  const log_start = rotateLog(log_path);
  const child = spawnPostmaster(options, log_path);
  let ended: Ended | undefined;
  let is_reached = false;
  let is_handed_over = false;
  child.once("error", (error) => {
    ended = { text: error.message, is_killed: false };
  });
  child.once("exit", (code, signal) => {
    is_handed_over = way === "loopback" && code === 0;
    if (is_handed_over) return;
    const text = `PostgreSQL ended with ${signal ?? `status ${code}`}; its log is ${log_path}.`;
    ended = { text, is_killed: signal !== null };
    if (is_reached && code !== 0) log(text);
  });
  while (ended === undefined) {
    const was_handed_over = is_handed_over;
    const server = await reachPostmaster(options);
    if (server) {
      is_reached = true;
      return server;
    }
    if (was_handed_over) ended = { text: "PostgreSQL ended.", is_killed: false };
    await sleep(POLL_MS);
  }
  return { ...ended, text: readTail(log_path, log_start) || ended.text };
}

/**
 * Its own session, so that Ctrl-C in a terminal does not end it before node is done with it. On Windows pg_ctl starts it,
 * which gives up an administrator's rights first, waits until it is there, and ends.
 */
function spawnPostmaster(
  { launch, postgres_folder, way }: Prepared,
  log_path: string,
): ChildProcess {
  const { account, binaries } = launch;
  const words =
    way === "socket"
      ? [binaries.postgres, "-D", postgres_folder]
      : [binaries.pg_ctl, "start", "-w", "-D", postgres_folder, "-l", log_path];
  const [file = "", ...args] = [...account.wrapper, ...words];
  const log_file = fs.openSync(log_path, "a", 0o600);
  try {
    fs.fchownSync(log_file, account.uid, account.gid);
    const child = spawn(file, args, {
      ...account.spawn_as,
      env: SERVER_ENVIRONMENT,
      cwd: "/",
      detached: true,
      windowsHide: true,
      stdio: way === "socket" ? ["ignore", log_file, log_file] : "ignore",
    });
    child.unref();
    return child;
  } finally {
    fs.closeSync(log_file);
  }
}

function rotateLog(path: string): number {
  const size = fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_BYTES) return size;
  fs.renameSync(path, `${path}.1`);
  return 0;
}

function readTail(path: string, start: number): string {
  const text = fs.readFileSync(path).subarray(start).toString("utf8");
  return text.trim().slice(-2000);
}
