import { sql } from "kysely";
import { type Database, didChange, rowsOf } from "#core/database.ts";

/** A link that lets a user choose a new password, until it is used or over. */
export type Reset = { hash: Buffer; user_id: number; expires_at: Date };

/** Keeps a link instead of any that the user was given before; false for one who may not sign in, also by a change under way. */
export async function insertReset(
  db: Database,
  { hash, user_id, expires_at }: Reset,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into password_resets (hash, user_id, expires_at)
    select ${hash}, user_id, ${expires_at}::timestamptz from users
    where user_id = ${user_id} and not is_disabled for share
    on conflict (user_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`.execute(
    db,
  );
  return Number(numAffectedRows) > 0;
}

type Owner = { user_id: number; email: string };

/** Whose open link it is, or undefined. */
export async function findReset(
  db: Database,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<Owner | undefined> {
  const rows = await rowsOf<Owner>(db)`
    select u.user_id, u.email from password_resets r join users u using (user_id)
    where r.hash = ${hash} and r.expires_at > ${now} and not u.is_disabled`;
  return rows[0];
}

/** Takes an open link away; of several that try at once one finds it. */
export async function takeReset(db: Database, hash: Buffer): Promise<boolean> {
  return didChange(db.deleteFrom("password_resets").where("hash", "=", hash));
}

/** Takes the open link of a user away, if there is one. */
export async function forgetReset(db: Database, user_id: number): Promise<void> {
  await sql`delete from password_resets where user_id = ${user_id}`.execute(db);
}
