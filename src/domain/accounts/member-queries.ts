import { sql } from "kysely";
import type { Role, SignOn } from "#core/context.ts";
import { type Database, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";
import type { Plan } from "#core/plans.ts";
import { isOpen, revokeInvitationsOf } from "./invitation-queries.ts";
import { type Holder, opens } from "./sign-on/opens.ts";

/** The organisations that a user has opened, by name. */
export async function listUserOrganisations(db: Database, { user_id, sign_on }: Holder) {
  return db
    .selectFrom("memberships as m")
    .innerJoin("organisations as o", "o.organisation_id", "m.organisation_id")
    .select(["o.organisation_id as id", "o.name", "o.plan", "m.role"])
    .where("m.user_id", "=", user_id)
    .where(opens(sign_on))
    .orderBy("o.name")
    .orderBy("o.organisation_id")
    .execute();
}

/** The projects that a user has opened by name, at most `most`; read here because a user who signs in needs them first of all. */
export async function listProjectNames(db: Database, { user_id, sign_on }: Holder, most: number) {
  return db
    .selectFrom("memberships as m")
    .innerJoin("projects as p", "p.organisation_id", "m.organisation_id")
    .select(["p.project_id as id", "p.organisation_id", "p.name", "p.domain", "p.status"])
    .where("m.user_id", "=", user_id)
    .where(opens(sign_on))
    .orderBy(sql`lower(p.name)`)
    .orderBy("p.project_id")
    .limit(most)
    .execute();
}

/** All memberships of a user, opened or not; those that a sign-in opens where one is given. */
export async function listMemberships(db: Database, user_id: number, sign_on?: SignOn) {
  return db
    .selectFrom("memberships as m")
    .select(["m.organisation_id", "m.role"])
    .where("m.user_id", "=", user_id)
    .$if(sign_on !== undefined, (found) => found.where(opens(sign_on ?? null)))
    .orderBy("m.organisation_id")
    .execute();
}

/** A user's role in an organisation that they have opened and its plan, or undefined. */
export async function findMembership(
  db: Database,
  organisation_id: number,
  { user_id, sign_on }: Holder,
): Promise<{ role: Role; plan: Plan } | undefined> {
  return db
    .selectFrom("memberships as m")
    .innerJoin("organisations as o", "o.organisation_id", "m.organisation_id")
    .select(["m.role", "o.plan"])
    .where("m.organisation_id", "=", organisation_id)
    .where("m.user_id", "=", user_id)
    .where(opens(sign_on))
    .executeTakeFirst();
}

type MemberRow = { id: number; email: string; name: string; role: Role; joined_at: string };

/** The members of an organisation, by e-mail. */
export async function listMemberRows(
  db: Database,
  organisation_id: number,
  page: PageInput,
): Promise<Paged<MemberRow>> {
  const listed = sql<MemberRow>`
    select u.user_id as id, u.email, u.name, m.role, m.created_at as joined_at,
      count(*) over () as total_count
    from memberships m join users u on u.user_id = m.user_id
    where m.organisation_id = ${organisation_id}
    order by lower(u.email), u.user_id`;
  return readPage(db, page, listed);
}

/** The plan of an organisation, or undefined. */
export async function readPlan(db: Database, organisation_id: number): Promise<Plan | undefined> {
  const row = await db
    .selectFrom("organisations")
    .select("plan")
    .where("organisation_id", "=", organisation_id)
    .executeTakeFirst();
  return row?.plan;
}

/** The name of an organisation, empty without one. */
export async function findOrganisationName(db: Database, organisation_id: number): Promise<string> {
  const row = await db
    .selectFrom("organisations")
    .select("name")
    .where("organisation_id", "=", organisation_id)
    .executeTakeFirst();
  return row?.name ?? "";
}

/** How many members an organisation has. */
export async function countMembers(db: Database, organisation_id: number): Promise<number> {
  const rows = await rowsOf<{ count: number }>(db)`select count(*) as count from memberships
    where organisation_id = ${organisation_id}`;
  return rows[0]?.count ?? 0;
}

/** Seats taken: members, and open invitations to others; not counting one to `coming`, who is about to take that seat. */
export async function countSeats(
  db: Database,
  organisation_id: number,
  { now, coming = "" }: { now: Date; coming?: string },
) {
  const rows = await rowsOf<{ seats: number }>(db)`
    select (select count(*) from memberships where organisation_id = ${organisation_id})
      + (select count(*) from invitations i where organisation_id = ${organisation_id}
        and lower(email) <> lower(${coming}) and ${isOpen(now)}) as seats`;
  return rows[0]?.seats ?? 0;
}

/** Makes changes to one organisation's members take turns until their transactions end. */
export async function lockOrganisation(db: Database, organisation_id: number): Promise<void> {
  await db
    .selectFrom("organisations")
    .select("organisation_id")
    .where("organisation_id", "=", organisation_id)
    .forNoKeyUpdate()
    .execute();
}

/** How many owners an organisation has that can sign in, but one user. */
export async function countOwners(
  db: Database,
  organisation_id: number,
  but_user_id = 0,
): Promise<number> {
  const row = await db
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.user_id", "m.user_id")
    .select((eb) => eb.fn.countAll<number>().as("owners"))
    .where("m.organisation_id", "=", organisation_id)
    .where("m.role", "=", "owner")
    .where("m.user_id", "!=", but_user_id)
    .where("u.is_disabled", "=", false)
    .executeTakeFirst();
  return row?.owners ?? 0;
}

/** Changes a member's role. */
export async function updateRole(
  db: Database,
  organisation_id: number,
  { user_id, role }: { user_id: number; role: Role },
): Promise<void> {
  await db
    .updateTable("memberships")
    .set({ role })
    .where((row) => row.and({ organisation_id, user_id }))
    .execute();
}

/** Takes a member out of an organisation, and every way back in that waits for them. */
export async function deleteMembership(
  db: Database,
  organisation_id: number,
  { user_id, now }: { user_id: number; now: Date },
): Promise<void> {
  // First: who accepts one at this moment is a member still, and is taken out below.
  await revokeInvitationsOf(db, organisation_id, { user_id, now });
  await db
    .deleteFrom("memberships")
    .where((row) => row.and({ organisation_id, user_id }))
    .execute();
}

/** Makes a user a member; one who is already keeps their role. */
export async function insertMembership(
  db: Database,
  membership: { organisation_id: number; user_id: number; role: Role },
): Promise<void> {
  await db
    .insertInto("memberships")
    .values(membership)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A member as a list shows one, or undefined. */
export async function findMember(
  db: Database,
  organisation_id: number,
  user_id: number,
): Promise<MemberRow | undefined> {
  return db
    .selectFrom("memberships as m")
    .innerJoin("users as u", "u.user_id", "m.user_id")
    .select(["u.user_id as id", "u.email", "u.name", "m.role", "m.created_at as joined_at"])
    .where("m.organisation_id", "=", organisation_id)
    .where("m.user_id", "=", user_id)
    .executeTakeFirst();
}

/** The e-mail addresses of who may manage a project: owners and admins of its organisation. */
export async function listManagers(
  db: Database,
  { project_id }: { project_id: number },
): Promise<string[]> {
  const rows = await rowsOf<{ email: string }>(db)`
    select u.email from projects p join memberships m using (organisation_id) join users u using (user_id)
    where p.project_id = ${project_id} and m.role in ('owner', 'admin') and not u.is_disabled
    order by u.user_id`;
  return rows.map(({ email }) => email);
}
