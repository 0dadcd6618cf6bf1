import { sql } from "kysely";
import type { ProjectScope } from "#core/context.ts";
import { type Database, rowsOf, type StoredRow } from "#core/database.ts";
import { Failure } from "#core/failure.ts";
import { type Holder, opens } from "#domain/accounts/sign-on/opens.ts";
import type { Proposal } from "./onboarding.ts";

const SESSIONS_MAX = 20;

/** Whose session it is: a user's, for a project in an organisation. */
type Owner = { user_id: number; organisation_id: number };

/** Keeps a proposal for a user, forgetting their oldest sessions above 20; returns its number. */
export async function insertSession(
  db: Database,
  { user_id, organisation_id, proposal, now }: Owner & { proposal: Proposal; now: Date },
): Promise<number> {
  const row = await db
    .insertInto("onboarding_sessions")
    .values({
      ...{ user_id, organisation_id },
      proposal: JSON.stringify(proposal),
      created_at: now,
      last_used_at: now,
    })
    .returning("session_id")
    .executeTakeFirstOrThrow();
  await sql`
    delete from onboarding_sessions where user_id = ${user_id} and session_id <= (
      select session_id from onboarding_sessions where user_id = ${user_id}
      order by session_id desc offset ${SESSIONS_MAX} limit 1)`.execute(db);
  return row.session_id;
}

/** Puts another proposal in a session's place. */
export async function saveProposal(
  db: Database,
  session_id: number,
  proposal: Proposal,
): Promise<void> {
  await db
    .updateTable("onboarding_sessions")
    .set({ proposal: JSON.stringify(proposal) })
    .where("session_id", "=", session_id)
    .execute();
}

/** How many sessions a user began after `time`, of the last 20. */
export async function countSessionsAfter(db: Database, user_id: number, time: Date) {
  const rows = await rowsOf<{ count: number }>(db)`
    select count(*) from onboarding_sessions
    where user_id = ${user_id} and created_at > ${time}`;
  return rows[0]?.count ?? 0;
}

/** What is known of a session while it is being completed. */
export type LockedSession = { proposal: Proposal } & Pick<
  StoredRow<"onboarding_sessions">,
  "last_used_at" | "completed_at" | "project_id"
>;

/** A user's session for a project in an organisation, locked until the transaction ends, or undefined. */
export async function lockSession(
  db: Database,
  { user_id, organisation_id }: Owner,
  session_id: number,
): Promise<LockedSession | undefined> {
  const rows = await rowsOf<LockedSession>(db)`
    select proposal, last_used_at, completed_at, project_id from onboarding_sessions
    where session_id = ${session_id} and user_id = ${user_id}
      and organisation_id = ${organisation_id} for update`;
  return rows[0];
}

/** Marks a session as used up. */
export async function finishSession(
  db: Database,
  { session_id, project_id, now }: { session_id: number; project_id: number; now: Date },
): Promise<void> {
  await db
    .updateTable("onboarding_sessions")
    .set({ completed_at: now, last_used_at: now, project_id })
    .where("session_id", "=", session_id)
    .execute();
}

/** An organisation that a user may make projects in. */
export type OrganisationSeat = Omit<ProjectScope, "project_id" | "timezone"> & {
  project_count: number;
};

/**
 * Where a user's next project goes: the first organisation that they have opened and own, else administer; ROLE_REQUIRED
 * without one.
 */
export async function requireSeat(
  db: Database,
  { user_id, sign_on }: Holder,
): Promise<OrganisationSeat> {
  const rows = await rowsOf<OrganisationSeat>(db)`
    select m.organisation_id, o.plan, m.role,
      (select count(*) from projects p where p.organisation_id = o.organisation_id) as project_count
    from memberships m join organisations o on o.organisation_id = m.organisation_id
    where m.user_id = ${user_id} and m.role in ('owner', 'admin') and ${opens(sign_on)}
    order by m.role = 'owner' desc, m.organisation_id limit 1`;
  if (rows[0]) return rows[0];
  throw new Failure("ROLE_REQUIRED", "Making a project needs the role admin or owner.");
}

/** Deletes the sessions of all users that were last used before `time`. */
export async function deleteSessionsBefore(db: Database, time: Date): Promise<void> {
  await db
    .deleteFrom("onboarding_sessions")
    .where("last_used_at", "<", time.toISOString())
    .execute();
}
