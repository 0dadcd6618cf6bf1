import type { AccountContext } from "#core/context.ts";
import { hashSecret } from "#core/secret.ts";
import { endGrant } from "./end-grant.ts";
import { findToken } from "./oauth-queries.ts";

/**
 * Ends the grant of a token of either kind (RFC 7009), spent and expired ones included. Anything else, and a token
 * of another client than the one named, changes nothing; the caller never learns which it was.
 */
export async function revokeGrant(
  base: Pick<AccountContext, "db" | "now">,
  token: string,
  client_id: string | undefined,
): Promise<void> {
  if (!/^earshot_[ar]t_[A-Za-z0-9_-]{43}$/.test(token)) return;
  const found = await findToken(base.db, hashSecret(token));
  if (!found || (client_id !== undefined && client_id !== found.client_id)) return;
  const reason = "revoked by the client";
  await endGrant(base, found, { operation: "revoke_grant", reason });
}
