import { sql } from "kysely";
import type { Role } from "#core/context.ts";
import { type Database, didChange, rowsOf } from "#core/database.ts";
import type { Plan } from "#core/plans.ts";

/** Makes an organisation and returns its number. */
export async function insertOrganisation(db: Database, name: string, plan: Plan): Promise<number> {
  const row = await db
    .insertInto("organisations")
    .values({ name, plan })
    .returning("organisation_id")
    .executeTakeFirstOrThrow();
  return row.organisation_id;
}

/** The user with this e-mail address, any case, or undefined. */
export async function findUserByEmail(db: Database, email: string) {
  return db
    .selectFrom("users")
    .selectAll()
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}

/** Makes a user with a role in an organisation and returns its number. */
export async function insertUser(
  db: Database,
  user: { email: string; name: string; password_hash: string | null },
  membership: { organisation_id: number; role: Role },
): Promise<number> {
  const { user_id } = await db
    .insertInto("users")
    .values(user)
    .returning("user_id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("memberships")
    .values({ ...membership, user_id })
    .execute();
  return user_id;
}

/** The user of this number, or undefined. */
export async function findUser(db: Database, user_id: number) {
  return db.selectFrom("users").selectAll().where("user_id", "=", user_id).executeTakeFirst();
}

/** Lets a user sign in no more, or again; false where it was so before. */
export async function setDisabled(
  db: Database,
  user_id: number,
  is_disabled: boolean,
): Promise<boolean> {
  const change = db
    .updateTable("users")
    .set({ is_disabled })
    .where("user_id", "=", user_id)
    .where("is_disabled", "!=", is_disabled);
  return didChange(change);
}

/** Has whoever else adds or removes something this user signs in with wait for the end of the transaction. */
export async function lockSignIn(db: Database, user_id: number): Promise<void> {
  await sql`select from users where user_id = ${user_id} for no key update`.execute(db);
}

/** Stores a new password's PHC string; codes that were typed after the one before count no more. */
export async function updatePassword(
  db: Database,
  user_id: number,
  password_hash: string,
): Promise<void> {
  await db
    .updateTable("users")
    .set({ password_hash, wrong_codes: 0 })
    .where("user_id", "=", user_id)
    .execute();
}

/** How many codes a user's password was followed by without a right one, with this one; the next waits for the end of the transaction. */
export async function countWrongCode(db: Database, user_id: number): Promise<number> {
  const { wrong_codes } = await db
    .updateTable("users")
    .set({ wrong_codes: sql`least(wrong_codes, ${WRONG_CODES_MAX}) + 1` })
    .where("user_id", "=", user_id)
    .returning("wrong_codes")
    .executeTakeFirstOrThrow();
  return wrong_codes;
}

const WRONG_CODES_MAX = 1_000_000;

/** Begins to count wrong codes anew. */
export async function forgetWrongCodes(db: Database, user_id: number): Promise<void> {
  await db.updateTable("users").set({ wrong_codes: 0 }).where("user_id", "=", user_id).execute();
}

/**
 * Whether a user may still sign in, by the password of this hash where one is given; who changes that, and who else signs
 * in, waits for the end of the transaction.
 */
export async function holdSignIn(
  db: Database,
  user_id: number,
  password_hash: string | null,
): Promise<boolean> {
  const rows = await rowsOf(db)`
    select from users where user_id = ${user_id} and not is_disabled
      and (${password_hash}::text is null or password_hash = ${password_hash})
    for no key update`;
  return rows.length > 0;
}
