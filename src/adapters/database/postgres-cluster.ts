import * as fs from "node:fs";
import { join } from "node:path";
import {
  type Account,
  chooseLaunch,
  chooseNewOwner,
  giveFolder,
  isNamelessUser,
  isRoot,
  type Launch,
  readFailureText,
  runAs,
} from "./postgres-account.ts";
import { type Binaries, POSTGRES_MAJOR } from "./postgres-binaries.ts";
import { keepPassword, makePassword } from "./postgres-password.ts";
import type { Way } from "./postgres-settings.ts";
import { listFolder } from "./process-registry.ts";
import { unlessRefused } from "./system-error.ts";

const INITDB_TIMEOUT_MS = 120_000;
const DRAFT_PREFIX = "postgres-new-";

type Place = {
  data_dir: string;
  postgres_folder: string;
  durable: boolean;
  way: Way;
  binaries: Binaries;
  copy: () => Binaries;
};

/** The role that owns the embedded database. */
export const POSTGRES_USER = "earshot";

/**
 * Makes sure that `postgres_folder` holds a database of our major version that this process may
 * run, creating it when absent; returns how to run it. Only for the holder of the lock.
 */
export async function prepareCluster(options: Place): Promise<Launch> {
  const { data_dir, postgres_folder } = options;
  removeDrafts(data_dir);
  const new_owner = chooseNewOwner(data_dir);
  if (!isCluster(postgres_folder)) return await createCluster({ ...options, new_owner });
  checkVersion(postgres_folder);
  return await chooseLaunch({ ...options, folder: postgres_folder, new_owner });
}

/**
 * Tells whether the folder holds a database; throws when it belongs to another user or holds
 * something else.
 */
export function isCluster(folder: string): boolean {
  const found = fs.statSync(folder, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const uid = process.getuid?.() ?? found.uid;
  if (!isRoot() && found.uid !== uid) {
    throw new Error(
      `The database in ${folder} belongs to user id ${found.uid}, but Earshot runs as ${uid}. ` +
        `Run Earshot as that user or as root, or, while it is stopped, give the files to this ` +
        `user: sudo chown -R ${uid} ${folder}`,
    );
  }
  const names = fs.readdirSync(folder);
  if (names.includes("PG_VERSION")) return true;
  if (names.length === 0) return false;
  throw new Error(`${folder} exists but holds no PostgreSQL database. Move it away and restart.`);
}

function checkVersion(folder: string): void {
  const version = fs.readFileSync(join(folder, "PG_VERSION"), "utf8").trim();
  if (version === POSTGRES_MAJOR) return;
  throw new Error(
    `The database in ${folder} was written by PostgreSQL ${version}; this Earshot brings ` +
      `PostgreSQL ${POSTGRES_MAJOR}, which cannot read it. Start the Earshot that wrote it, ` +
      `export the data and import it here into a new DATA_DIR, or serve it with PostgreSQL ` +
      `${version} and set DATABASE_URL.`,
  );
}

/** An interrupted initdb leaves only a draft: the final name appears when the work is whole. */
async function createCluster(
  options: Place & { new_owner: { uid: number; gid: number } },
): Promise<Launch> {
  const draft = fs.mkdtempSync(join(options.data_dir, DRAFT_PREFIX));
  try {
    fs.chmodSync(draft, 0o700);
    giveFolder(draft, options.new_owner);
    const launch = await chooseLaunch({ ...options, folder: draft });
    const password = options.way === "loopback" ? makePassword() : undefined;
    await initialise(launch, draft, { durable: options.durable, password });
    giveFolder(draft, launch.account);
    if (password) keepPassword(options.postgres_folder, password);
    if (fs.existsSync(options.postgres_folder)) fs.rmdirSync(options.postgres_folder);
    fs.renameSync(draft, options.postgres_folder);
    syncFolder(options.data_dir);
    return launch;
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true, maxRetries: 3 });
    throw error;
  }
}

async function initialise(
  launch: Launch,
  draft: string,
  { durable, password }: { durable: boolean; password: string | undefined },
): Promise<void> {
  const { binaries } = launch;
  const password_file = `${draft}-password`;
  // Sorting is by code point from tables inside PostgreSQL: the same on every machine. The
  // character classes that pg_trgm asks the system for need a UTF-8 locale where there is one.
  let ctype = "C.UTF-8";
  let account: Account = launch.account;
  for (let attempt = 1; ; attempt += 1) {
    giveFolder(draft, account);
    const command = [
      ...[binaries.initdb, "--pgdata", draft, "--username", POSTGRES_USER, "--auth", "reject"],
      ...["--encoding", "UTF8", "--locale", "C", `--lc-ctype=${ctype}`, "--data-checksums"],
      ...["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
      ...(durable ? [] : ["--no-sync"]),
      ...(password ? ["--pwfile", password_file] : []),
    ];
    if (password) {
      fs.writeFileSync(password_file, `${password}\n`, { mode: 0o600 });
      fs.chownSync(password_file, account.uid, account.gid);
    }
    try {
      await runAs(account, command, INITDB_TIMEOUT_MS);
      return;
    } catch (error) {
      const text = readFailureText(error);
      if (attempt < 4 && isNamelessUser(text) && account.wrapper[0] !== "unshare") {
        account = asNamedUser(account);
      } else if (attempt < 4 && text.includes("invalid locale name")) ctype = "C";
      else throw new Error(describeFailure(text, draft), { cause: error });
    } finally {
      fs.rmSync(password_file, { force: true });
    }
  }
}

/** initdb insists on a user with a name; containers run under ids that have none. */
function asNamedUser(account: Account): Account {
  const nobody = { uid: 65534, gid: 65534 };
  if (isRoot() && account.uid !== nobody.uid) {
    const swap = (part: string) =>
      part.replace(/^--(reuid|regid)=\d+$/, (_, name) => `--${name}=${nobody.uid}`);
    const spawn_as = account.wrapper.length === 0 ? nobody : {};
    return { ...account, ...nobody, spawn_as, wrapper: account.wrapper.map(swap) };
  }
  const wrapper = ["unshare", "--user", "--map-user=65534", "--map-group=65534", "--"];
  return { ...account, label: "a user namespace", wrapper };
}

/** Turns what PostgreSQL said into a sentence that says what to do. */
export function describeFailure(text: string, folder: string): string {
  if (/No space left on device|Disk quota exceeded/i.test(text)) {
    return `The disk of ${folder} is full, so the database cannot start. Free some space.`;
  }
  if (isNamelessUser(text)) {
    return (
      `The user that Earshot runs as has no entry in /etc/passwd, which creating a database ` +
      `needs. Add one, run as another user or root, or set DATABASE_URL.`
    );
  }
  return `The embedded PostgreSQL failed on ${folder}: ${text}`;
}

function removeDrafts(data_dir: string): void {
  for (const name of listFolder(data_dir)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue;
    // An orphaned initdb may still be writing there; a later start removes the rest.
    unlessRefused(["ENOTEMPTY", "EACCES", "EPERM"], () =>
      fs.rmSync(join(data_dir, name), { recursive: true, force: true, maxRetries: 3 }),
    );
  }
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return; // It syncs no folders.
  const handle = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}
