import type { AccountContext } from "#core/context.ts";
import { countPasskeys } from "../passkeys/passkey-queries.ts";
import { hashSecret, isSecret, makeSecret } from "../secret.ts";
import { findAuthenticator } from "./authenticator-queries.ts";
import { deleteStarted, findStarted, insertStarted } from "./started-sign-in-queries.ts";

const WAITS_MS = 10 * 60_000;

type Base = Pick<AccountContext, "db" | "now">;

/** Whether the password alone does not let a user in. */
export async function hasSecondFactor({ db }: Pick<Base, "db">, user_id: number): Promise<boolean> {
  if ((await findAuthenticator(db, user_id))?.turned_on_at != null) return true;
  return (await countPasskeys(db, user_id)) > 0;
}

/** Keeps a sign-in whose password was right for ten minutes; returns the secret for the browser. */
export async function startSignIn(
  { db, now }: Base,
  { user_id, next }: { user_id: number; next: string | undefined },
): Promise<string> {
  const secret = makeSecret("");
  const expires_at = new Date(now().getTime() + WAITS_MS);
  await insertStarted(db, { hash: hashSecret(secret), user_id, next: next ?? null, expires_at });
  return secret;
}

/** The started sign-in behind a browser's secret while it waits, or undefined. */
export async function readStarted({ db, now }: Base, secret: string | undefined) {
  if (secret === undefined || !isSecret(secret)) return undefined;
  return findStarted(db, { hash: hashSecret(secret), now: now() });
}

/**
 * Ends a started sign-in, of a user who is held (`holdSignIn`); true for one caller only, and for none once the password it
 * began with was changed.
 */
export async function endStarted(db: Base["db"], secret: string): Promise<boolean> {
  return deleteStarted(db, hashSecret(secret));
}
