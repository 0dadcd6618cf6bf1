import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { recordComing } from "#domain/accounts/member.ts";
import { deleteMembership, findMember } from "#domain/accounts/member-queries.ts";
import { deleteSignOnSessions } from "#domain/accounts/session-queries.ts";
import { forgetChoices } from "#domain/mailings/choice-queries.ts";
import { revokeSignOnGrants } from "#domain/oauth/connection-queries.ts";
import { endMade } from "../end-access.ts";

type Base = Pick<AccountContext, "db" | "now">;

/** Ends the sessions and grants by an organisation's provider, of all or of one user; returns the clients that had some. */
export async function endSignOnSessions(
  { db, now }: Base,
  organisation_id: number,
  user_id: number | null,
): Promise<string[]> {
  await deleteSignOnSessions(db, organisation_id, user_id);
  return revokeSignOnGrants(db, organisation_id, { user_id, now: now() });
}

/**
 * Ends all that lets a person in whom the provider of an organisation lets in no more, in the transaction of `db`: the
 * membership, sessions and grants there, and keys and share links that they made. An owner stays one, and comes by what is their own.
 */
export async function endPerson(
  base: Base,
  organisation_id: number,
  user: { user_id: number; email: string },
): Promise<void> {
  const { db } = base;
  const { user_id } = user;
  const held = await findMember(db, organisation_id, user_id);
  const client_ids = await endSignOnSessions(base, organisation_id, user_id);
  const where = [organisation_id];
  const actor = { kind: "user", door: "dashboard", user_id } as const;
  const { key_ids, share_ids } = await endMade({ ...base, actor }, user, {
    ...{ keys: where, shares: where },
  });
  const isMember = held !== undefined && held.role !== "owner";
  if (isMember) {
    await deleteMembership(db, organisation_id, { user_id, now: base.now() });
    await forgetChoices(db, { organisation_id, user_id });
  }
  const ended = {
    ...(client_ids.length > 0 && { client_ids }),
    ...(key_ids && { key_ids: key_ids.map((key_id) => encodeId("key", key_id)) }),
    ...(share_ids && { share_ids: share_ids.map((share_id) => encodeId("shr", share_id)) }),
  };
  if (!isMember && Object.keys(ended).length === 0) return;
  const who = { organisation_id, user_id };
  await recordComing(base, who, { operation: "end_sign_on_access", ...ended });
}
