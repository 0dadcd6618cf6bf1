import { hash, randomBytes } from "node:crypto";
import { Failure } from "#core/failure.ts";
import type { Vault } from "#core/ports.ts";

/** `prefix` and 256 random bits as base64url: a bearer secret that only its SHA-256 is kept of. */
export function makeSecret(prefix: string): string {
  return prefix + randomBytes(32).toString("base64url");
}

const SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** Whether a text may be a secret without a prefix: others need not be looked for. */
export function isSecret(text: string): boolean {
  return SHAPE.test(text);
}

/** SHA-256 of a secret, 32 bytes: what the database keeps. */
export function hashSecret(secret: string): Buffer {
  return hash("sha256", secret, "buffer");
}

/** A sealed secret as it was; UNAVAILABLE with what cannot be done and what to do where it cannot be opened. */
export function openSecret(vault: Vault, sealed: Buffer, lost: string): string {
  try {
    return vault.open(sealed);
  } catch (cause) {
    if (!(cause instanceof Failure)) throw cause;
    throw new Failure(cause.code, `${cause.message}: ${lost}`, { cause });
  }
}
