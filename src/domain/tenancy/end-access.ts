import { recordAudit } from "#core/audit.ts";
import type { AccountContext, Role, SignOn } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import type { AuditTarget } from "#core/operation.ts";
import { forgetDevices, type Kept } from "#domain/accounts/device-queries.ts";
import { listMemberships } from "#domain/accounts/member-queries.ts";
import { forgetReset } from "#domain/accounts/reset-queries.ts";
import { isBelow } from "#domain/accounts/role.ts";
import { deleteStartedOf } from "#domain/accounts/second-factor/started-sign-in-queries.ts";
import { deleteOtherSessions } from "#domain/accounts/session-queries.ts";
import { revokeKeysOf } from "#domain/keys/key-queries.ts";
import { revokeConnections } from "#domain/oauth/connection-queries.ts";
import { revokeSharesOf } from "#domain/shares/share-queries.ts";

type Context = Pick<AccountContext, "db" | "now"> & {
  actor: Parameters<typeof recordAudit>[0]["actor"] & { sign_on?: SignOn };
};
type Person = { user_id: number; email: string };
/** Which ways in of a user end, share links with keys; `kept` is the session or browser that asks. */
export type Ending = { sessions: boolean; clients: boolean; keys: boolean; kept?: Kept };
/** What ended; kinds of which nothing did are left out. */
export type Ended = { client_ids?: string[]; key_ids?: number[]; share_ids?: number[] };

/**
 * Ends what lets somebody in as this user, in the transaction of `db`, and the API keys and share links that they made
 * and may still revoke by this sign-in; all that they made where who runs the installation asks.
 */
export async function endAccess(
  context: Context,
  user: Person,
  { sessions, clients, keys, kept = {} }: Ending,
): Promise<Ended> {
  const { db, now, actor } = context;
  const { user_id } = user;
  if (sessions) {
    // Sessions before browsers, as in a sign-in where somebody else was signed in.
    await deleteOtherSessions(db, { user_id, sign_on: null }, kept.session_id);
    await forgetDevices(db, user_id, kept);
    await deleteStartedOf(db, user_id);
    await forgetReset(db, user_id);
  }
  const client_ids = clients ? await revokeConnections(db, user_id, now()) : [];
  const held = keys ? await listMemberships(db, user_id, actor.sign_on ?? null) : [];
  const from = (least: Role) =>
    actor.kind === "system"
      ? null
      : held.filter(({ role }) => !isBelow(role, least)).map((one) => one.organisation_id);
  return {
    ...(client_ids.length > 0 && { client_ids }),
    ...(keys && (await endMade(context, user, { keys: from("admin"), shares: from("member") }))),
  };
}

/** Ends the keys and share links that a user made in these organisations, null: in all; each leaves a row in its project's log. */
export async function endMade(
  context: Context,
  { email }: Person,
  organisations: Record<"keys" | "shares", number[] | null>,
): Promise<Ended> {
  const { db, now } = context;
  const keys = await revokeKeysOf(db, email, organisations.keys);
  const shares = await revokeSharesOf(db, email, {
    now: now(),
    organisations: organisations.shares,
  });
  const note = (operation: string, project_id: number, id: AuditTarget) =>
    recordAudit(context, { operation, target: { project_id: encodeId("prj", project_id), ...id } });
  for (const { key_id, project_id } of keys)
    await note("revoke_key", project_id, { key_id: encodeId("key", key_id) });
  for (const { share_id, project_id } of shares)
    await note("revoke_share_link", project_id, { share_id: encodeId("shr", share_id) });
  return {
    ...(keys.length > 0 && { key_ids: keys.map(({ key_id }) => key_id) }),
    ...(shares.length > 0 && { share_ids: shares.map(({ share_id }) => share_id) }),
  };
}
