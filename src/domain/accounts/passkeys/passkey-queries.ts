import { sql } from "kysely";
import { type Database, didChange, type NewRow, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";

/** The passkey of this credential, with who it is of and whether they may sign in; undefined for one of nobody. */
export async function findPasskey(db: Database, credential_id: string) {
  return db
    .selectFrom("passkeys as p")
    .innerJoin("users as u", "u.user_id", "p.user_id")
    .selectAll("p")
    .select("u.is_disabled")
    .where("p.credential_id", "=", credential_id)
    .executeTakeFirst();
}

/** How many passkeys a user has. */
export async function countPasskeys(db: Database, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("passkeys")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** The credentials of a user's passkeys, for a browser to find them by. */
export async function listCredentials(db: Database, user_id: number) {
  const rows = await db
    .selectFrom("passkeys")
    .select(["credential_id as id", "transports"])
    .where("user_id", "=", user_id)
    .orderBy("passkey_id")
    .execute();
  return rows;
}

/** Stores a passkey and returns its number; undefined where the credential is known already. */
export async function insertPasskey(
  db: Database,
  row: NewRow<"passkeys">,
): Promise<number | undefined> {
  const made = await db
    .insertInto("passkeys")
    .values(row)
    .onConflict((conflict) => conflict.column("credential_id").doNothing())
    .returning("passkey_id")
    .executeTakeFirst();
  return made?.passkey_id;
}

/**
 * Notes that a passkey was used, and what it counted; false where it was removed meanwhile, or counted as much. Those that
 * count nothing say 0 each time.
 */
export async function notePasskey(
  db: Database,
  { passkey_id, counter, now }: { passkey_id: number; counter: number; now: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update passkeys set counter = ${counter}, last_used_at = ${now}
    where passkey_id = ${passkey_id} and (counter < ${counter} or counter = 0)`.execute(db);
  return Number(numAffectedRows) > 0;
}

/** Forgets one passkey of a user; false when they have no such one. */
export async function deletePasskey(
  db: Database,
  user_id: number,
  passkey_id: number,
): Promise<boolean> {
  return didChange(db.deleteFrom("passkeys").where((row) => row.and({ user_id, passkey_id })));
}

/** Forgets every passkey of a user. */
export async function deletePasskeysOf(db: Database, user_id: number): Promise<void> {
  await db.deleteFrom("passkeys").where("user_id", "=", user_id).execute();
}

type PasskeyRow = { id: number; name: string; created_at: string; last_used_at: string | null };

/** The passkeys of a user, the oldest first. */
export async function listPasskeyRows(
  db: Database,
  user_id: number,
  page: PageInput,
): Promise<Paged<PasskeyRow>> {
  const listed = sql<PasskeyRow>`
    select passkey_id as id, name, created_at, last_used_at, count(*) over () as total_count
    from passkeys where user_id = ${user_id} order by passkey_id`;
  return readPage(db, page, listed);
}

/** Keeps a challenge. */
export async function insertChallenge(
  db: Database,
  row: NewRow<"passkey_challenges">,
): Promise<void> {
  await db.insertInto("passkey_challenges").values(row).execute();
}

/** Takes a challenge that was given for this out, once; `user_id` null: to learn who somebody is. */
export async function takeChallenge(
  db: Database,
  { hash, user_id, now }: { hash: Buffer; user_id: number | null; now: Date },
): Promise<boolean> {
  const rows = await rowsOf(db)`
    delete from passkey_challenges where hash = ${hash} and expires_at > ${now}
      and user_id is not distinct from ${user_id}::integer returning 1`;
  return rows.length > 0;
}
