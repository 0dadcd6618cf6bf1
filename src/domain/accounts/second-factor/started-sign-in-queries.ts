import { sql } from "kysely";
import { type Database, didChange, type NewRow, rowsOf } from "#core/database.ts";

const WAITING_MAX = 20;

/** A sign-in that waits for its second factor. */
export type Started = { user_id: number; email: string; next: string | null };

/** Keeps a started sign-in; the newest 20 of a user wait, older ones go. */
export async function insertStarted(db: Database, row: NewRow<"started_sign_ins">): Promise<void> {
  await sql`delete from started_sign_ins where hash = any(array(
    select hash from started_sign_ins where user_id = ${row.user_id}
    order by expires_at desc, hash offset ${WAITING_MAX - 1}))`.execute(db);
  await db.insertInto("started_sign_ins").values(row).execute();
}

/** The one of this hash that is not over, of a user who may sign in. */
export async function findStarted(
  db: Database,
  { hash, now }: { hash: Buffer; now: Date },
): Promise<Started | undefined> {
  const rows = await rowsOf<Started>(db)`
    select s.user_id, u.email, s.next from started_sign_ins s join users u using (user_id)
    where s.hash = ${hash} and s.expires_at > ${now} and not u.is_disabled`;
  return rows[0];
}

/** Takes one away; of several that try at once one finds it. */
export async function deleteStarted(db: Database, hash: Buffer): Promise<boolean> {
  return didChange(db.deleteFrom("started_sign_ins").where("hash", "=", hash));
}

/** Takes away all of a user, whose password or second factor changed. */
export async function deleteStartedOf(db: Database, user_id: number): Promise<void> {
  await db.deleteFrom("started_sign_ins").where("user_id", "=", user_id).execute();
}
