import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { forgetDevices } from "#domain/accounts/device-queries.ts";
import { forgetReset } from "#domain/accounts/reset-queries.ts";
import { deleteStartedOf } from "#domain/accounts/second-factor/started-sign-in-queries.ts";
import { deleteOtherSessions } from "#domain/accounts/session-queries.ts";
import { revokeKeysOf } from "#domain/keys/key-queries.ts";
import { revokeConnections } from "#domain/oauth/connection-queries.ts";
import { revokeSharesOf } from "#domain/shares/share-queries.ts";

/** Which ways in of a user end, share links with keys; `kept_session` is the one that asks. */
export type Ending = { sessions: boolean; clients: boolean; keys: boolean; kept_session?: number };
/** What ended; kinds of which nothing did are left out. */
export type Ended = { client_ids?: string[]; key_ids?: number[]; share_ids?: number[] };

/** Ends what lets somebody in as this user, or by a key or share link that they made, in the transaction of `db`. */
export async function endAccess(
  { db, now }: Pick<AccountContext, "db" | "now">,
  { user_id, email }: { user_id: number; email: string },
  { sessions, clients, keys, kept_session }: Ending,
): Promise<Ended> {
  if (sessions) {
    await deleteOtherSessions(db, { user_id, sign_on: null }, kept_session);
    await forgetDevices(db, user_id);
    await deleteStartedOf(db, user_id);
    await forgetReset(db, user_id);
  }
  const client_ids = clients ? await revokeConnections(db, user_id, now()) : [];
  const key_ids = keys ? await revokeKeysOf(db, email) : [];
  const share_ids = keys ? await revokeSharesOf(db, email, { now: now() }) : [];
  return {
    ...(client_ids.length > 0 && { client_ids }),
    ...(key_ids.length > 0 && { key_ids }),
    ...(share_ids.length > 0 && { share_ids }),
  };
}

/** The same as an audit row names it. */
export function nameEnded({ client_ids, key_ids, share_ids }: Ended) {
  return {
    ...(client_ids && { client_ids }),
    ...(key_ids && { key_ids: key_ids.map((key_id) => encodeId("key", key_id)) }),
    ...(share_ids && { share_ids: share_ids.map((share_id) => encodeId("shr", share_id)) }),
  };
}
