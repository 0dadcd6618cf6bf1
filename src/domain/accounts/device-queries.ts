import { sql } from "kysely";
import type { Database } from "#core/database.ts";

// A script that signs in without keeping cookies makes one each time.
const DEVICES_MAX = 50;

/** A browser in which a user has signed in, and the network it was in then; times are of the installation's clock. */
export type Device = { hash: Buffer; user_id: number; network: string; now: Date };

/** Whether a user of this e-mail address has signed in with the device's secret since then. */
export async function isDeviceOf(
  db: Database,
  { email, hash, since }: { email: string; hash: Buffer; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices d join users u using (user_id)
    where d.hash = ${hash} and lower(u.email) = lower(${email}) and d.last_used_at > ${since}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Whether a user of this e-mail address last signed in from a network with some browser since then. */
export async function isNetworkOf(
  db: Database,
  { email, network, since }: { email: string; network: string; since: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from known_devices d join users u using (user_id)
    where lower(u.email) = lower(${email}) and d.network = ${network} and d.last_used_at > ${since}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Gives a browser another secret, for all who signed in there. */
export async function renameDevice(
  db: Database,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await db.updateTable("known_devices").set({ hash: to }).where("hash", "=", from).execute();
}

/** Notes that a user signed in with a browser; true when it is new to them, and not their first one. */
export async function noteDevice(db: Database, device: Device): Promise<boolean> {
  const { hash, user_id, network, now } = device;
  const { rows } = await sql<{ is_new: boolean }>`
    with known as (select hash from known_devices where user_id = ${user_id}), noted as (
      insert into known_devices (hash, user_id, network, created_at, last_used_at)
      values (${hash}, ${user_id}, ${network}, ${now}, ${now})
      on conflict (hash, user_id) do update
        set network = excluded.network, last_used_at = excluded.last_used_at)
    select count(*) > 0 and count(*) filter (where hash = ${hash}) = 0 as is_new from known`.execute(
    db,
  );
  await sql`
    delete from known_devices where user_id = ${user_id} and hash = any(array(
      select hash from known_devices where user_id = ${user_id}
      order by last_used_at desc offset ${DEVICES_MAX}))`.execute(db);
  return rows[0]?.is_new ?? false;
}

/** Forgets every browser of a user. */
export async function forgetDevices(db: Database, user_id: number): Promise<void> {
  await db.deleteFrom("known_devices").where("user_id", "=", user_id).execute();
}

/** Forgets browsers that nobody signed in with since then. */
export async function sweepDevices(db: Database, since: Date): Promise<void> {
  await sql`delete from known_devices where last_used_at < ${since}`.execute(db);
}
