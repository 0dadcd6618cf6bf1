import type { Role } from "#core/context.ts";
import { type Database, didChange, type NewRow, rowsOf, type StoredRow } from "#core/database.ts";

/** Where the secrets that providers know us by are sealed. */
export const SEALED_CLIENT_SECRET = { table: "sign_ons", column: "client_secret" };

/** Which group has which role; owners are made by hand. */
export type GroupRole = { group: string; role: Exclude<Role, "owner"> };
/** How the people of an organisation sign in at their provider, as it is kept. */
export type StoredSignOn = Omit<StoredRow<"sign_ons">, "roles"> & { roles: GroupRole[] };

/** That of an organisation, or undefined. */
export async function findSignOn(
  db: Database,
  organisation_id: number,
): Promise<StoredSignOn | undefined> {
  const rows = await rowsOf<StoredSignOn>(db)`
    select * from sign_ons where organisation_id = ${organisation_id}`;
  return rows[0];
}

/** That of the only organisation that has one; undefined where none or several have. */
export async function findOnlySignOn(
  db: Database,
): Promise<Pick<StoredSignOn, "organisation_id" | "label"> | undefined> {
  const rows = await rowsOf<Pick<StoredSignOn, "organisation_id" | "label">>(db)`
    select organisation_id, label from sign_ons limit 2`;
  return rows.length === 1 ? rows[0] : undefined;
}

/** Keeps how an organisation signs in, instead of what was there. */
export async function saveSignOn(
  db: Database,
  { roles, updated_at, ...row }: Omit<StoredSignOn, "updated_at"> & { updated_at: Date },
): Promise<void> {
  const values = { ...row, updated_at, roles: JSON.stringify(roles) };
  const { organisation_id: _, ...change } = values;
  await db
    .insertInto("sign_ons")
    .values(values)
    .onConflict((conflict) => conflict.column("organisation_id").doUpdateSet(change))
    .execute();
}

/** Forgets it, and who its people are here; false where there was none. */
export async function deleteSignOn(db: Database, organisation_id: number): Promise<boolean> {
  return didChange(db.deleteFrom("sign_ons").where("organisation_id", "=", organisation_id));
}

/** Forgets who the people of an organisation's provider are here: another provider names them again. */
export async function deleteIdentities(db: Database, organisation_id: number): Promise<void> {
  await db.deleteFrom("identities").where("organisation_id", "=", organisation_id).execute();
}

/** Whether anybody has ever come by an organisation's provider. */
export async function hasIdentities(db: Database, organisation_id: number): Promise<boolean> {
  const row = await db
    .selectFrom("identities")
    .select("user_id")
    .where("organisation_id", "=", organisation_id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets another person of an organisation's provider be a user: it may know them by another subject since. */
export async function allowNewSubject(db: Database, organisation_id: number, user_id: number) {
  await db
    .updateTable("identities")
    .set({ is_replaceable: true })
    .where((row) => row.and({ organisation_id, user_id }))
    .execute();
}

type Named = { organisation_id: number; subject: string };

/** The user whom a person at an organisation's provider is here, or undefined. */
export async function findIdentity(db: Database, { organisation_id, subject }: Named) {
  return db
    .selectFrom("identities as i")
    .innerJoin("users as u", "u.user_id", "i.user_id")
    .select(["u.user_id", "u.email", "u.is_disabled"])
    .where("i.organisation_id", "=", organisation_id)
    .where("i.subject", "=", subject)
    .executeTakeFirst();
}

/** Says who a person is here; false when the user is another person there already, whom nobody let be replaced. */
export async function insertIdentity(db: Database, row: NewRow<"identities">): Promise<boolean> {
  const made = await db
    .insertInto("identities")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["organisation_id", "user_id"])
        .doUpdateSet(({ ref }) => ({
          subject: ref("excluded.subject"),
          created_at: ref("excluded.created_at"),
        }))
        .where("identities.is_replaceable", "=", true),
    )
    .returning("user_id")
    .executeTakeFirst();
  return made !== undefined;
}

/** Notes that the provider vouched for a person. */
export async function seeIdentity(db: Database, { organisation_id, subject }: Named, now: Date) {
  await db
    .updateTable("identities")
    .set({ seen_at: now, is_replaceable: false })
    .where((row) => row.and({ organisation_id, subject }))
    .execute();
}

/** Keeps that a browser went to a provider. */
export async function insertSignOnRequest(
  db: Database,
  row: NewRow<"sign_on_requests">,
): Promise<void> {
  await db.insertInto("sign_on_requests").values(row).execute();
}

/** Takes out what a browser went to an organisation's provider with, once; undefined when it is over or never was. */
export async function takeSignOnRequest(
  db: Database,
  { hash, organisation_id, now }: { hash: Buffer; organisation_id: number; now: Date },
): Promise<{ next: string | null } | undefined> {
  return db
    .deleteFrom("sign_on_requests")
    .where((row) => row.and({ hash, organisation_id }))
    .where("expires_at", ">", now.toISOString())
    .returning("next")
    .executeTakeFirst();
}

/** An organisation that insists on its provider, with a user's role in it. */
export type Insisting = { organisation_id: number; label: string; role: Role };

/** The organisations of a user that insist on their provider, and whether what is the user's own opens any at all. */
export async function readInsisting(
  db: Database,
  user_id: number,
): Promise<{ insisting: Insisting[]; opens_any: boolean }> {
  const rows = await rowsOf<Insisting & { is_enforced: boolean | null }>(db)`
    select m.organisation_id, m.role, so.label, so.is_enforced
    from memberships m left join sign_ons so using (organisation_id)
    where m.user_id = ${user_id} order by m.organisation_id`;
  const insisting = rows.filter(({ is_enforced }) => is_enforced === true);
  const isOpen = (row: Insisting & { is_enforced: boolean | null }) =>
    !row.is_enforced || row.role === "owner";
  return { insisting, opens_any: rows.length === 0 || rows.some(isOpen) };
}
