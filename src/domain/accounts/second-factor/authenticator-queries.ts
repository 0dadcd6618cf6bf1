import { type Database, didChange, rowsOf, type StoredRow } from "#core/database.ts";

/** Where the secrets of authenticator apps are sealed. */
export const SEALED_AUTHENTICATOR = { table: "authenticators", column: "secret" };

/** The authenticator app of a user, turned on or not, or undefined. */
export async function findAuthenticator(db: Database, user_id: number) {
  return db
    .selectFrom("authenticators")
    .selectAll()
    .where("user_id", "=", user_id)
    .executeTakeFirst();
}

/** The same; who begins another app, or removes it, waits for the end of the transaction. */
export async function lockAuthenticator(db: Database, user_id: number) {
  const rows = await rowsOf<StoredRow<"authenticators">>(db)`
    select * from authenticators where user_id = ${user_id} for update`;
  return rows[0];
}

/** Keeps the secret of an app that is not turned on yet, instead of one that was not either; false when one is on. */
export async function keepAuthenticator(
  db: Database,
  { user_id, secret, now }: { user_id: number; secret: Buffer; now: Date },
): Promise<boolean> {
  const rows = await rowsOf(db)`
    insert into authenticators as a (user_id, secret, created_at) values (${user_id}, ${secret}, ${now})
    on conflict (user_id) do update set secret = excluded.secret, last_step = 0,
      created_at = excluded.created_at where a.turned_on_at is null
    returning 1`;
  return rows.length > 0;
}

/** Half minutes of a day. A code that was taken as far ahead was taken by a clock that was wrong: it locks nobody out. */
const DAY_STEPS = 2_880;

/** Takes the code of a half minute; of several that try it, and any older one, one takes it. */
export async function takeStep(
  db: Database,
  { user_id, step }: { user_id: number; step: number },
): Promise<boolean> {
  const rows = await rowsOf(db)`
    update authenticators set last_step = ${step} where user_id = ${user_id}
      and (last_step < ${step} or last_step > ${step + DAY_STEPS})
    returning 1`;
  return rows.length > 0;
}

/** Turns an app on. */
export async function turnOn(db: Database, user_id: number, now: Date): Promise<void> {
  await db
    .updateTable("authenticators")
    .set({ turned_on_at: now })
    .where("user_id", "=", user_id)
    .execute();
}

/** Forgets a user's app, if there is one. */
export async function deleteAuthenticator(db: Database, user_id: number): Promise<void> {
  await db.deleteFrom("authenticators").where("user_id", "=", user_id).execute();
}

/** Keeps these recovery codes of a user instead of all others. */
export async function replaceRecoveryCodes(
  db: Database,
  user_id: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom("recovery_codes").where("user_id", "=", user_id).execute();
  if (hashes.length === 0) return;
  await db
    .insertInto("recovery_codes")
    .values(hashes.map((hash) => ({ hash, user_id })))
    .execute();
}

/** Takes a recovery code of a user away; of several that try at once one finds it. */
export async function takeRecoveryCode(
  db: Database,
  { user_id, hash }: { user_id: number; hash: Buffer },
): Promise<boolean> {
  return didChange(db.deleteFrom("recovery_codes").where((row) => row.and({ user_id, hash })));
}

/** How many recovery codes a user has left. */
export async function countRecoveryCodes(db: Database, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number>().as("left"))
    .where("user_id", "=", user_id)
    .executeTakeFirst();
  return row?.left ?? 0;
}
