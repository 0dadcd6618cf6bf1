import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import { revokeGrantRow } from "./oauth-queries.ts";

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
