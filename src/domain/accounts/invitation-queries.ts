import { sql } from "kysely";
import type * as z from "zod";
import type { Database, NewRow, StoredRow } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import type { Invitation } from "./invitation.ts";

/** An invitation that may still be accepted. */
export type OpenInvitation = { organisation: string } & Pick<
  StoredRow<"invitations">,
  "invitation_id" | "organisation_id" | "email" | "role"
>;

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
    .where("i.accepted_at", "is", null)
    .where("i.revoked_at", "is", null)
    .where("i.expires_at", ">", now.toISOString())
    .executeTakeFirst();
}

/** Marks an invitation accepted; true for one caller only. */
export async function spendInvitation(
  db: Database,
  invitation_id: number,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable("invitations")
    .set({ accepted_at: now })
    .where("invitation_id", "=", invitation_id)
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .where("expires_at", ">", now.toISOString())
    .returning("invitation_id")
    .executeTakeFirst();
  return row !== undefined;
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
  const row = await db
    .updateTable("invitations")
    .set({ revoked_at: now })
    .where((row) => row.and({ organisation_id, invitation_id }))
    .where("accepted_at", "is", null)
    .where("revoked_at", "is", null)
    .returning("invitation_id")
    .executeTakeFirst();
  return row !== undefined;
}

type InvitationRow = z.input<typeof Invitation>;

/** The open invitations of an organisation, newest first. */
export async function listOpenInvitations(
  db: Database,
  organisation_id: number,
  { page, now }: { page: PageInput; now: Date },
): Promise<Paged<InvitationRow>> {
  return readPage(page, async ({ limit, offset }) => {
    const { rows } = await sql<InvitationRow & { total_count: number }>`
      select invitation_id as id, email, role, created_at, expires_at, count(*) over () as total_count
      from invitations
      where organisation_id = ${organisation_id} and accepted_at is null and revoked_at is null
        and expires_at > ${now}
      order by invitation_id desc limit ${limit} offset ${offset}`.execute(db);
    return rows;
  });
}
