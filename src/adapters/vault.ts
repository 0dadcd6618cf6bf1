import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { join } from "node:path";
import { Failure } from "#core/failure.ts";
import type { Vault } from "#core/ports.ts";
import { isRoot } from "./database/postgres-account.ts";
import { isSystemError } from "./database/system-error.ts";
import { makeFolder } from "./make-folder.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;
const NAME_BYTES = 4;
const KEPT_BYTES = 32;
/** What so many bytes are as text. */
const KEPT_LENGTH_MIN = Math.ceil((KEPT_BYTES * 4) / 3);

/** A vault that knows which values its first key sealed. */
export type KeyRing = Vault & { isCurrent(sealed: Buffer): boolean };

/**
 * AES-256-GCM under the first of `keys`; opens what any of them sealed, so a key is rotated by putting the new one
 * first. Each sealed value begins with four bytes that name its key.
 */
export function makeVault(keys: readonly string[]): KeyRing {
  const ring = keys.map((text) => createHash("sha256").update(text).digest());
  const current = ring[0];
  if (!current) throw new Error("A vault needs a key.");
  return {
    isCurrent: (sealed) => sealed.subarray(0, NAME_BYTES).equals(nameOf(current)),
    seal(secret) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current, iv);
      const body = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nameOf(current), iv, cipher.getAuthTag(), body]);
    },
    open(sealed) {
      const name = sealed.subarray(0, NAME_BYTES);
      const key = ring.find((known) => nameOf(known).equals(name));
      if (!key) throw unopened();
      const iv = sealed.subarray(NAME_BYTES, NAME_BYTES + IV_BYTES);
      const body = NAME_BYTES + IV_BYTES + TAG_BYTES;
      try {
        const decipher = createDecipheriv("aes-256-gcm", key, iv);
        decipher.setAuthTag(sealed.subarray(NAME_BYTES + IV_BYTES, body));
        return decipher.update(sealed.subarray(body)).toString("utf8") + decipher.final("utf8");
      } catch (cause) {
        throw unopened(cause);
      }
    },
  };
}

/** The key kept in `data_dir/encryption.key`, made there at first use (`onMade`); readable by the owner of `data_dir` only. */
export function keptEncryptionKey(data_dir: string, onMade = (_path: string) => {}): string {
  const path = join(data_dir, "encryption.key");
  if (!fs.existsSync(path)) {
    keepNewKey(path, data_dir);
    onMade(path);
  }
  const key = readKey(path);
  if (key.length >= KEPT_LENGTH_MIN) return key;
  throw new Failure(
    "UNAVAILABLE",
    `${path} is empty or cut short. Put back the key that it held; without it stored secrets cannot be opened. ` +
      `If there is none to put back, delete the file: a new one is made.`,
  );
}

function keepNewKey(path: string, data_dir: string): void {
  try {
    makeFolder(data_dir, 0o700);
    makeKey(path, fs.statSync(data_dir));
  } catch (cause) {
    throw new Failure(
      "UNAVAILABLE",
      `The key that seals stored secrets cannot be kept in DATA_DIR (${(cause as Error).message}): set ENCRYPTION_KEY, or give ` +
        `${data_dir} to this user.`,
      { cause },
    );
  }
}

function makeKey(path: string, { uid, gid }: { uid: number; gid: number }): void {
  const fresh = `${path}.${randomBytes(6).toString("hex")}`;
  const key = randomBytes(KEPT_BYTES).toString("base64url");
  try {
    fs.writeFileSync(fresh, key, { mode: 0o600, flush: true });
    if (isRoot()) fs.lchownSync(fresh, uid, gid);
    // A link fails where a file exists: of two processes that start together one makes the key.
    fs.linkSync(fresh, path);
  } catch (error) {
    if (!isSystemError(error, "EEXIST")) throw error;
  } finally {
    fs.rmSync(fresh, { force: true });
  }
}

function readKey(path: string): string {
  try {
    return fs.readFileSync(path, "utf8").trim();
  } catch (error) {
    if (!isSystemError(error, "EACCES", "EPERM")) throw error;
    const user = process.getuid?.() ?? "this user";
    throw new Failure(
      "UNAVAILABLE",
      `Earshot (user id ${user}) cannot read ${path}. Run it as the user who owns DATA_DIR.`,
      { cause: error },
    );
  }
}

function unopened(cause?: unknown): Failure {
  return new Failure("UNAVAILABLE", "A stored secret was sealed with another ENCRYPTION_KEY", {
    cause,
  });
}

function nameOf(key: Buffer): Buffer {
  return createHash("sha256").update("name").update(key).digest().subarray(0, NAME_BYTES);
}
