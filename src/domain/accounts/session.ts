import type { AccountContext } from "#core/context.ts";
import { hashSecret, isSecret, makeSecret } from "./secret.ts";
import {
  deleteSessionByHash,
  findLivingSession,
  insertSession,
  type Session,
  touchSession,
} from "./session-queries.ts";
import type { Holder } from "./sign-on/opens.ts";

const IDLE_MS = 7 * 86_400_000;
const ABSOLUTE_MS = 30 * 86_400_000;
/** The provider is asked again after that: who may no longer come is then found out. */
const SIGN_ON_MS = 12 * 3_600_000;
const CONFIRMED_MS = 15 * 60_000;
const USER_AGENT_MAX = 300;

type Base = Pick<AccountContext, "db" | "now">;
/** What a list of sessions shows its owner about each. */
export type Device = { user_agent: string; address: string };

/** Starts a session and returns the secret for its cookie; only the hash is kept. */
export async function startSession(
  { db, now }: Base,
  { user_id, sign_on }: Holder,
  { confirmed_at, device_id, ...device }: Device & { device_id: number; confirmed_at?: Date },
) {
  const token = makeSecret("");
  const created_at = now();
  await insertSession(db, {
    hash: hashSecret(token),
    user_id,
    sign_on,
    device_id,
    created_at,
    last_used_at: created_at,
    confirmed_at: confirmed_at ?? created_at,
    expires_at: new Date(created_at.getTime() + (sign_on === null ? ABSOLUTE_MS : SIGN_ON_MS)),
    user_agent: device.user_agent.replaceAll("\0", "").slice(0, USER_AGENT_MAX),
    address: device.address,
  });
  return token;
}

/** Who is behind a session cookie, or undefined: sessions end 7 days after their last use, and 30 after sign-in, or 12 hours after one by a provider. */
export async function findSession(
  { db, now }: Base,
  token: string | undefined,
): Promise<Session | undefined> {
  if (token === undefined || !isSecret(token)) return undefined;
  const time = now();
  const session = await findLivingSession(db, {
    hash: hashSecret(token),
    now: time,
    idle_since: idleSince(time),
    confirmed_since: new Date(time.getTime() - CONFIRMED_MS),
  });
  // A database that takes no changes still answers what is read.
  if (session?.is_stale) await touchSession(db, session.session_id, time).catch(() => {});
  return session;
}

/** Ends the session behind a cookie, if there is one. */
export async function endSession({ db }: Base, token: string | undefined): Promise<void> {
  if (token !== undefined && isSecret(token)) await deleteSessionByHash(db, hashSecret(token));
}

/** A session last used before this time is over. */
export function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}
