import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import type { Database } from "#core/database.ts";
import { encodeId } from "#core/id.ts";
import { requireRoom } from "#core/plans.ts";
import { findUserByEmail, insertUser } from "./account-queries.ts";
import {
  findOpenInvitation,
  type OpenInvitation,
  reopenInvitation,
  spendInvitation,
} from "./invitation-queries.ts";
import { countMembers, insertMembership, lockOrganisation, readPlan } from "./member-queries.ts";
import { hashPassword } from "./password.ts";
import { hashSecret, isSecret } from "./secret.ts";
import { allowNewSubject } from "./sign-on/sign-on-queries.ts";

type Base = Pick<AccountContext, "db" | "now">;

/** The open invitation behind a link, and whether its address has an account already; undefined for any other link. */
export async function readInvitation(
  { db, now }: Base,
  token: string,
): Promise<(OpenInvitation & { has_account: boolean }) | undefined> {
  if (!isSecret(token)) return undefined;
  const invitation = await findOpenInvitation(db, hashSecret(token), now());
  if (!invitation) return undefined;
  const user = await findUserByEmail(db, invitation.email);
  return { ...invitation, has_account: user !== undefined };
}

/** Makes the invited account with a password and lets it join; returns its number, or undefined when the link is spent. */
export async function joinAsNewUser(
  base: Base,
  token: string,
  { name, password }: { name: string; password: string },
): Promise<number | undefined> {
  const password_hash = await hashPassword(password);
  return spend(base, token, async (db, { email, organisation_id, role }) =>
    // The e-mail and role are the invitation's own; an account of that address must sign in instead.
    (await findUserByEmail(db, email))
      ? undefined
      : insertUser(db, { email, name, password_hash }, { organisation_id, role }),
  );
}

/** Lets a signed-in user join, if the invitation is to their address; false otherwise. */
export async function joinAsUser(
  base: Base,
  token: string,
  user: { user_id: number; email: string },
): Promise<boolean> {
  const joined = await spend(base, token, async (db, { email, organisation_id, role }) => {
    if (email.toLowerCase() !== user.email.toLowerCase()) return undefined;
    await insertMembership(db, { organisation_id, user_id: user.user_id, role });
    // An admin invited this very person: the provider may name them anew.
    await allowNewSubject(db, organisation_id, user.user_id);
    return user.user_id;
  });
  return joined !== undefined;
}

/**
 * Spends an invitation together with what it is spent on; `join` answering undefined leaves it open, as does a plan that
 * has no seat for it any more, which is refused.
 */
async function spend(
  { db, now }: Base,
  token: string,
  join: (db: Database, invitation: OpenInvitation) => Promise<number | undefined>,
): Promise<number | undefined> {
  if (!isSecret(token)) return undefined;
  return db.transaction().execute(async (trx) => {
    const found = await findOpenInvitation(trx, hashSecret(token), now());
    if (!found) return undefined;
    await lockOrganisation(trx, found.organisation_id);
    // Read again: who made it may not invite any more, and its seat may be another's.
    const invitation = await findOpenInvitation(trx, hashSecret(token), now());
    if (!invitation || !(await spendInvitation(trx, invitation.invitation_id, now()))) {
      return undefined;
    }
    const user_id = await join(trx, invitation);
    if (user_id === undefined) {
      await reopenInvitation(trx, invitation.invitation_id);
      return undefined;
    }
    const { organisation_id } = invitation;
    const plan = await readPlan(trx, organisation_id);
    if (plan) requireRoom(plan, "members", await countMembers(trx, organisation_id));
    await recordJoin({ db: trx, now }, invitation, user_id);
    return user_id;
  });
}

function recordJoin(base: Base, invitation: OpenInvitation, user_id: number): Promise<void> {
  const actor = { kind: "user", door: "dashboard", user_id } as const;
  const target = {
    organisation_id: encodeId("org", invitation.organisation_id),
    invitation_id: encodeId("inv", invitation.invitation_id),
  };
  return recordAudit({ ...base, actor }, { operation: "accept_invitation", target });
}
