import { execFile } from "node:child_process";
import * as fs from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./postgres-binaries.ts";
import { requireSystemUser } from "./system-user.ts";

const NOBODY = 65534;
const PROBE_TIMEOUT_MS = 20_000;

/** Nothing of this process's environment (keys, passwords) reaches the server. */
export const SERVER_ENVIRONMENT = {
  // What Windows needs of it, Node passes on by itself.
  ...(process.platform !== "win32" && {
    PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  }),
  LC_ALL: "C",
  TZ: "UTC",
};

/**
 * One way to run the server, which refuses to run as root: `wrapper` is put before the command,
 * `spawn_as` is given to spawn; its files must belong to `uid` and `gid`.
 */
export type Account = {
  label: string;
  uid: number;
  gid: number;
  wrapper: string[];
  spawn_as: { uid?: number; gid?: number };
};

/** The result of looking for a way to run the server: the account and the binaries it can reach. */
export type Launch = { account: Account; binaries: Binaries };

/**
 * Finds the first account under which the binaries run and `folder` (which must exist and is
 * given to the account) can be entered. `copy` makes a copy of the binaries next to the data.
 */
export async function chooseLaunch(options: {
  binaries: Binaries;
  copy: () => Binaries;
  folder: string;
  new_owner: { uid: number; gid: number };
}): Promise<Launch> {
  const reasons: string[] = [];
  const accounts = listAccounts(options.folder, options.new_owner);
  for (const account of accounts) {
    const reason = await probe(account, options.binaries, options.folder);
    if (reason === undefined) return { account, binaries: options.binaries };
    reasons.push(`${account.label}: ${reason}`);
  }
  const [plain] = accounts.filter((account) => account.wrapper.length === 0);
  if (isRoot() && plain) {
    const binaries = options.copy();
    const reason = await probe(plain, binaries, options.folder);
    if (reason === undefined) return { account: plain, binaries };
    reasons.push(`copied binaries: ${reason}`);
  }
  throw new Error(
    `The embedded PostgreSQL cannot be run on ${options.folder}. Run Earshot as an ordinary ` +
      `user who owns DATA_DIR, or set DATABASE_URL. Tried: ${reasons.join("; ")}`,
  );
}

/** Tells whether this process runs as root, under whose id PostgreSQL refuses to run. */
export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Whom new database files should belong to: this user; for root the owner of the data folder, so
 * that this owner can start Earshot later, or else a user of the system that nothing else runs as.
 */
export function chooseNewOwner(data_dir: string): { uid: number; gid: number } {
  if (!isRoot()) return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const { uid, gid } = fs.statSync(data_dir);
  return uid === 0 ? requireSystemUser() : { uid, gid };
}

function listAccounts(folder: string, new_owner: { uid: number; gid: number }): Account[] {
  const found = fs.statSync(folder);
  if (!isRoot()) {
    const { uid, gid } = new_owner;
    const plain = { label: "this user", uid, gid, wrapper: [], spawn_as: {} };
    return [plain, { ...plain, label: "a user namespace", wrapper: namespaceWrapper() }];
  }
  // Files of nobody, as whom every other program may run, move to the database's own user.
  const { uid, gid } = found.uid === 0 || found.uid === NOBODY ? new_owner : found;
  const plain = { label: `user id ${uid}`, uid, gid, wrapper: [], spawn_as: { uid, gid } };
  // Folders above the data or the binaries may be closed to that user (mode 0700, as /root is).
  const capable = ["dac_read_search", "dac_override"].map((capability) => ({
    ...plain,
    label: `setpriv with ${capability}`,
    wrapper: capabilityWrapper({ uid, gid, capability }),
    spawn_as: {},
  }));
  const namespace = {
    label: "a user namespace",
    uid: 0,
    gid: 0,
    wrapper: namespaceWrapper(),
    spawn_as: {},
  };
  // Files that belong to root were made under a namespace, where nothing else worked.
  return found.uid === 0 ? [namespace, plain, ...capable] : [plain, ...capable, namespace];
}

function capabilityWrapper(options: { uid: number; gid: number; capability: string }): string[] {
  const { uid, gid, capability } = options;
  return [
    ...["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--no-new-privs"],
    // Without it access(2), which initdb asks about its binaries, ignores the capability.
    ...["--securebits", "+no_setuid_fixup"],
    ...[`--inh-caps=-all,+${capability}`, `--ambient-caps=-all,+${capability}`, "--"],
  ];
}

function namespaceWrapper(): string[] {
  return ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"];
}

async function probe(
  account: Account,
  binaries: Binaries,
  folder: string,
): Promise<string | undefined> {
  try {
    giveFolder(folder, account);
    // "--show" only checks itself, and that it may run the server next to it, and prints settings.
    const shown = ["--show", "--username", "x", "--pgdata", folder];
    const script = 'cd "$1" && test -w . && shift && exec "$@"';
    const entering = process.platform === "win32" ? [] : ["/bin/sh", "-c", script, "sh", folder];
    await runAs(account, [...entering, binaries.initdb, ...shown], PROBE_TIMEOUT_MS);
    return undefined;
  } catch (error) {
    const text = readFailureText(error);
    return isNamelessUser(text) ? undefined : text;
  }
}

/** Tells whether initdb refused because its user has no name in /etc/passwd. */
export function isNamelessUser(text: string): boolean {
  return text.includes("could not look up effective user ID");
}

/** Runs a command under the account to its end; rejects with its stderr when it fails. */
export async function runAs(
  account: Account,
  command: string[],
  timeout_ms: number,
): Promise<string> {
  const [file = "", ...args] = [...account.wrapper, ...command];
  const { stdout } = await promisify(execFile)(file, args, {
    ...account.spawn_as,
    env: SERVER_ENVIRONMENT,
    cwd: "/",
    timeout: timeout_ms,
    maxBuffer: 4 * 1024 * 1024,
  });
  return stdout;
}

/** What a failed command said, else its error message; at most 1,000 characters. */
export function readFailureText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = "stderr" in error ? String(error.stderr).trim() : "";
  return (said || error.message).slice(-1000);
}

/** Gives the folder and all in it to the account, unless the folder is its already (root only). */
export function giveFolder(folder: string, owner: { uid: number; gid: number }): void {
  if (!isRoot() || fs.statSync(folder).uid === owner.uid) return;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    fs.lchownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid);
  }
  // The folder comes last: an interrupted change is then seen, and done again.
  fs.lchownSync(folder, owner.uid, owner.gid);
}
