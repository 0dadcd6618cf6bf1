import { type RawBuilder, sql } from "kysely";
import { type Database, didChange, rowsOf } from "#core/database.ts";
import { type Paged, type PageInput, readPage } from "#core/page.ts";

// A script that signs in without keeping cookies makes one each time.
const DEVICES_MAX = 50;
// An answer that brought a new secret may be lost, or cross another one.
const REPLACED_MS = 10 * 60_000;
const REPLACED_MAX = 5;
const replacedSince = (now: Date) => new Date(now.getTime() - REPLACED_MS);
/** Whether a browser was given this secret last, or lately. */
const hasSecret = (hash: Buffer, now: Date) =>
  sql<boolean>`(hash = ${hash} or (${hash} = any(former_hashes) and renamed_at > ${replacedSince(now)}))`;

/**
 * A browser in which a user has signed in, and the network it was in then; times are of the installation's clock.
 * `trusted_until` null leaves what the user said of it before.
 */
export type Device = {
  hash: Buffer;
  user_id: number;
  network: string;
  user_agent: string;
  now: Date;
  trusted_until: Date | null;
};

/** The browser of this secret in which a user of this e-mail address has signed in since then, or undefined. */
export async function findDeviceOf(
  db: Database,
  { email, hash, since, now }: { email: string; hash: Buffer; since: Date; now: Date },
): Promise<number | undefined> {
  return findDevice(db, { email, since, which: hasSecret(hash, now) });
}

/** Whether a user of this e-mail address last signed in from a network with some browser since then. */
export async function isNetworkOf(
  db: Database,
  { email, network, since }: { email: string; network: string; since: Date },
): Promise<boolean> {
  return (await findDevice(db, { email, since, which: sql`d.network = ${network}` })) !== undefined;
}

async function findDevice(
  db: Database,
  { email, since, which }: { email: string; since: Date; which: RawBuilder<unknown> },
): Promise<number | undefined> {
  const rows = await rowsOf<{ device_id: number }>(db)`
    select d.device_id from known_devices d join users u using (user_id)
    where lower(u.email) = lower(${email}) and ${which} and d.last_used_at > ${since}
    limit 1`;
  return rows[0]?.device_id;
}

/**
 * Gives a browser another secret when a user signs in there; one of theirs that was replaced minutes ago does, so that of
 * two at once the second finds what the first replaced. Others who signed in there stay known and trust it no more:
 * whoever holds its secret now is not them.
 */
export async function renameDevice(
  db: Database,
  { user_id, from, to, now }: { user_id: number; from: Buffer; to: Buffer; now: Date },
): Promise<void> {
  await sql`
    update known_devices set hash = ${to}, renamed_at = ${now}, former_hashes = (array[hash] ||
      case when renamed_at > ${replacedSince(now)} then former_hashes else '{}' end)[1:${sql.lit(REPLACED_MAX)}]
    where user_id = ${user_id} and ${hasSecret(from, now)}`.execute(db);
  await sql`
    update known_devices set hash = ${to}, renamed_at = null, former_hashes = '{}', trusted_until = null
    where user_id <> ${user_id} and hash = ${from}`.execute(db);
}

/** A browser's number, and whether it is new to its user, who has signed in before. */
export type Noted = { device_id: number; is_new: boolean };

/** Notes that a user signed in with a browser. */
export async function noteDevice(db: Database, device: Device): Promise<Noted> {
  const { hash, user_id, network, user_agent, now, trusted_until } = device;
  const rows = await rowsOf<Noted>(db)`
    with first as (
      update users set has_signed_in = true where user_id = ${user_id} and not has_signed_in returning user_id),
    known as (select from known_devices where hash = ${hash} and user_id = ${user_id}),
    noted as (
      insert into known_devices as d (hash, user_id, network, user_agent, created_at, last_used_at, trusted_until)
      values (${hash}, ${user_id}, ${network}, ${user_agent}, ${now}, ${now}, ${trusted_until})
      on conflict (hash, user_id) do update set network = excluded.network, user_agent = excluded.user_agent,
        last_used_at = excluded.last_used_at, trusted_until = coalesce(excluded.trusted_until, d.trusted_until)
      returning device_id)
    select device_id, not exists (select from first) and not exists (select from known) as is_new
    from noted`;
  await sql`
    delete from known_devices where user_id = ${user_id} and hash = any(array(
      select hash from known_devices where user_id = ${user_id}
      order by last_used_at desc offset ${DEVICES_MAX}))`.execute(db);
  return rows[0] as Noted;
}

/** Whether a user said that a browser is to be trusted, and it still is. */
export async function isTrustedBy(
  db: Database,
  { hash, user_id, now }: { hash: Buffer; user_id: number; now: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom("known_devices")
    .select("device_id")
    .where("user_id", "=", user_id)
    .where(hasSecret(hash, now))
    .where("trusted_until", ">", now.toISOString())
    .executeTakeFirst();
  return found !== undefined;
}

/** Takes back that a user trusts any browser. */
export async function distrustDevices(db: Database, user_id: number): Promise<void> {
  await db
    .updateTable("known_devices")
    .set({ trusted_until: null })
    .where("user_id", "=", user_id)
    .execute();
}

type BrowserRow = Record<"user_agent" | "network" | "created_at" | "last_used_at", string> & {
  id: number;
  trusted_until: string | null;
};

/** The browsers that a user signed in with since then, the last used first. */
export async function listDevices(
  db: Database,
  user_id: number,
  { since, now, page }: { since: Date; now: Date; page: PageInput },
): Promise<Paged<BrowserRow>> {
  const listed = sql<BrowserRow>`
    select device_id as id, user_agent, network, created_at, last_used_at,
      case when trusted_until > ${now} then trusted_until end as trusted_until,
      count(*) over () as total_count
    from known_devices where user_id = ${user_id} and last_used_at > ${since}
    order by last_used_at desc, device_id desc`;
  return readPage(db, page, listed);
}

/** Forgets one browser of a user; false when there is no such one. */
export async function forgetDevice(
  db: Database,
  user_id: number,
  device_id: number,
): Promise<boolean> {
  return didChange(db.deleteFrom("known_devices").where((row) => row.and({ user_id, device_id })));
}

/** Forgets the browsers of a user but the one kept, or that of the session kept, in which no trust and no former secret stays. */
export async function forgetDevices(db: Database, user_id: number, kept: Kept = {}): Promise<void> {
  const { device_id = null, session_id = null } = kept;
  await sql`
    delete from known_devices d where user_id = ${user_id} and device_id is distinct from ${device_id}
      and not exists (select from sessions s where s.session_id = ${session_id} and s.device_id = d.device_id)`.execute(
    db,
  );
  await sql`
    update known_devices set trusted_until = null, former_hashes = '{}', renamed_at = null
    where user_id = ${user_id}`.execute(db);
}

/** Where a user goes on who ends all else that lets them in. */
export type Kept = { session_id?: number; device_id?: number };

/** Forgets browsers that nobody signed in with since then. */
export async function sweepDevices(db: Database, since: Date): Promise<void> {
  await sql`delete from known_devices where last_used_at < ${since}`.execute(db);
}
