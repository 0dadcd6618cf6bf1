import type { AccountContext } from "#core/context.ts";
import { recordComing } from "#domain/accounts/member.ts";
import { deleteMembership, findMember } from "#domain/accounts/member-queries.ts";
import { deleteSignOnSessions } from "#domain/accounts/session-queries.ts";
import { revokeKeysIn } from "#domain/keys/key-queries.ts";
import { forgetChoices } from "#domain/mailings/choice-queries.ts";
import { revokeSignOnGrants } from "#domain/oauth/connection-queries.ts";
import { revokeSharesOf } from "#domain/shares/share-queries.ts";
import { nameEnded } from "../end-access.ts";

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
  { user_id, email }: { user_id: number; email: string },
): Promise<void> {
  const { db } = base;
  const held = await findMember(db, organisation_id, user_id);
  const client_ids = await endSignOnSessions(base, organisation_id, user_id);
  const key_ids = await revokeKeysIn(db, organisation_id, email);
  const share_ids = await revokeSharesOf(db, email, { now: base.now(), organisation_id });
  const isMember = held !== undefined && held.role !== "owner";
  if (isMember) {
    await deleteMembership(db, organisation_id, { user_id, now: base.now() });
    await forgetChoices(db, { organisation_id, user_id });
  }
  const ended = nameEnded({
    ...(client_ids.length > 0 && { client_ids }),
    ...(key_ids.length > 0 && { key_ids }),
    ...(share_ids.length > 0 && { share_ids }),
  });
  if (!isMember && Object.keys(ended).length === 0) return;
  const who = { organisation_id, user_id };
  await recordComing(base, who, { operation: "end_sign_on_access", ...ended });
}
