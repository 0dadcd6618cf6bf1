import type { AccountContext } from "#core/context.ts";
import {
  findDeviceOf,
  isNetworkOf,
  isTrustedBy,
  type Noted,
  noteDevice,
  renameDevice,
} from "./device-queries.ts";
import { hashSecret, isSecret, makeSecret } from "./secret.ts";

const KNOWN_MS = 180 * 86_400_000;
export const TRUSTED_MS = 30 * 86_400_000;
const USER_AGENT_MAX = 300;
const NETWORK_KNOWN_MS = 30 * 86_400_000;

type Base = Pick<AccountContext, "db" | "now">;

/**
 * The number of the browser with this secret in which the user of this e-mail address signed in within 180 days, or
 * undefined; the number stays when the secret is replaced.
 */
export async function findKnownDevice(
  { db, now }: Base,
  email: string,
  secret: string | undefined,
): Promise<number | undefined> {
  if (secret === undefined || !isSecret(secret)) return undefined;
  const hash = hashSecret(secret);
  return findDeviceOf(db, { email, hash, since: deviceSince(now()), now: now() });
}

/** Whether the user of this e-mail address last signed in from a network within 30 days. */
export async function knowsNetwork(
  { db, now }: Base,
  email: string,
  network: string,
): Promise<boolean> {
  const since = new Date(now().getTime() - NETWORK_KNOWN_MS);
  return isNetworkOf(db, { email, network, since });
}

/** Whether a user has said within 30 days that the password is enough in this browser. */
export async function isTrusted(
  { db, now }: Base,
  user_id: number,
  secret: string | undefined,
): Promise<boolean> {
  if (secret === undefined || !isSecret(secret)) return false;
  return isTrustedBy(db, { hash: hashSecret(secret), user_id, now: now() });
}

type SeenDevice = {
  user_id: number;
  network: string;
  user_agent: string;
  secret: string | undefined;
  trust?: boolean;
};

/**
 * Notes that a user signed in with a browser and gives it a new secret, so that one which somebody planted there is worth
 * nothing; `is_new` where the user has signed in before, but not with this one. The one before stays theirs for minutes, as an
 * answer may be lost. One that is trusted is so for 30 days.
 */
export async function rememberDevice(
  { db, now }: Base,
  { user_id, secret, trust = false, ...seen }: SeenDevice,
): Promise<Noted & { secret: string }> {
  const fresh = makeSecret("");
  const hash = hashSecret(fresh);
  if (secret !== undefined && isSecret(secret)) {
    await renameDevice(db, { user_id, from: hashSecret(secret), to: hash, now: now() });
  }
  const user_agent = seen.user_agent.replaceAll("\0", "").slice(0, USER_AGENT_MAX);
  const trusted_until = trust ? new Date(now().getTime() + TRUSTED_MS) : null;
  const device = { hash, user_id, network: seen.network, user_agent, now: now(), trusted_until };
  return { secret: fresh, ...(await noteDevice(db, device)) };
}

/** A browser that was last used before this time is forgotten. */
export function deviceSince(now: Date): Date {
  return new Date(now.getTime() - KNOWN_MS);
}
