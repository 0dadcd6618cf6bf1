import { sql } from "kysely";
import type * as z from "zod";
import type { Role } from "#core/context.ts";
import { type Database, didChange, type NewRow, rowsOf, type StoredRow } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import type { Invitation } from "./invitation.ts";

/** An invitation that may still be accepted. */
export type OpenInvitation = { organisation: string } & Pick<
  StoredRow<"invitations">,
  "invitation_id" | "organisation_id" | "email" | "role"
>;

/**
 * Whether an invitation may still be accepted. One counts for no more than who made it still may: a member who left, was
 * disabled or is no admin any more leaves no way in. To a member, who came another way meanwhile, there is none.
 */
export function isOpen(now: Date) {
  return sql<boolean>`(i.accepted_at is null and i.revoked_at is null and i.expires_at > ${now} and exists (
    select from memberships m join users u using (user_id)
    where m.organisation_id = i.organisation_id and m.user_id = i.invited_by and not u.is_disabled
      and (m.role = 'owner' or (m.role = 'admin' and i.role <> 'owner')))
    and not exists (
      select from memberships m join users u using (user_id)
      where m.organisation_id = i.organisation_id and lower(u.email) = lower(i.email)))`;
}

/** Stores an invitation and returns its number; an open one to the same address is replaced. */
export async function insertInvitation(
  db: Database,
  invitation: NewRow<"invitations">,
): Promise<number> {
  await db
    .updateTable("invitations")
    .set({ revoked_at: invitation.created_at })
    .where("organisation_id", "=", invitation.organisation_id)
    .where(sql`lower(email)`, "=", invitation.email.toLowerCase())
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .execute();
  const { invitation_id } = await db
    .insertInto("invitations")
    .values(invitation)
    .returning("invitation_id")
    .executeTakeFirstOrThrow();
  return invitation_id;
}

/** The open invitation with this hash, or undefined. */
export async function findOpenInvitation(
  db: Database,
  hash: Buffer,
  now: Date,
): Promise<OpenInvitation | undefined> {
  return db
    .selectFrom("invitations as i")
    .innerJoin("organisations as o", "o.organisation_id", "i.organisation_id")
    .select(["i.invitation_id", "i.organisation_id", "i.email", "i.role", "o.name as organisation"])
    .where("i.hash", "=", hash)
    .where(isOpen(now))
    .executeTakeFirst();
}

/** Marks an invitation accepted; true for one caller only. */
export async function spendInvitation(
  db: Database,
  invitation_id: number,
  now: Date,
): Promise<boolean> {
  const change = db
    .updateTable("invitations")
    .set({ accepted_at: now })
    .where("invitation_id", "=", invitation_id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now.toISOString());
  return didChange(change);
}

/** Takes back that an invitation was accepted. */
export async function reopenInvitation(db: Database, invitation_id: number): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ accepted_at: null })
    .where("invitation_id", "=", invitation_id)
    .execute();
}

/** Makes an open invitation worthless; false when there is none of this number in the organisation. */
export async function revokeInvitationRow(
  db: Database,
  organisation_id: number,
  { invitation_id, now }: { invitation_id: number; now: Date },
): Promise<boolean> {
  const change = db
    .updateTable("invitations")
    .set({ revoked_at: now })
    .where((row) => row.and({ organisation_id, invitation_id }))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null);
  return didChange(change);
}

/** Makes the open invitations worthless that the user of this number could accept. */
export async function revokeInvitationsOf(
  db: Database,
  organisation_id: number,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> {
  await sql`
    update invitations set revoked_at = ${now}
    where organisation_id = ${organisation_id} and accepted_at is null and revoked_at is null
      and lower(email) = (select lower(email) from users where user_id = ${user_id})`.execute(db);
}

/** Deletes invitations that were accepted, revoked or over more than a day ago; those of a day are counted. */
export async function sweepInvitations(db: Database, now: Date): Promise<void> {
  await sql`delete from invitations
    where least(accepted_at, revoked_at, expires_at) < ${now}::timestamptz - interval '1 day'`.execute(
    db,
  );
}

/** The role of an invitation that is open, by its number or address, or undefined. */
export async function findOpenRole(
  db: Database,
  organisation_id: number,
  { invitation_id = 0, email = "", now }: { invitation_id?: number; email?: string; now: Date },
): Promise<Role | undefined> {
  const rows = await rowsOf<{ role: Role }>(db)`
    select role from invitations i where organisation_id = ${organisation_id} and ${isOpen(now)}
      and (invitation_id = ${invitation_id} or lower(email) = lower(${email}))`;
  return rows[0]?.role;
}

/** How often an organisation has invited since then, whoever and one address. */
export async function countInvited(
  db: Database,
  organisation_id: number,
  { email, since }: { email: string; since: Date },
): Promise<{ in_all: number; to_address: number }> {
  const rows = await rowsOf<{ in_all: number; to_address: number }>(db)`
    select count(*) as in_all, count(*) filter (where lower(email) = lower(${email})) as to_address
    from invitations where organisation_id = ${organisation_id} and created_at > ${since}`;
  return rows[0] ?? { in_all: 0, to_address: 0 };
}

type InvitationRow = z.input<typeof Invitation>;

/** The open invitations of an organisation, newest first. */
export async function listOpenInvitations(
  db: Database,
  organisation_id: number,
  { page, now }: { page: PageInput; now: Date },
): Promise<Paged<InvitationRow>> {
  const listed = sql<InvitationRow>`
    select invitation_id as id, email, role, created_at, expires_at, count(*) over () as total_count
    from invitations i
    where organisation_id = ${organisation_id} and ${isOpen(now)}
    order by invitation_id desc`;
  return readPage(db, page, listed);
}
