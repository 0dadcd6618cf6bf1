import type { BaseContext, ProjectContext } from "#core/context.ts";
import { hashSecret, isSecret } from "#domain/accounts/secret.ts";
import type { Bounds } from "./restrict-call.ts";
import { daysOf, refuseShare } from "./share.ts";
import { findLivingShare, touchShare } from "./share-queries.ts";

/** The read-only context of a share link, and what the link is bound to; NOT_FOUND for any other text. */
export async function authenticateShare(
  base: BaseContext,
  token: string,
): Promise<{ context: ProjectContext; share_id: number; bounds: Bounds }> {
  const now = base.now();
  const found = isSecret(token)
    ? await findLivingShare(base.db, hashSecret(token), now)
    : undefined;
  if (!found) throw refuseShare();
  const { share_id, page, query, project_id, organisation_id, plan, timezone } = found;
  // A database that takes no changes still answers what is read.
  if (found.is_stale) await touchShare(base.db, { project_id }, { share_id, now }).catch(() => {});
  return {
    share_id,
    bounds: { ...query, page, ...daysOf({ ...query, page }, { timezone, now }) },
    context: {
      ...base,
      actor: { kind: "share", door: "share", share_id, access: new Set(["read"] as const) },
      project: { project_id, organisation_id, plan, timezone, role: "viewer" },
    },
  };
}
