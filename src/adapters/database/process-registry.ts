import { randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { makeFolder } from "../make-folder.ts";
import { isIdentityAlive, readOwnIdentity } from "./process-identity.ts";
import { isSystemError, unlessRefused } from "./system-error.ts";

const LOCK_POLL_MS = 20;
/** A lock file without content belongs to a process between creating and writing it. */
const EMPTY_LOCK_GRACE_MS = 5000;

/**
 * Runs work while holding the lock file; waits for another holder at most timeout_seconds, unless
 * stopped, and takes over at once from a holder that no longer runs.
 */
export async function withLockFile<T>(
  path: string,
  { timeout_seconds, stopped }: { timeout_seconds: number; stopped?: AbortSignal | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const token = `${readOwnIdentity()} ${randomBytes(8).toString("hex")}`;
  const deadline = Date.now() + timeout_seconds * 1000;
  while (!tryLock(path, token)) {
    stopped?.throwIfAborted();
    if (Date.now() > deadline) {
      throw new Error(
        `Another process is still starting or stopping the database of this DATA_DIR after ` +
          `${timeout_seconds} seconds (${path} is held by process ${readText(path)}).`,
      );
    }
    await sleep(LOCK_POLL_MS);
  }
  try {
    return await work();
  } finally {
    if (readText(path) === token) fs.rmSync(path, { force: true });
  }
}

function tryLock(path: string, token: string): boolean {
  try {
    fs.writeFileSync(path, token, { flag: "wx" });
    return true;
  } catch (error) {
    // A full disk lets the file be made but not written; empty, it would hold up the next start.
    if (isSystemError(error, "ENOSPC", "EDQUOT")) fs.rmSync(path, { force: true });
    if (!isSystemError(error, "EEXIST")) throw error;
  }
  const holder = readText(path);
  if (holder === undefined || isHolderAlive(path, holder)) return false;
  removeStaleLock(path, holder);
  return false;
}

function isHolderAlive(path: string, holder: string): boolean {
  if (holder !== "") return isIdentityAlive(holder.split(" ").slice(0, 2).join(" "));
  const age_ms = Date.now() - (fs.statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  return age_ms < EMPTY_LOCK_GRACE_MS;
}

/** Moves the stale file aside first, so that a lock taken meanwhile by another is put back. */
function removeStaleLock(path: string, holder: string): void {
  const aside = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    fs.renameSync(path, aside);
    if (readText(aside) !== holder) fs.linkSync(aside, path);
  } catch (error) {
    if (!isSystemError(error, "ENOENT", "EEXIST")) throw error;
  } finally {
    fs.rmSync(aside, { force: true });
  }
}

/** Registers this process as a user in the folder; returns the path of its registration. */
export function registerUser(folder: string): string {
  makeFolder(folder);
  const path = join(folder, `${process.pid}-${randomBytes(4).toString("hex")}`);
  fs.writeFileSync(path, readOwnIdentity(), { flag: "wx" });
  return path;
}

/** Removes the registration and those of dead processes; returns how many users remain. */
export function unregisterUser(path: string, folder: string): number {
  fs.rmSync(path, { force: true });
  let living = 0;
  for (const name of listFolder(folder)) {
    const other = join(folder, name);
    if (isIdentityAlive(readText(other) ?? "")) living += 1;
    else fs.rmSync(other, { force: true });
  }
  return living;
}

/** The names in a folder; none when the folder does not exist. */
export function listFolder(folder: string): string[] {
  return unlessRefused(["ENOENT"], () => fs.readdirSync(folder)) ?? [];
}

function readText(path: string): string | undefined {
  return unlessRefused(["ENOENT"], () => fs.readFileSync(path, "utf8"));
}
