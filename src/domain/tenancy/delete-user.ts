import { recordAudit } from "#core/audit.ts";
import type { AccountContext } from "#core/context.ts";
import { encodeId } from "#core/id.ts";
import { lockSignIn, setDisabled } from "#domain/accounts/account-queries.ts";
import { requireOtherOwner } from "#domain/accounts/member.ts";
import { listMemberships, lockOrganisation } from "#domain/accounts/member-queries.ts";
import { deleteUserRow } from "#domain/accounts/user-data-queries.ts";
import { forgetActionPerson } from "#domain/actions/action-queries.ts";
import { lockAnswers } from "#domain/answers/facts/fact-queries.ts";
import { forgetDecider, hasDecided } from "#domain/answers/facts/verdict-queries.ts";
import { forgetKeyAuthor } from "#domain/keys/key-queries.ts";
import { listOwnDays } from "#domain/projects/retention.ts";
import { forgetShareAuthor } from "#domain/shares/share-queries.ts";
import { forgetSuggestionJudge } from "#domain/suggestions/suggestion-queries.ts";
import { endAccess } from "./end-access.ts";

/**
 * Deletes a user, in the transaction of `db`: all that lets them in, and their name and address wherever they stand. The
 * log keeps their number; keys and links that they made keep working. CONFLICT for the only owner of an organisation.
 */
export async function deleteUser(
  context: Pick<AccountContext, "db" | "now" | "actor">,
  user: { user_id: number; email: string },
  operation: string,
): Promise<void> {
  const { db } = context;
  const { user_id, email } = user;
  await holdLeaving(context, user_id);
  const public_id = encodeId("usr", user_id);
  // Before the memberships go, which say in whose log it belongs.
  await recordAudit(context, { operation, target: { user_id: public_id } });
  // All of them: who left an organisation decided there, too.
  for (const { project_id } of await listOwnDays(db)) {
    if (!(await hasDecided(db, { project_id }, email))) continue;
    await lockAnswers(db, { project_id });
    await forgetDecider(db, { project_id }, { email, name: public_id });
  }
  await forgetKeyAuthor(db, email, public_id);
  await forgetShareAuthor(db, email, public_id);
  await forgetSuggestionJudge(db, email, public_id);
  await forgetActionPerson(db, email, public_id);
  await deleteUserRow(db, user);
}

/**
 * Ends all that lets a user in, in the transaction of `db`, also keys and links that they made where that is asked, and lets
 * them in no more until they are enabled. CONFLICT for the only owner of an organisation.
 */
export async function disableUser(
  context: Pick<AccountContext, "db" | "now" | "actor">,
  user: { user_id: number; email: string },
  { keys }: { keys: boolean },
): Promise<void> {
  const { user_id } = user;
  await holdLeaving(context, user_id);
  await setDisabled(context.db, user_id, true);
  const { client_ids } = await endAccess(context, user, { sessions: true, clients: true, keys });
  const target = { user_id: encodeId("usr", user_id), client_ids };
  await recordAudit(context, { operation: "disable_user", target });
}

/** Refuses to take an organisation's only owner away; nobody becomes an owner, or signs in as this user, until the transaction ends. */
async function holdLeaving(context: Pick<AccountContext, "db">, user_id: number): Promise<void> {
  const { db } = context;
  await lockSignIn(db, user_id);
  for (const { organisation_id } of await listMemberships(db, user_id))
    await lockOrganisation(db, organisation_id);
  // Read again: who had an organisation first may have made this user its owner.
  for (const { organisation_id, role } of await listMemberships(db, user_id))
    await requireOtherOwner(context, organisation_id, { user_id, role });
}
