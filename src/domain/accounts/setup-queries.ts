import { sql } from "kysely";
import { type Database, rowsOf } from "#core/database.ts";

// Who sets up by the page, by a command or by INIT_* takes it.
const LOCK = 4_211_860_538;

/** True once there is any user. */
export async function hasUsers(db: Database): Promise<boolean> {
  const row = await db.selectFrom("users").select("user_id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Makes callers take turns until their transactions end. */
export async function lockSetup(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
}

/** Adds a token; each process that starts without a user prints its own, and all are good. */
export async function insertSetupToken(db: Database, hash: Buffer, now: Date): Promise<void> {
  await db.insertInto("setup_tokens").values({ hash, created_at: now }).execute();
}

/** True when the setup may be done with the token of this hash. */
export async function findSetupToken(db: Database, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("setup_tokens")
    .select("hash")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Makes every setup token worthless. */
export async function deleteSetupTokens(db: Database): Promise<void> {
  await db.deleteFrom("setup_tokens").execute();
}

/** Gives the first organisation that nobody is in this name, and returns its number; undefined where there is none. */
export async function takeOrganisation(db: Database, name: string): Promise<number | undefined> {
  const rows = await rowsOf<{ organisation_id: number }>(db)`
    update organisations set name = ${name} where organisation_id = (
      select o.organisation_id from organisations o
      where not exists (select from memberships m where m.organisation_id = o.organisation_id)
      order by o.organisation_id limit 1)
    returning organisation_id`;
  return rows[0]?.organisation_id;
}

/** What the environment asks for once: an owner, or a project with its key. */
export type FirstThing = "owner" | "project";

/** Notes that there was one, so that it is not made again when it is deleted. */
export async function noteFirstThing(db: Database, thing: FirstThing): Promise<void> {
  await db
    .insertInto("first_things")
    .values({ thing })
    .onConflict((there) => there.doNothing())
    .execute();
}

/** Which of them there ever was. */
export async function listFirstThings(db: Database): Promise<ReadonlySet<FirstThing>> {
  const rows = await db.selectFrom("first_things").select("thing").execute();
  return new Set(rows.map(({ thing }) => thing as FirstThing));
}
