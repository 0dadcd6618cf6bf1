import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import { hashSecret } from "#domain/accounts/secret.ts";
import { findToken, revokeGrantRow } from "./oauth-queries.ts";

type Base = Pick<AccountContext, "db" | "now">;
export type EndedGrant = { grant_id: number; client_id: string; user_id: number };

/** Ends a grant and notes it, once however often it is asked for; anyone who holds a token acts for its user. */
export async function endGrant(
  { db, now }: Base,
  { grant_id, client_id, user_id }: EndedGrant,
  { operation, reason }: { operation: "revoke_grant" | "end_reused_grant"; reason: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await revokeGrantRow(trx, grant_id, { now: now(), reason }))) return;
    const actor = { kind: "user", door: "oauth", user_id } as const;
    await recordAudit({ db: trx, now, actor }, { operation, target: { client_id } });
  });
}

/**
 * Ends the grant of a token of either kind (RFC 7009), spent and expired ones included. Anything else, and a token
 * of another client than the one named, changes nothing; the caller never learns which it was.
 */
export async function revokeGrant(
  base: Base,
  token: string,
  client_id: string | undefined,
): Promise<void> {
  if (!/^earshot_[ar]t_[A-Za-z0-9_-]{43}$/.test(token)) return;
  const found = await findToken(base.db, hashSecret(token));
  if (!found || (client_id !== undefined && client_id !== found.client_id)) return;
  const reason = "revoked by the client";
  await endGrant(base, found, { operation: "revoke_grant", reason });
}
